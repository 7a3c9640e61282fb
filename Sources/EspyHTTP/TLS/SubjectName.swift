import CGnuTLS
import Foundation

/// A name in a certificate: a machine's name, or its address.
struct SubjectName: Hashable, Sendable {
    let text: String
    /// The bytes of an address; nil for a name.
    let address: [UInt8]?

    init(_ text: String) {
        self.text = text
        address = Self.bytes(of: text, AF_INET, count: 4) ?? Self.bytes(of: text, AF_INET6, count: 16)
    }

    /// - Parameter address: 4 or 16 bytes.
    init?(address: [UInt8]) {
        guard [4, 16].contains(address.count) else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return nil }
        self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.address = address
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// Whether a certificate can contain it: an address, or letters, digits, hyphens and dots.
    var isUsable: Bool {
        address != nil
            || 1...253 ~= text.utf8.count
                && text.utf8.allSatisfy {
                    $0 < 0x80
                        && (Character(Unicode.Scalar($0)).isLetter || $0 == 0x2D || $0 == 0x2E
                            || (0x30...0x39).contains($0))
                }
    }
}

/// The names an authority may sign for: domains with everything below them, and address ranges (RFC 5280, 4.2.1.10).
final class PermittedNames {
    let pointer: gnutls_x509_name_constraints_t

    /// Addresses and names that are not public: those of the machine itself, of homes and offices, of carriers and
    /// private overlays, and those that machines assign themselves.
    private static let privateRanges = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "::1/128",
        "fc00::/7", "fe80::/10",
    ]
    private static let privateNames = ["localhost", "local", "home.arpa", "internal"]

    private init() throws(CertificateError) {
        var pointer: gnutls_x509_name_constraints_t?
        try check(gnutls_x509_name_constraints_init(&pointer))
        guard let pointer else { throw .library("no memory") }
        self.pointer = pointer
    }

    deinit { gnutls_x509_name_constraints_deinit(pointer) }

    /// Permits everything private, and these names.
    convenience init(_ names: [SubjectName]) throws(CertificateError) {
        try self.init()
        for range in Self.privateRanges {
            let parts = range.split(separator: "/")
            guard let address = SubjectName(String(parts[0])).address, let bits = Int(parts[1]) else { continue }
            try permit(address, bits: bits)
        }
        // An authority without any permitted name may sign for all names.
        for name in Self.privateNames { try permit(GNUTLS_SAN_DNSNAME, Array(name.utf8)) }
        for name in names where try !holds(name) {
            if let address = name.address {
                try permit(address, bits: address.count * 8)
            } else {
                try permit(GNUTLS_SAN_DNSNAME, Array(name.text.utf8))
            }
        }
    }

    /// Reads those of an authority.
    /// - Throws: also when the authority is unrestricted.
    convenience init(of certificate: gnutls_x509_crt_t) throws(CertificateError) {
        try self.init()
        try check(gnutls_x509_crt_get_name_constraints(certificate, pointer, 0, nil))
    }

    private func permit(_ address: [UInt8], bits: Int) throws(CertificateError) {
        let mask = address.indices.map { UInt8(truncatingIfNeeded: 0xFF00 >> min(max(bits - $0 * 8, 0), 8)) }
        try permit(GNUTLS_SAN_IPADDRESS, zip(address, mask).map { $0 & $1 } + mask)
    }

    private func permit(_ type: gnutls_x509_subject_alt_name_t, _ bytes: [UInt8]) throws(CertificateError) {
        try check(withDatum(bytes) { gnutls_x509_name_constraints_add_permitted(pointer, type, $0) })
    }

    func holds(_ name: SubjectName) throws(CertificateError) -> Bool {
        let type = name.address == nil ? GNUTLS_SAN_DNSNAME : GNUTLS_SAN_IPADDRESS
        return withDatum(name.address ?? Array(name.text.utf8)) {
            gnutls_x509_name_constraints_check(pointer, type, $0)
        } != 0
    }
}
