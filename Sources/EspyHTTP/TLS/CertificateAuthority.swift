/// Signs the certificates of one machine's server, so that devices that trust it show no warning.
///
/// It can sign only for private names and addresses and for the machine's own: with a stolen key, a thief can
/// impersonate machines in the networks of those who trust it, but no public site.
package struct CertificateAuthority: Sendable, Equatable {
    private let key: String
    /// The public half.
    package let certificate: AuthorityCertificate

    /// A new one, on the curve P-256.
    ///
    /// - Parameters:
    ///   - common: the name shown in a device's list of trusted authorities.
    ///   - names: the machine's; private ones may be left out.
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

    /// Loads an existing one.
    ///
    /// - Parameter pem: text with the key and certificate, as in ``pem``.
    /// - Throws: when one is missing or damaged, they do not match, or the authority is unrestricted.
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

    /// The key and certificate as text; store it where only its owner can read it.
    package var pem: String { key + certificate.pem }

    /// Returns those of the names that it may sign for.
    package func permitted(_ names: [String]) throws(CertificateError) -> [String] {
        let permitted = try Certificate.reading(Array(certificate.pem.utf8)).permitted()
        var found: [String] = []
        for name in names where try permitted.holds(SubjectName(name)) { found.append(name) }
        return found
    }
}

/// The certificate that devices install to trust an authority.
package struct AuthorityCertificate: Sendable, Equatable {
    /// The name shown in a device's list of trusted authorities.
    package let name: String
    package let pem: String
    /// DER.
    package let bytes: [UInt8]
    /// SHA-256 of ``bytes``, as devices show it.
    package let fingerprint: String
    /// Seconds since 1970.
    package let expires: Int
}
