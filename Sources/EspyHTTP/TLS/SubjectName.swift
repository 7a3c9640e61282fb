import Foundation

/// A name that a certificate is for: of a machine, or its address.
struct SubjectName: Hashable, Sendable {
    let text: String
    /// Of an address; nil for a name.
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

    /// Whether it can stand in a certificate: an address, or letters, digits, hyphens and dots.
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
