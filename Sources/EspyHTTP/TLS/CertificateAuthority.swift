/// Vouches for the certificates of one machine's server, so that devices that trust it show no warning.
///
/// It can vouch for private names and addresses and for those of the machine, and for nothing else: who steals its key
/// can pretend to be a machine in the network of whoever trusts it, but no site of the public network.
package struct CertificateAuthority: Sendable, Equatable {
    private let key: String
    /// The half that is no secret.
    package let certificate: AuthorityCertificate

    /// A new one, on the curve P-256.
    ///
    /// - Parameters:
    ///   - common: what people see in the list of what their device trusts.
    ///   - names: of the machine; those that are private need not be among them.
    ///   - serial: random, and never used before.
    ///   - valid: seconds since 1970.
    package static func make(
        common: String, names: [String], serial: [UInt8], valid: Range<Int>
    ) throws(CertificateError) -> CertificateAuthority {
        let key = try CertificateKey.make()
        let permitted = try PermittedNames(names.map(SubjectName.init).filter(\.isUsable))
        return try CertificateAuthority(
            Certificate.authority(key, common: common, permitted: permitted, serial: serial, valid: valid), key)
    }

    /// One that was made before.
    ///
    /// - Parameter pem: a text with key and certificate, as ``pem``.
    /// - Throws: that one is missing or damaged, that they do not belong together, or that it may vouch for anything.
    package init(reading pem: [UInt8]) throws(CertificateError) {
        let (key, certificate) = (try CertificateKey.reading(pem), try Certificate.reading(pem))
        try key.mustBelong(to: certificate)
        _ = try certificate.permitted()
        try self.init(certificate, key)
    }

    private init(_ certificate: Certificate, _ key: CertificateKey) throws(CertificateError) {
        self.key = try key.pem()
        self.certificate = try AuthorityCertificate(
            name: certificate.common(), pem: certificate.pem(), bytes: certificate.der(),
            fingerprint: certificate.fingerprint(), expires: certificate.expires)
    }

    /// Key and certificate as text, to be kept where nobody else can read it.
    package var pem: String { key + certificate.pem }

    /// Those of these names that it may vouch for.
    package func permitted(_ names: [String]) throws(CertificateError) -> [String] {
        let permitted = try Certificate.reading(Array(certificate.pem.utf8)).permitted()
        var found: [String] = []
        for name in names where try permitted.holds(SubjectName(name)) { found.append(name) }
        return found
    }
}

/// What devices are given so that they trust an authority.
package struct AuthorityCertificate: Sendable, Equatable {
    /// What people see in the list of what their device trusts.
    package let name: String
    package let pem: String
    /// DER.
    package let bytes: [UInt8]
    /// SHA-256 of ``bytes``, as devices show it.
    package let fingerprint: String
    /// Seconds since 1970.
    package let expires: Int
}
