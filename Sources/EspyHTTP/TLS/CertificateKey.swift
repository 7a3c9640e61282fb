import CGnuTLS

/// A private key: ours is on the curve P-256.
final class CertificateKey {
    let pointer: gnutls_x509_privkey_t

    private init(pointer: gnutls_x509_privkey_t) { self.pointer = pointer }

    deinit { gnutls_x509_privkey_deinit(pointer) }

    /// A new one.
    static func make() throws(CertificateError) -> CertificateKey {
        let key = try empty()
        try check(gnutls_x509_privkey_generate(key.pointer, GNUTLS_PK_ECDSA, espy_gnutls_p256, 0))
        return key
    }

    /// - Parameter pem: a text with the key in it, and perhaps more.
    static func reading(_ pem: [UInt8]) throws(CertificateError) -> CertificateKey {
        let key = try empty()
        try check(withDatum(pem) { gnutls_x509_privkey_import(key.pointer, $0, GNUTLS_X509_FMT_PEM) })
        return key
    }

    private static func empty() throws(CertificateError) -> CertificateKey {
        var pointer: gnutls_x509_privkey_t?
        try check(gnutls_x509_privkey_init(&pointer))
        guard let pointer else { throw .library("no memory") }
        return CertificateKey(pointer: pointer)
    }

    func pem() throws(CertificateError) -> String {
        String(decoding: try exported { gnutls_x509_privkey_export2(pointer, GNUTLS_X509_FMT_PEM, $0) }, as: UTF8.self)
    }

    /// A hash of the public half, the same for the certificate of this key.
    func id() throws(CertificateError) -> [UInt8] {
        try filled(32) { gnutls_x509_privkey_get_key_id(pointer, GNUTLS_KEYID_USE_SHA256.rawValue, $0, $1) }
    }

    /// - Throws: that it belongs to another certificate.
    func mustBelong(to certificate: Certificate) throws(CertificateError) {
        guard try id() == certificate.keyID() else { throw .library("the key is that of another certificate") }
    }
}

/// - Parameter status: what a function of the library returned; less than 0 is an error.
func check(_ status: Int32) throws(CertificateError) {
    if status < 0 { throw .library(String(cString: gnutls_strerror(status))) }
}

/// Lends bytes to the library.
func withDatum<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result {
    var bytes = bytes
    return bytes.withUnsafeMutableBufferPointer { buffer in
        var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
        return body(&datum)
    }
}

/// Bytes that the library makes and leaves to us.
func exported(_ body: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) throws(CertificateError) -> [UInt8] {
    var datum = gnutls_datum_t()
    try check(body(&datum))
    defer { espy_gnutls_free(datum.data) }
    return Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
}

/// Bytes that the library writes into our buffer.
func filled(
    _ limit: Int, _ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32
) throws(CertificateError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = limit
    let status = bytes.withUnsafeMutableBufferPointer { body($0.baseAddress, &count) }
    try check(status)
    return Array(bytes.prefix(count))
}
