import CGnuTLS
import Foundation

/// An X.509 certificate.
final class Certificate {
    private let pointer: gnutls_x509_crt_t

    private init(pointer: gnutls_x509_crt_t) { self.pointer = pointer }

    deinit { gnutls_x509_crt_deinit(pointer) }

    private static func empty() throws(CertificateError) -> Certificate {
        var pointer: gnutls_x509_crt_t?
        try check(gnutls_x509_crt_init(&pointer))
        guard let pointer else { throw .library("no memory") }
        return Certificate(pointer: pointer)
    }

    /// Makes a server certificate.
    ///
    /// - Parameters:
    ///   - common: the name of its owner.
    ///   - names: the server's names and addresses.
    ///   - serial: random, and never used before.
    ///   - valid: seconds since 1970.
    ///   - issuer: signs it.
    static func make(
        _ key: CertificateKey, common: String, names: [SubjectName], serial: [UInt8], valid: Range<Int>,
        by issuer: (certificate: Certificate, key: CertificateKey)
    ) throws(CertificateError) -> Certificate {
        let certificate = try described(key, common, serial: serial, valid: valid)
        try certificate.add(names)
        // Useless for anything but this server, even if a thief gets the key.
        try check(gnutls_x509_crt_set_basic_constraints(certificate.pointer, 0, -1))
        try check(gnutls_x509_crt_set_key_usage(certificate.pointer, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
        return try certificate.signed(by: issuer.certificate, issuer.key)
    }

    /// Makes a self-signed authority, which may sign server certificates within `permitted`.
    static func authority(
        _ key: CertificateKey, common: String, permitted: PermittedNames, serial: [UInt8], valid: Range<Int>
    ) throws(CertificateError) -> Certificate {
        let certificate = try described(key, common, serial: serial, valid: valid)
        // Signs server certificates only, not further authorities.
        try check(gnutls_x509_crt_set_basic_constraints(certificate.pointer, 1, 0))
        try check(gnutls_x509_crt_set_key_usage(certificate.pointer, UInt32(GNUTLS_KEY_KEY_CERT_SIGN)))
        try check(gnutls_x509_crt_set_name_constraints(certificate.pointer, permitted.pointer, 1))
        return try certificate.signed(by: certificate, key)
    }

    private static func described(
        _ key: CertificateKey, _ common: String, serial: [UInt8], valid: Range<Int>
    ) throws(CertificateError) -> Certificate {
        let certificate = try empty()
        try certificate.describe(common, serial: serial, valid: valid)
        try check(gnutls_x509_crt_set_key(certificate.pointer, key.pointer))
        let id = try key.id()
        try check(gnutls_x509_crt_set_subject_key_id(certificate.pointer, id, id.count))
        try check(gnutls_x509_crt_set_key_purpose_oid(certificate.pointer, GNUTLS_KP_TLS_WWW_SERVER, 0))
        return certificate
    }

    private func signed(by issuer: Certificate, _ key: CertificateKey) throws(CertificateError) -> Certificate {
        let id = try key.id()
        try check(gnutls_x509_crt_set_authority_key_id(pointer, id, id.count))
        try check(gnutls_x509_crt_sign2(pointer, issuer.pointer, key.pointer, GNUTLS_DIG_SHA256, 0))
        // The library knows the names in certificates that it has read, but not in those it has written.
        return try Self.reading(Array(pem().utf8))
    }

    private func describe(_ common: String, serial: [UInt8], valid: Range<Int>) throws(CertificateError) {
        try check(gnutls_x509_crt_set_version(pointer, 3))
        // A positive number: the first bit is the sign.
        let serial = [serial[0] & 0x7F | 0x40] + serial.dropFirst()
        try check(gnutls_x509_crt_set_serial(pointer, serial, serial.count))
        try check(gnutls_x509_crt_set_activation_time(pointer, valid.lowerBound))
        try check(gnutls_x509_crt_set_expiration_time(pointer, valid.upperBound))
        try check(
            gnutls_x509_crt_set_dn_by_oid(pointer, GNUTLS_OID_X520_COMMON_NAME, 0, common, UInt32(common.utf8.count)))
    }

    private func add(_ names: [SubjectName]) throws(CertificateError) {
        for name in names {
            let type = name.address == nil ? GNUTLS_SAN_DNSNAME : GNUTLS_SAN_IPADDRESS
            let bytes = name.address ?? Array(name.text.utf8)
            try check(
                gnutls_x509_crt_set_subject_alt_name(
                    pointer, type, bytes, UInt32(bytes.count), UInt32(GNUTLS_FSAN_APPEND)))
        }
    }

    /// - Parameter pem: PEM text with the certificate, possibly with more.
    static func reading(_ pem: [UInt8]) throws(CertificateError) -> Certificate {
        let certificate = try empty()
        try check(withDatum(pem) { gnutls_x509_crt_import(certificate.pointer, $0, GNUTLS_X509_FMT_PEM) })
        return certificate
    }

    func pem() throws(CertificateError) -> String {
        String(decoding: try exported { gnutls_x509_crt_export2(pointer, GNUTLS_X509_FMT_PEM, $0) }, as: UTF8.self)
    }

    func der() throws(CertificateError) -> [UInt8] {
        try exported { gnutls_x509_crt_export2(pointer, GNUTLS_X509_FMT_DER, $0) }
    }

    /// The names that an authority's certificate may sign for.
    func permitted() throws(CertificateError) -> PermittedNames { try PermittedNames(of: pointer) }

    func keyID() throws(CertificateError) -> [UInt8] {
        try filled(32) { gnutls_x509_crt_get_key_id(pointer, GNUTLS_KEYID_USE_SHA256.rawValue, $0, $1) }
    }

    /// SHA-256 of the whole certificate, as browsers show it.
    func fingerprint() throws(CertificateError) -> String {
        let bytes = try filled(32) { gnutls_x509_crt_get_fingerprint(pointer, GNUTLS_DIG_SHA256, $0, $1) }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }

    /// The name of its owner.
    func common() throws(CertificateError) -> String {
        let bytes = try filled(256) {
            gnutls_x509_crt_get_dn_by_oid(pointer, GNUTLS_OID_X520_COMMON_NAME, 0, 0, $0, $1)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Seconds since 1970.
    var expires: Int { gnutls_x509_crt_get_expiration_time(pointer) }

    var names: [SubjectName] {
        (0..<UInt32.max).lazy.map { self.name(at: $0) }.prefix { $0 != nil }.compactMap(\.self).filter(\.isUsable)
    }

    private func name(at index: UInt32) -> SubjectName? {
        var type: Int32 = 0
        let bytes = try? filled(256) { bytes, count in
            type = gnutls_x509_crt_get_subject_alt_name(pointer, index, bytes, count, nil)
            return type
        }
        guard let bytes else { return nil }
        if type == Int32(GNUTLS_SAN_IPADDRESS.rawValue) { return SubjectName(address: bytes) ?? SubjectName("") }
        return SubjectName(String(decoding: bytes, as: UTF8.self))
    }
}

/// A private key; new ones are on the curve P-256.
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

    /// - Parameter pem: PEM text with the key, possibly with more.
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

    /// A hash of the public key, the same for this key and its certificate.
    func id() throws(CertificateError) -> [UInt8] {
        try filled(32) { gnutls_x509_privkey_get_key_id(pointer, GNUTLS_KEYID_USE_SHA256.rawValue, $0, $1) }
    }

    /// - Throws: when the key belongs to another certificate.
    func mustBelong(to certificate: Certificate) throws(CertificateError) {
        guard try id() == certificate.keyID() else { throw .library("the key does not match the certificate") }
    }
}

/// - Parameter status: the library's return value; below 0 is an error.
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

/// Returns bytes that the library allocates and the caller frees.
func exported(_ body: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) throws(CertificateError) -> [UInt8] {
    var datum = gnutls_datum_t()
    try check(body(&datum))
    defer { espy_gnutls_free(datum.data) }
    return Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
}

/// Returns bytes that the library writes into our buffer.
func filled(
    _ limit: Int, _ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32
) throws(CertificateError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = limit
    let status = bytes.withUnsafeMutableBufferPointer { body($0.baseAddress, &count) }
    try check(status)
    return Array(bytes.prefix(count))
}
