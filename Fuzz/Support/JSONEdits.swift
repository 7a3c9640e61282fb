/// Changes to a JSON text, so that inputs get past the first brace.
enum JSONEdits {
    /// Leaves out, doubles or replaces up to 8 of the pieces of `text`, as the input says.
    static func changed(_ text: String, by input: inout Input) -> [UInt8] {
        var pieces = pieces(of: Array(text.utf8))
        for _ in 0..<input.next() % 9 {
            let place = input.below(pieces.count)
            switch input.next() % 8 {
            case 0: pieces[place] = []
            case 1: pieces[place] += pieces[place]
            case 2: pieces.swapAt(place, input.below(pieces.count))
            case 3: pieces[place] = pieces[input.below(pieces.count)]
            default: pieces[place] = value(&input)
            }
        }
        return Array(pieces.joined())
    }

    private static func value(_ input: inout Input) -> [UInt8] {
        let choice = Int(input.next())
        let text =
            switch choice {
            case 0..<120: values[choice % values.count]
            case 120..<160: String(Int64(bitPattern: input.word()))
            case 160..<200: String(input.below(1 << 16))
            case 200..<230: "\(Double(bitPattern: input.word()))"
            default: "\"" + String(repeating: "é", count: input.below(300)) + "\""
            }
        return Array(text.utf8)
    }

    private static let values = [
        "0", "-0", "1", "-1", "2147483648", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "1e308", "-1e308", "1.8e308", "1e-320", "0.5", "1e19", "-1e19", "null", "true", "false", "\"\"", "[]", "{}",
        "[1e308,-1e308]", "\"/etc/passwd\"", "\"..\"", "\"\\u0000\"", "\"=1+1\"", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
    ]

    /// Keeps quoted texts and numbers whole; everything else is split into bytes.
    private static func pieces(of text: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var isQuoted = false
        for byte in text {
            let isPart = isQuoted || isWord(byte) && pieces.last?.last.map(isWord) == true
            if isPart { pieces[pieces.count - 1].append(byte) } else { pieces.append([byte]) }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        }
        return pieces
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }
}
