/// A message split into the codewords that open the symbol and the tokens that follow.
struct MessageFrame {
    private(set) var header: [UInt8] = []
    private(set) var tokens: [EncodingToken] = []
    /// Bytes of the payload that the header stands for.
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

    /// The bytes of the payload that are left to be written.
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
