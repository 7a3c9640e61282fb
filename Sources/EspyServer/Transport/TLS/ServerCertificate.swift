/// What a server that speaks TLS proves itself with.
package struct ServerCertificate: Sendable, Equatable {
    private let key: String
    private let chain: String
    /// SHA-256 of the certificate, as browsers show it.
    package let fingerprint: String
    /// What it is good for.
    package let names: [String]
    /// Seconds since 1970.
    package let expires: Int

    /// TLS 1.2 and 1.3 with ciphers that are not known to be weak; ours is the key that it has to fit.
    private static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:-CIPHER-ALL:+AES-256-GCM:+AES-128-GCM:"
        + "+CHACHA20-POLY1305:%SERVER_PRECEDENCE"

    init(_ certificate: Certificate, _ key: CertificateKey) throws(CertificateError) {
        self.key = try key.pem()
        chain = try certificate.pem()
        fingerprint = try certificate.fingerprint()
        names = certificate.names.map(\.text)
        expires = certificate.expires
    }

    /// What is kept on disk.
    var file: String { key + chain }

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
