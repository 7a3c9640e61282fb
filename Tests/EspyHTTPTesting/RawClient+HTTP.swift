extension RawClient {
    /// A request without a body.
    package func ask(_ target: String, method: String = "GET", fields: String = "") {
        send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    /// Receives the given number of complete answers that have a `Content-Length`.
    package func answers(_ count: Int, within seconds: Double = 20) -> RawAnswer {
        receive(within: seconds) { $0.bodies.count >= count }
    }
}

extension RawAnswer {
    /// The bodies of the complete answers received so far, in order.
    package var bodies: [String] {
        var bodies: [String] = []
        var rest = bytes[...]
        while let (head, body) = Self.split(rest) {
            let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
            guard body.count >= length else { break }
            bodies.append(String(decoding: body.prefix(length), as: UTF8.self))
            rest = body.dropFirst(length)
        }
        return bodies
    }

    /// The body of one chunked answer as far as it has arrived, and whether it is complete.
    package var stream: (text: String, isWhole: Bool) {
        guard var rest = Self.split(bytes[...])?.1 else { return ("", false) }
        var text: [UInt8] = []
        while let end = rest.firstIndex(of: 0x0D) {
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) ?? 0
            guard rest.endIndex - end >= size + 4 else { break }
            if size == 0 { return (String(decoding: text, as: UTF8.self), true) }
            text += rest[(end + 2)..<(end + 2 + size)]
            rest = rest[(end + size + 4)...]
        }
        return (String(decoding: text, as: UTF8.self), false)
    }

    /// Splits head and body at the empty line.
    private static func split(_ bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
        var rest = bytes
        while let at = rest.firstIndex(of: 0x0D), at + 4 <= bytes.endIndex {
            if bytes[at + 1] == 0x0A, bytes[at + 2] == 0x0D, bytes[at + 3] == 0x0A {
                return (String(decoding: bytes[..<at], as: UTF8.self), bytes[(at + 4)...])
            }
            rest = bytes[(at + 1)...]
        }
        return nil
    }
}
