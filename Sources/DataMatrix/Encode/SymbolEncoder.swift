/// Encodes messages as symbols.
public struct SymbolEncoder: Sendable, Hashable {
    /// The allowed sizes; the encoder uses the one with the fewest data codewords that is large enough.
    public enum Shape: Sendable, Hashable {
        /// The 24 squares.
        case square
        /// The 6 rectangles of ISO/IEC 16022.
        case rectangular
        /// The 6 rectangles and the 18 long ones of ISO/IEC 21471, which not every reader supports.
        case extended
        /// Only this size.
        case exact(SymbolSize)
    }

    public var shape: Shape
    /// One mode for the whole message; `nil` for the mix with the fewest codewords. If the last characters do not
    /// complete a group of a fixed mode, they are written in ASCII, as the standard requires.
    public var encodation: Encodation?

    public init(shape: Shape = .square, encodation: Encodation? = nil) {
        self.shape = shape
        self.encodation = encodation
    }

    public func encode(_ bytes: [UInt8]) throws(EncodingError) -> Symbol {
        try encode(Message(bytes: bytes))
    }

    /// Encodes text as ISO/IEC 8859-1 if that has all the characters, otherwise as UTF-8 after ECI 26.
    public func encode(_ text: String) throws(EncodingError) -> Symbol {
        try encode(Message(text: text))
    }

    /// Interpretations that begin inside the header or trailer of a macro move to the border of its body.
    public func encode(_ message: Message) throws(EncodingError) -> Symbol {
        let frame = try MessageFrame(message)
        try checkEncodable(frame)
        let sizes = candidates
        for size in sizes where 2 * (size.dataCodewords - frame.header.count) >= frame.tokens.count {
            var planner = EncodingPlanner(frame, encodation: encodation, capacity: size.dataCodewords)
            guard let runs = planner.plan() else { continue }
            var writer = CodewordWriter(frame)
            for run in runs { writer.write(run) }
            writer.pad(to: size.dataCodewords)
            return Symbol(size: size, dataCodewords: writer.codewords)
        }
        throw .tooLong(needed: needed(frame), available: sizes.last?.dataCodewords ?? 0)
    }

    private var candidates: [SymbolSize] {
        let sizes: [SymbolSize]
        switch shape {
        case .square: sizes = SymbolSize.square
        case .rectangular: sizes = SymbolSize.rectangular
        case .extended: sizes = SymbolSize.rectangular + SymbolSize.extended
        case .exact(let size): sizes = [size]
        }
        return sizes.sorted { ($0.dataCodewords, $0.rows * $0.columns) < ($1.dataCodewords, $1.rows * $1.columns) }
    }

    private func checkEncodable(_ frame: MessageFrame) throws(EncodingError) {
        guard let encodation else { return }
        var offset = frame.skipped
        for token in frame.tokens {
            guard let byte = token.byte else { continue }
            if !token.isEncodable(in: encodation) {
                throw .notEncodable(byte: byte, offset: offset, encodation)
            }
            offset += 1
        }
    }

    private func needed(_ frame: MessageFrame) -> Int {
        // Two digits per codeword is the densest; planning is pointless for a message that is far too long.
        let least = frame.header.count + (frame.tokens.count + 1) / 2
        guard least < 2 * SymbolSize.square[23].dataCodewords else { return least }
        var planner = EncodingPlanner(frame, encodation: encodation, capacity: EncodingPlanner.unlimited)
        var writer = CodewordWriter(frame)
        for run in planner.plan() ?? [] { writer.write(run) }
        return writer.codewords.count
    }
}

/// A reason why a message cannot be encoded.
public enum EncodingError: Error, Hashable {
    /// None of the allowed sizes is large enough. `needed` is the least number of data codewords, `available` that of
    /// the largest size.
    case tooLong(needed: Int, available: Int)
    /// The requested mode lacks this byte of the message.
    case notEncodable(byte: UInt8, offset: Int, Encodation)
    /// The bytes lack what the kind of message requires: the header and trailer of a macro, or the letter or two digits
    /// before an industry's data.
    case payloadDoesNotFit(Message.Kind)
    /// Structured append cannot be combined with macros or reader programming.
    case structuredAppendWith(Message.Kind)
    /// An interpretation is outside 0 to 999999, or not in order of offset.
    case invalidInterpretation(Interpretation)
}

