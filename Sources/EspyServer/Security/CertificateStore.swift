package import EspyHTTP
package import EspySystem

/// Keeps the certificate of this machine's server, and the authority that vouches for it, in two files, and makes new
/// ones when it has to.
package struct CertificateStore: Sendable {
    /// What a server proves itself with, and what devices may be given to trust it.
    package struct Kept: Sendable, Equatable {
        package let server: ServerCertificate
        package let authority: AuthorityCertificate
    }

    private let folder: String
    private let machine: String
    /// Seconds since 1970.
    private let now: @Sendable () -> Int
    private let random: RandomSource

    private static let day = 86_400
    /// Browsers take no certificate of a server that is good for longer.
    private static let lifetime = 397 * day
    private static let renewal = 30 * day
    /// People put an authority on each device by hand: it is to last.
    private static let authorityLifetime = 3_650 * day
    private static let authorityRenewal = 400 * day
    /// A machine that moves between networks collects names; it does not keep all for ever.
    private static let mostNames = 64
    private static let own = ["localhost", "127.0.0.1", "::1"]

    /// - Parameters:
    ///   - folder: of Espy's data; it exists.
    ///   - machine: its name, for the people who are to trust it.
    package init(
        folder: String, machine: String, now: @escaping @Sendable () -> Int, random: RandomSource = .system
    ) {
        (self.folder, self.machine, self.now, self.random) = (folder, machine, now, random)
    }

    /// Those that are kept, when the certificate is good for a month and for all these names; new ones otherwise. The
    /// authority stays, so that devices that trust it go on doing so, unless it may not vouch for one of the names.
    ///
    /// Addresses of the public network change by themselves: those that the authority does not know are left out.
    ///
    /// - Parameter names: of this machine beside the three of loopback; addresses may be among them.
    package func certificate(for names: some Sequence<String>) throws(CertificateError) -> Kept {
        let wanted = ServerCertificate.usable(Self.own + names.sorted())
        let server = read("certificate") { (bytes) throws(CertificateError) in try ServerCertificate(reading: bytes) }
        // Names of other networks stay: the machine comes back to them.
        let all = Array(ServerCertificate.usable(wanted + (server?.names ?? [])).prefix(Self.mostNames))
        let authority = try authority(for: all)
        let permitted = try authority.permitted(all)
        if let server, server.isVouchedFor(by: authority), server.expires - now() > Self.renewal,
            Set(permitted).isSubset(of: server.names)
        {
            return Kept(server: server, authority: authority.certificate)
        }
        let made = try ServerCertificate.make(
            common: "Espy", names: permitted, serial: random.bytes(16), valid: since(Self.lifetime), by: authority)
        try keep(made.pem, "certificate")
        return Kept(server: made, authority: authority.certificate)
    }

    private func authority(for names: [String]) throws(CertificateError) -> CertificateAuthority {
        let kept = read("authority") { (bytes) throws(CertificateError) in try CertificateAuthority(reading: bytes) }
        if let kept, kept.certificate.expires - now() > Self.authorityRenewal {
            let permitted = try kept.permitted(names)
            if names.allSatisfy({ permitted.contains($0) || ServerCertificate.isAddress($0) }) { return kept }
        }
        let made = try CertificateAuthority.make(
            common: "Espy on \(machine)", names: names, serial: random.bytes(16), valid: since(Self.authorityLifetime))
        try keep(made.pem, "authority")
        return made
    }

    /// Clocks of phones go wrong: it is good since yesterday.
    private func since(_ lifetime: Int) -> Range<Int> {
        let begin = now() - Self.day
        return begin..<begin + lifetime
    }

    /// - Returns: nil when there is none that can be used, or others may have read its key.
    private func read<Value>(_ name: String, as make: ([UInt8]) throws(CertificateError) -> Value) -> Value? {
        guard let (file, status) = try? DiskFile.regular(path(name), followingLinks: false), status.isPrivate,
            let bytes = try? file.read(at: 0, atMost: 1 << 16)
        else { return nil }
        return try? make(bytes)
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).pem" }

    private func keep(_ pem: String, _ name: String) throws(CertificateError) {
        do throws(FileError) {
            try AtomicFile.replacePrivate(path(name), with: Array(pem.utf8))
        } catch {
            throw .file(path(name), code: error.code)
        }
    }
}
