/// A message split into the codewords that begin the symbol and the tokens that follow.
struct MessageFrame {
    private(set) var header: [UInt8] = []
    private(set) var tokens: [EncodingToken] = []
    /// Bytes of the payload that the header represents.
    private(set) var skipped = 0

    init(_ message: Message) throws(EncodingError) {
        if let place = message.structuredAppend {
            header = [ASCII.structuredAppend] + place.codewords
            let isAlone = message.kind.macroFrame != nil || message.isReaderProgramming
            if isAlone { throw .structuredAppendWith(message.kind) }
        }
        let body = try addKind(message)
        try addTokens(message, body)
    }

    /// Adds the codeword for the kind, and returns the bytes of the payload that remain to be written.
    private mutating func addKind(_ message: Message) throws(EncodingError) -> Range<Int> {
        let bytes = message.bytes
        switch message.kind {
        case .plain: return bytes.indices
        case .gs1: header.append(ASCII.separator)
        case .readerProgramming: header.append(ASCII.readerProgramming)
        case .macro05, .macro06: return try addMacro(message)
        case .industry: try addIndustry(message)
        }
        return skipped..<bytes.count
    }

    private mutating func addMacro(_ message: Message) throws(EncodingError) -> Range<Int> {
        guard
            let (head, tail) = message.kind.macroFrame, message.bytes.count >= head.count + tail.count,
            message.bytes.starts(with: head), message.bytes.suffix(tail.count).elementsEqual(tail)
        else { throw .payloadDoesNotFit(message.kind) }
        header.append(message.kind == .macro05 ? ASCII.macro05 : ASCII.macro06)
        skipped = head.count
        return head.count..<(message.bytes.count - tail.count)
    }

    private mutating func addIndustry(_ message: Message) throws(EncodingError) {
        let start = message.bytes.prefix(2).map(EncodingToken.byte)
        if start.count == 2, let tens = start[0].digit, let ones = start[1].digit {
            header.append(ASCII.digits.lowerBound + 10 * tens + ones)
            skipped = 2
        } else if case .byte(let letter) = start.first, 0x41...0x5A ~= letter & 0xDF {
            header.append(letter + 1)
            skipped = 1
        } else {
            throw .payloadDoesNotFit(.industry)
        }
        header.append(ASCII.separator)
    }

    private mutating func addTokens(_ message: Message, _ body: Range<Int>) throws(EncodingError) {
        var changes = message.interpretations[...]
        let isGS1 = message.isGS1
        var last = 0
        func due(_ offset: Int) throws(EncodingError) -> Int? {
            guard let change = changes.first, change.offset <= offset else { return nil }
            guard change.offset >= last, Interpretation.range ~= change.eci else {
                throw .invalidInterpretation(change)
            }
            last = change.offset
            changes.removeFirst()
            return change.eci
        }
        for offset in body {
            while let eci = try due(offset) { tokens.append(.interpretation(eci)) }
            let byte = message.bytes[offset]
            tokens.append(isGS1 && byte == 0x1D ? .separator : .byte(byte))
        }
        while let eci = try due(.max) { tokens.append(.interpretation(eci)) }
    }
}

/// The units for which modes are chosen, one after the other.
enum EncodingToken: Sendable, Hashable {
    case byte(UInt8)
    /// FNC1, which separates GS1 element strings; GS in the payload.
    case separator
    /// ECI.
    case interpretation(Int)

    /// The number of codewords in ASCII mode.
    var asciiCost: Int {
        switch self {
        case .byte(let byte): byte < 128 ? 1 : 2
        case .separator: 1
        case .interpretation(let eci): eci < 127 ? 2 : eci < 16383 ? 3 : 4
        }
    }

    var digit: UInt8? {
        guard case .byte(let byte) = self, 0x30...0x39 ~= byte else { return nil }
        return byte - 0x30
    }

    /// The byte for the token without FNC1.
    var byte: UInt8? {
        switch self {
        case .byte(let byte): byte
        case .separator: 0x1D
        case .interpretation: nil
        }
    }

    /// Values in C40, Text or X12; `nil` if the mode lacks the token.
    func values(in set: TripleSet) -> [UInt8]? {
        switch self {
        case .byte(let byte): set.values(of: byte)
        case .separator: set == .x12 ? nil : [TripleSet.shift2, TripleSet.separator]
        case .interpretation: nil
        }
    }

    /// Whether the mode can write the token.
    func isEncodable(in encodation: Encodation) -> Bool {
        switch encodation {
        case .ascii: true
        case .c40, .text, .x12: encodation.tripleSet.flatMap(values) != nil
        case .edifact: self != .separator && byte.flatMap(EDIFACT.value) != nil
        case .base256: byte != nil
        }
    }
}
