import Foundation

/// Where a client believes it is talking to: a `Host` field, or what stands behind the scheme of an `Origin`.
package struct HostField: Equatable, Sendable {
    /// In lower case; an IPv6 address in its shortest form, without brackets.
    package let name: String
    package let port: Int?

    /// - Returns: nil for anything but a plain name or address and perhaps a port. Nobody who means well sends user
    ///   names, paths, escapes or other alphabets here.
    package init?(_ text: String) {
        guard text.utf8.count <= 300 else { return nil }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"),
                let address = Self.shortest(text[text.index(after: text.startIndex)..<end])
            else { return nil }
            name = address
            guard let port = Self.port(text[text.index(after: end)...]) else { return nil }
            self.port = port.number
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            let name = text[..<end].lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
            self.name = name
            guard let port = Self.port(text[end...]) else { return nil }
            self.port = port.number
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// What follows the name: nothing, or a colon and a number.
    private static func port(_ text: Substring) -> (number: Int?, Void)? {
        if text.isEmpty { return (nil, ()) }
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), digits.first != "0",
            let number = Int(digits), number <= 65535
        else { return nil }
        return (number, ())
    }

    /// An IPv6 address as everybody writes it (RFC 5952).
    static func shortest(_ address: some StringProtocol) -> String? {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, String(address), &bytes) == 1 else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
