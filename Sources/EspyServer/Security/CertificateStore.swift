package import EspyHTTP
import EspySystem
import Foundation

/// Keeps the certificate of this machine's server in a file, and makes a new one when it has to.
package struct CertificateStore: Sendable {
    private let path: String
    /// Seconds since 1970.
    private let now: @Sendable () -> Int
    private let random: RandomSource

    private static let day = 86_400
    /// Browsers take no certificate that is good for longer.
    private static let lifetime = 397 * day
    private static let renewal = 30 * day
    /// A machine that moves between networks collects names; it does not keep all for ever.
    private static let mostNames = 64
    private static let own = ["localhost", "127.0.0.1", "::1"]

    /// - Parameter folder: of Espy's data; it exists.
    package init(folder: String, now: @escaping @Sendable () -> Int, random: RandomSource = .system) {
        path = folder + "/certificate.pem"
        self.now = now
        self.random = random
    }

    /// The one that is kept, when it is good for a month and for all these names; a new one otherwise.
    /// - Parameter names: of this machine beside the three of loopback; addresses may be among them.
    package func certificate(for names: some Sequence<String>) throws(CertificateError) -> ServerCertificate {
        let wanted = ServerCertificate.usable(Self.own + names.sorted())
        let kept = kept()
        if let kept, kept.expires - now() > Self.renewal, Set(wanted).isSubset(of: kept.names) { return kept }
        // Names of other networks stay: the machine comes back to them.
        let all = ServerCertificate.usable(wanted + (kept?.names ?? []))
        let made = try make(Array(all.prefix(Self.mostNames)))
        try keep(made)
        return made
    }

    private func make(_ names: [String]) throws(CertificateError) -> ServerCertificate {
        // Clocks of phones go wrong: it is good since yesterday.
        let begin = now() - Self.day
        return try ServerCertificate.make(
            common: "Espy", names: names, serial: random.bytes(16), valid: begin..<begin + Self.lifetime)
    }

    /// - Returns: nil when there is none that can be used, or others may have read its key.
    private func kept() -> ServerCertificate? {
        guard let file = OpenFile(path), Self.isPrivate(file), let bytes = file.bytes(atMost: 1 << 16) else {
            return nil
        }
        return try? ServerCertificate(reading: bytes)
    }

    private static func isPrivate(_ file: OpenFile) -> Bool {
        var found = stat()
        return fstat(file.descriptor, &found) == 0 && found.st_mode & 0o077 == 0 && found.st_uid == getuid()
    }

    private func keep(_ certificate: ServerCertificate) throws(CertificateError) {
        do throws(SystemError) {
            try TemporaryFile.replacePrivate(path, with: Array(certificate.pem.utf8))
        } catch {
            throw .file(path, code: error.code)
        }
    }
}
