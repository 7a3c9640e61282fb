/// Parses corrected data codewords (ISO/IEC 16022 clause 5.2).
///
/// Strict by default: what the standard does not allow is nearly always a misread, so it fails instead of being
/// repaired. Some encoders produce it anyway, and other readers accept it; if a misread is impossible,
/// ``Rules/asOthersRead`` accepts it, too.
package struct MessageParser {
    package struct Output: Sendable, Equatable {
        package let message: Message
        /// The number of pad codewords, if all of them have the prescribed value; otherwise 0.
        package let padCount: Int
    }

    /// The rules for a valid message.
    package enum Rules: Sendable {
        /// The rules of the standard.
        case standard
        /// Also accepts any padding after the first pad codeword, shifts with nothing after them before an unlatch,
        /// padding or the end, unlatches that have nothing to end, filled bits after an unlatch of EDIFACT, unusual
        /// counts of Base 256, and any file identification.
        case asOthersRead
    }

    private let codewords: [UInt8]
    private let rules: Rules
    /// Index of the next codeword.
    private var index = 0
    private var bytes: [UInt8] = []
    private var interpretations: [Interpretation] = []
    private var kind = Message.Kind.plain
    private var structuredAppend: StructuredAppend?
    private var padCount = 0

    /// - Parameter codewords: all data codewords of a symbol, including padding.
    package static func parse(
        _ codewords: [UInt8], _ rules: Rules = .standard
    ) throws(MessageError) -> Output {
        var parser = MessageParser(codewords, rules)
        try parser.parseHeader()
        while parser.remaining > 0 { try parser.parseCharacter() }
        parser.bytes += parser.kind.macroFrame?.trailer ?? []
        let message = Message(
            bytes: parser.bytes, kind: parser.kind, interpretations: parser.interpretations,
            structuredAppend: parser.structuredAppend)
        return Output(message: message, padCount: parser.padCount)
    }

    private init(_ codewords: [UInt8], _ rules: Rules) {
        self.codewords = codewords
        self.rules = rules
        bytes.reserveCapacity(2 * codewords.count)
    }

    /// Whether a violation of the standard counts as a misread.
    private var isStrict: Bool { rules == .standard }

    private var remaining: Int { codewords.count - index }

    private mutating func next() throws(MessageError) -> UInt8 {
        guard index < codewords.count else { throw .truncated }
        index += 1
        return codewords[index - 1]
    }

    /// Parses codewords that are special only at the very start.
    private mutating func parseHeader() throws(MessageError) {
        switch codewords.first {
        case ASCII.structuredAppend:
            guard codewords.count >= 4 else { throw .truncated }
            structuredAppend = StructuredAppend(codewords: codewords[1..<4])
            guard let structuredAppend, !isStrict || structuredAppend.isStandard else { throw .invalidCodeword }
            index = 4
        case ASCII.readerProgramming: start(.readerProgramming)
        case ASCII.macro05: start(.macro05)
        case ASCII.macro06: start(.macro06)
        default: break
        }
        if kind == .plain { parseApplication() }
    }

    /// FNC1 as the first codeword of the data, or as the second after a letter or two digits.
    private mutating func parseApplication() {
        if remaining >= 1, codewords[index] == ASCII.separator { return start(.gs1) }
        guard remaining >= 2, codewords[index + 1] == ASCII.separator else { return }
        switch codewords[index] {
        case 0x42...0x5B, 0x62...0x7B: bytes.append(codewords[index] - 1)
        case ASCII.digits: appendDigits(codewords[index])
        default: return
        }
        kind = .industry
        index += 2
    }

    private mutating func start(_ kind: Message.Kind) {
        self.kind = kind
        index += 1
        bytes += kind.macroFrame?.header ?? []
    }

    /// One character, or one run in another mode, beginning in ASCII.
    private mutating func parseCharacter() throws(MessageError) {
        let codeword = try next()
        switch codeword {
        case 1...128: bytes.append(codeword - 1)
        case ASCII.pad: try parsePadding()
        case ASCII.digits: appendDigits(codeword)
        case ASCII.separator: bytes.append(0x1D)
        case ASCII.upperShift: try parseUpperShift()
        case ASCII.interpretation: try parseInterpretation()
        case ASCII.latchC40: try parseTriples(.c40)
        case ASCII.latchText: try parseTriples(.text)
        case ASCII.latchX12: try parseTriples(.x12)
        case ASCII.latchEDIFACT: try parseEDIFACT()
        case ASCII.latchBase256: try parseBase256()
        // After the end of another mode, or twice: ASCII is already active.
        case TripleSet.latch where !isStrict: break
        default: throw .invalidCodeword
        }
    }

    private mutating func appendDigits(_ codeword: UInt8) {
        let number = codeword - ASCII.digits.lowerBound
        bytes.append(0x30 + number / 10)
        bytes.append(0x30 + number % 10)
    }

    private mutating func parseUpperShift() throws(MessageError) {
        if !isStrict, remaining == 0 || codewords[index] == ASCII.pad { return }
        let codeword = try next()
        guard 1...128 ~= codeword else { throw .invalidCodeword }
        bytes.append(codeword + 127)
    }

    private mutating func parsePadding() throws(MessageError) {
        let start = index
        while index < codewords.count, codewords[index] == Randomizer.pad(at: index + 1) { index += 1 }
        // Other padding is no evidence.
        if index == codewords.count { padCount = index - start + 1 } else if isStrict { throw .wrongPadding }
        index = codewords.count
    }
}

