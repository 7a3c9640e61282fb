/// The key and certificate chain of a TLS server.
package struct ServerCertificate: Sendable, Equatable {
    private let key: String
    private let chain: String
    /// SHA-256 of the certificate, as browsers show it.
    package let fingerprint: String
    /// The names and addresses it is valid for.
    package let names: [String]
    /// Seconds since 1970.
    package let expires: Int

    /// TLS 1.2 and 1.3 with ciphers that are not known to be weak, for elliptic-curve and RSA keys.
    private static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:+AES-256-GCM:"
        + "+AES-128-GCM:+CHACHA20-POLY1305:%SERVER_PRECEDENCE"

    /// A new one, on the curve P-256.
    ///
    /// - Parameters:
    ///   - common: the name of its owner, for people.
    ///   - names: the server's, which may include addresses. Those that a certificate cannot contain are left out.
    ///   - serial: random, and never used before.
    ///   - valid: seconds since 1970.
    ///   - authority: signs it, and must be permitted to do so for each of the names.
    package static func make(
        common: String, names: [String], serial: [UInt8], valid: Range<Int>, by authority: CertificateAuthority
    ) throws(CertificateError) -> ServerCertificate {
        let (key, issuer) = (try CertificateKey.make(), Array(authority.pem.utf8))
        let certificate = try Certificate.make(
            key, common: common, names: names.map(SubjectName.init).filter(\.isUsable), serial: serial, valid: valid,
            by: (.reading(issuer), .reading(issuer)))
        return try ServerCertificate(
            chain: Array((certificate.pem() + authority.certificate.pem).utf8), key: Array(key.pem().utf8))
    }

    /// Loads an existing one.
    ///
    /// - Parameter pem: text with the key and certificates, as in ``pem``.
    /// - Throws: when one is missing or damaged, or they do not match.
    package init(reading pem: [UInt8]) throws(CertificateError) {
        let text = String(decoding: pem, as: UTF8.self)
        let chain = text.firstRange(of: "-----BEGIN CERTIFICATE").map { text[$0.lowerBound...] } ?? ""
        try self.init(chain: Array(chain.utf8), key: Array(text.prefix(text.count - chain.count).utf8))
    }

    /// Loads one that an authority signed, from its two files.
    ///
    /// - Parameters:
    ///   - chain: PEM with the server's certificate first, then the intermediate ones up to the authority.
    ///   - key: PEM with its key, without a password.
    /// - Throws: when one is missing or damaged, or they do not match.
    package init(chain: [UInt8], key: [UInt8]) throws(CertificateError) {
        let (read, certificate) = (try CertificateKey.reading(key), try Certificate.reading(chain))
        try read.mustBelong(to: certificate)
        self.key = String(decoding: key, as: UTF8.self)
        self.chain = String(decoding: chain, as: UTF8.self)
        fingerprint = try certificate.fingerprint()
        names = certificate.names.map(\.text)
        expires = certificate.expires
    }

    /// Whether this authority signed it.
    package func isVouchedFor(by authority: CertificateAuthority) -> Bool { chain.hasSuffix(authority.certificate.pem) }

    /// The key and certificates as text; store it where only its owner can read it.
    package var pem: String { key + chain }

    /// Returns those of the names that a certificate can contain, each once, in the form it has there.
    package static func usable(_ names: [String]) -> [String] {
        var seen: Set<SubjectName> = []
        return names.map(SubjectName.init).filter { $0.isUsable && seen.insert($0).inserted }.map(\.text)
    }

    /// Whether a name is an address.
    package static func isAddress(_ name: String) -> Bool { SubjectName(name).address != nil }

    /// Passes the key, certificate and priorities as C strings.
    func withTexts<Result>(
        _ body: (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) -> Result
    ) -> Result {
        var (key, chain, priorities) = (key.utf8CString, chain.utf8CString, Self.priorities.utf8CString)
        return key.withUnsafeMutableBufferPointer { key in
            chain.withUnsafeMutableBufferPointer { chain in
                priorities.withUnsafeMutableBufferPointer { body(key.baseAddress, chain.baseAddress, $0.baseAddress) }
            }
        }
    }
}

/// An error in making, reading or storing a certificate.
package enum CertificateError: Error, Equatable, Sendable {
    /// The library's message when making or signing failed.
    case library(String)
    /// Storing it failed.
    case file(String, code: Int32)
}