/// Turns runs into codewords.
private struct CodewordWriter {
    private(set) var codewords: [UInt8]
    private let tokens: [EncodingToken]

    init(_ frame: MessageFrame) {
        codewords = frame.header
        tokens = frame.tokens
    }

    mutating func write(_ run: EncodingRun) {
        if let latch = run.encodation.latch { codewords.append(latch) }
        switch run.encodation {
        case .ascii: writeASCII(tokens[run.range])
        case .c40: writeTriples(run, .c40)
        case .text: writeTriples(run, .text)
        case .x12: writeTriples(run, .x12)
        case .edifact: writeEDIFACT(run)
        case .base256: writeBase256(run)
        }
    }

    /// Fills up to `capacity` codewords.
    mutating func pad(to capacity: Int) {
        if codewords.count < capacity { codewords.append(Randomizer.pad) }
        while codewords.count < capacity { codewords.append(Randomizer.pad(at: codewords.count + 1)) }
    }

    private mutating func writeASCII(_ run: ArraySlice<EncodingToken>) {
        var rest = run
        while let token = rest.popFirst() {
            if let tens = token.digit, let ones = rest.first?.digit {
                rest.removeFirst()
                codewords.append(ASCII.digits.lowerBound + 10 * tens + ones)
                continue
            }
            switch token {
            case .byte(let byte):
                if byte >= 128 { codewords.append(ASCII.upperShift) }
                codewords.append(byte & 127 + 1)
            case .separator: codewords.append(ASCII.separator)
            case .interpretation(let eci): writeInterpretation(eci)
            }
        }
    }

    private mutating func writeInterpretation(_ eci: Int) {
        codewords.append(ASCII.interpretation)
        if eci < 127 {
            codewords.append(UInt8(eci + 1))
        } else if eci < 16383 {
            let number = eci - 127
            codewords += [UInt8(number / 254 + 128), UInt8(number % 254 + 1)]
        } else {
            let number = eci - 16383
            codewords += [UInt8(number / 64516 + 192), UInt8(number / 254 % 254 + 1), UInt8(number % 254 + 1)]
        }
    }

    private mutating func writeTriples(_ run: EncodingRun, _ set: TripleSet) {
        var values = tokens[run.range].flatMap { $0.values(in: set) ?? [] }
        if values.count % 3 == 2 { values.append(TripleSet.shift1) }
        for start in stride(from: 0, to: values.count - 2, by: 3) {
            let packed = 1600 * Int(values[start]) + 40 * Int(values[start + 1]) + Int(values[start + 2]) + 1
            codewords += [UInt8(packed >> 8), UInt8(packed & 255)]
        }
        if run.ending == .unlatch { codewords.append(TripleSet.latch) }
    }

    private mutating func writeEDIFACT(_ run: EncodingRun) {
        var values = tokens[run.range].compactMap { $0.byte.flatMap(EDIFACT.value) }
        if run.ending == .unlatch { values.append(EDIFACT.unlatch) }
        for start in stride(from: 0, to: values.count, by: 4) {
            let group = values[start..<min(start + 4, values.count)]
            var packed = group.reduce(0) { $0 << 6 | Int($1) }
            packed <<= 6 * (4 - group.count)
            let used = (6 * group.count + 7) / 8
            codewords += [16, 8, 0].prefix(used).map { UInt8(packed >> $0 & 255) }
        }
    }

    private mutating func writeBase256(_ run: EncodingRun) {
        let count = run.range.count
        if run.ending == .implied {
            appendMasked(0)
        } else if count < 250 {
            appendMasked(UInt8(count))
        } else {
            // A longer run than the field can hold fits no symbol: it is written only to count its codewords.
            appendMasked(UInt8(clamping: count / 250 + 249))
            appendMasked(UInt8(count % 250))
        }
        for token in tokens[run.range] { appendMasked(token.byte ?? 0) }
    }

    private mutating func appendMasked(_ value: UInt8) {
        codewords.append(Randomizer.mask(value, at: codewords.count + 1))
    }
}

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
