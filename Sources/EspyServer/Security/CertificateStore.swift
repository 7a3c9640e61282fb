package import EspyHTTP
package import EspySystem

/// Stores the server's certificate and the authority that signed it in two files, and makes new ones when necessary.
package struct CertificateStore: Sendable {
    /// The server's certificate, and the authority for devices to trust.
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
    /// Browsers reject server certificates with a longer lifetime.
    private static let lifetime = 397 * day
    private static let renewal = 30 * day
    /// Users install an authority on each device by hand, so it lasts long.
    private static let authorityLifetime = 3_650 * day
    private static let authorityRenewal = 400 * day
    /// A machine that moves between networks collects names; this is the maximum.
    private static let mostNames = 64
    private static let own = ["localhost", "127.0.0.1", "::1"]

    /// - Parameters:
    ///   - folder: Espy's data folder, which exists.
    ///   - machine: Its name, for the users who are to trust it.
    package init(
        folder: String, machine: String, now: @escaping @Sendable () -> Int, random: RandomSource = .system
    ) {
        (self.folder, self.machine, self.now, self.random) = (folder, machine, now, random)
    }

    /// Returns the stored certificate if it is valid for another month and for all these names, and otherwise a new
    /// one. The authority stays, so that devices continue to trust it, unless it may not sign one of the names.
    ///
    /// Public addresses change automatically: those that the authority does not allow are left out.
    ///
    /// - Parameter names: Names and addresses of this machine, in addition to the three of loopback.
    package func certificate(for names: some Sequence<String>) throws(CertificateError) -> Kept {
        let wanted = ServerCertificate.usable(Self.own + names.sorted())
        let server = read("certificate") { (bytes) throws(CertificateError) in try ServerCertificate(reading: bytes) }
        // Keep names from other networks, because the machine may return to them.
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

    /// Valid since yesterday, because the clocks of phones may be wrong.
    private func since(_ lifetime: Int) -> Range<Int> {
        let begin = now() - Self.day
        return begin..<begin + lifetime
    }

    /// - Returns: nil if there is no usable one, or others could have read its key.
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