extension MessageParser {
    /// Four characters of six bits in three codewords, up to the unlatch value. If fewer than three codewords are left
    /// in the symbol, they are ASCII.
    private mutating func parseEDIFACT() throws(MessageError) {
        while remaining >= 3 {
            let packed = Int(try next()) << 16 | Int(try next()) << 8 | Int(try next())
            for place in 0..<4 {
                let value = UInt8(packed >> (18 - 6 * place) & 63)
                if value == EDIFACT.unlatch { return try leaveEDIFACT(place: place, packed: packed) }
                bytes.append(EDIFACT.byte(of: value))
            }
        }
    }

    /// Steps back over the codewords that the unlatch value does not reach; the rest of its own one must be zeros.
    private mutating func leaveEDIFACT(place: Int, packed: Int) throws(MessageError) {
        let used = (6 * (place + 1) + 7) / 8
        let fill = packed >> (8 * (3 - used)) & (1 << (8 * used - 6 * (place + 1)) - 1)
        guard fill == 0 || !isStrict else { throw .invalidCodeword }
        index -= 3 - used
    }

    /// Whole bytes after their count. The count 0 means: to the end of the symbol.
    private mutating func parseBase256() throws(MessageError) {
        let first = Int(try nextUnmasked())
        let count: Int
        switch first {
        case 0: count = remaining
        case 1...249: count = first
        default:
            let low = Int(try nextUnmasked())
            guard low < 250 || !isStrict else { throw .invalidCodeword }
            count = (first - 249) * 250 + low
        }
        guard count <= remaining else { throw .truncated }
        for _ in 0..<count { bytes.append(try nextUnmasked()) }
    }

    private mutating func nextUnmasked() throws(MessageError) -> UInt8 {
        Randomizer.unmask(try next(), at: index)
    }

    /// One, two or three codewords with the number of an extended channel interpretation (clause 5.2.4.7).
    private mutating func parseInterpretation() throws(MessageError) {
        let first = Int(try next())
        let eci: Int
        switch first {
        case 1...127: eci = first - 1
        case 128...191: eci = (first - 128) * 254 + (try nextDigit()) + 127
        case 192...207: eci = (first - 192) * 64516 + (try nextDigit()) * 254 + (try nextDigit()) + 16383
        default: throw .invalidCodeword
        }
        guard Interpretation.range ~= eci else { throw .invalidCodeword }
        interpretations.append(Interpretation(offset: bytes.count, eci: eci))
    }

    private mutating func nextDigit() throws(MessageError) -> Int {
        let codeword = try next()
        guard 1...254 ~= codeword else { throw .invalidCodeword }
        return Int(codeword) - 1
    }
}

extension MessageParser {
    /// C40, Text or X12 up to the unlatch or to the end of the symbol, where a single last codeword is ASCII.
    private mutating func parseTriples(_ set: TripleSet) throws(MessageError) {
        var reader = TripleReader(set: set, isStrict: isStrict)
        while remaining >= 2 {
            let first = try next()
            if first == TripleSet.latch { return try reader.finish() }
            let packed = Int(first) << 8 + Int(try next()) - 1
            guard 0..<64000 ~= packed else { throw .invalidCodeword }
            for value in [packed / 1600, packed / 40 % 40, packed % 40] {
                if let byte = try reader.read(UInt8(value)) { bytes.append(byte) }
            }
        }
        try reader.finish()
        // Nothing more fits after an unlatch in the last codeword; encoders that put one there are right.
        if remaining == 1, codewords[index] == TripleSet.latch { index += 1 }
    }
}

/// The state between two values of a triple mode.
private struct TripleReader {
    let set: TripleSet
    let isStrict: Bool
    private var shift: UInt8?
    private var isUpper = false

    init(set: TripleSet, isStrict: Bool) { (self.set, self.isStrict) = (set, isStrict) }

    /// The byte that a value completes, if it does.
    mutating func read(_ value: UInt8) throws(MessageError) -> UInt8? {
        guard let shift else {
            if let byte = set.basicByte(of: value) { return complete(byte) }
            shift = value
            return nil
        }
        if shift == TripleSet.shift2, value == TripleSet.upperShift, !isUpper || !isStrict {
            self.shift = nil
            isUpper = true
            return nil
        }
        if shift == TripleSet.shift2, value == TripleSet.separator, !isUpper { return complete(0x1D) }
        guard let byte = set.shiftedByte(of: value, shift: shift) else { throw .invalidCodeword }
        return complete(byte)
    }

    private mutating func complete(_ byte: UInt8) -> UInt8 {
        defer { (shift, isUpper) = (nil, false) }
        return isUpper ? byte + 128 : byte
    }

    /// The standard only allows a shift 1 to remain open, which encoders use to complete the last triple.
    func finish() throws(MessageError) {
        guard isStrict else { return }
        if isUpper || (shift ?? TripleSet.shift1) != TripleSet.shift1 { throw .truncated }
    }
}

/// A reason why corrected codewords are not a message. Encoders do not produce such symbols; a misread does.
package enum MessageError: Error, Hashable {
    /// A codeword or value that its mode does not define here.
    case invalidCodeword
    /// A structure that the end of the symbol cuts off.
    case truncated
    /// Padding that is not the prescribed sequence.
    case wrongPadding
}
