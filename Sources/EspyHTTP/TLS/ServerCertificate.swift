/// What a server that speaks TLS proves itself with.
///
/// This folder makes and reads certificates; where they are kept is the business of whoever serves.
package struct ServerCertificate: Sendable, Equatable {
    private let key: String
    private let chain: String
    /// SHA-256 of the certificate, as browsers show it.
    package let fingerprint: String
    /// What it is good for.
    package let names: [String]
    /// Seconds since 1970.
    package let expires: Int

    /// TLS 1.2 and 1.3 with ciphers that are not known to be weak, for keys on curves and of RSA.
    private static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:+AES-256-GCM:"
        + "+AES-128-GCM:+CHACHA20-POLY1305:%SERVER_PRECEDENCE"

    /// A new one that vouches for itself, on the curve P-256.
    ///
    /// - Parameters:
    ///   - common: name of whoever has it, for people.
    ///   - names: of the server; addresses may be among them. What cannot stand in a certificate is left out.
    ///   - serial: random, and never used before.
    ///   - valid: seconds since 1970.
    package static func make(
        common: String, names: [String], serial: [UInt8], valid: Range<Int>
    ) throws(CertificateError) -> ServerCertificate {
        let key = try CertificateKey.make()
        let names = names.map(SubjectName.init).filter(\.isUsable)
        return try ServerCertificate(
            Certificate.make(key, common: common, names: names, serial: serial, valid: valid), key)
    }

    /// One that was made before.
    ///
    /// - Parameter pem: a text with key and certificate, as ``pem``.
    /// - Throws: that one is missing or damaged, or they do not belong together.
    package init(reading pem: [UInt8]) throws(CertificateError) {
        let (key, certificate) = (try CertificateKey.reading(pem), try Certificate.reading(pem))
        guard try key.id() == certificate.keyID() else { throw .library("the key is that of another certificate") }
        try self.init(certificate, key)
    }

    /// One that an authority vouches for, from the two files that it comes in.
    ///
    /// - Parameters:
    ///   - chain: PEM with the certificate of the server first, and those that lead from it to the authority.
    ///   - key: PEM with its key, without a password.
    /// - Throws: that one is missing or damaged, or they do not belong together.
    package init(chain: [UInt8], key: [UInt8]) throws(CertificateError) {
        let (read, certificate) = (try CertificateKey.reading(key), try Certificate.reading(chain))
        guard try read.id() == certificate.keyID() else { throw .library("the key is that of another certificate") }
        self.key = String(decoding: key, as: UTF8.self)
        self.chain = String(decoding: chain, as: UTF8.self)
        fingerprint = try certificate.fingerprint()
        names = certificate.names.map(\.text)
        expires = certificate.expires
    }

    private init(_ certificate: Certificate, _ key: CertificateKey) throws(CertificateError) {
        self.key = try key.pem()
        chain = try certificate.pem()
        fingerprint = try certificate.fingerprint()
        names = certificate.names.map(\.text)
        expires = certificate.expires
    }

    /// Key and certificate as text, to be kept where nobody else can read it.
    package var pem: String { key + chain }

    /// Those of all these names that can stand in a certificate, each once, as it stands there.
    package static func usable(_ names: [String]) -> [String] {
        var seen: Set<SubjectName> = []
        return names.map(SubjectName.init).filter { $0.isUsable && seen.insert($0).inserted }.map(\.text)
    }

    /// Lends key, certificate and priorities, as C knows texts.
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

/// Why there is no certificate.
package enum CertificateError: Error, Equatable, Sendable {
    /// What the library said when it made or signed one.
    case library(String)
    /// It could not be kept.
    case file(String, code: Int32)
}
