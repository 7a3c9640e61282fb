/// Reads corrected data codewords (ISO/IEC 16022 clause 5.2).
///
/// Strict unless it is told otherwise: what the standard does not allow is nearly always a misread, so it fails instead
/// of being patched up. Some writers make it all the same, and other readers take it; where a misread is out of the
/// question, ``Rules/asOthersRead`` takes it, too.
package struct MessageParser {
    package struct Output: Sendable, Equatable {
        package let message: Message
        /// Pad codewords, where all of them have the prescribed value; else 0.
        package let padCount: Int
    }

    /// What is taken for a message.
    package enum Rules: Sendable {
        /// What the standard allows.
        case standard
        /// Also padding of any kind behind the first pad codeword, shifts with nothing behind them before an unlatch,
        /// padding or the end, unlatches where nothing is to be left, filled bits behind an unlatch of EDIFACT, counts of
        /// Base 256 that are written oddly, and any file identification.
        case asOthersRead
    }

    let codewords: [UInt8]
    let rules: Rules
    /// Index of the next codeword.
    var index = 0
    var bytes: [UInt8] = []
    var interpretations: [Interpretation] = []
    private var kind = Message.Kind.plain
    private var structuredAppend: StructuredAppend?
    private var padCount = 0

    /// - Parameter codewords: all data codewords of a symbol, padding included.
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

    /// Whether what the standard does not allow is a misread.
    var isStrict: Bool { rules == .standard }

    var remaining: Int { codewords.count - index }

    mutating func next() throws(MessageError) -> UInt8 {
        guard index < codewords.count else { throw .truncated }
        index += 1
        return codewords[index - 1]
    }

    /// The codewords that mean something only at the very start.
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

    /// FNC1 as the first codeword of the data, or as the second behind a letter or two digits.
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

    /// One character, or one stretch in another mode, beginning in ASCII.
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
        // Behind the end of another mode, or twice: ASCII is on already.
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
        // Other padding bears no witness.
        if index == codewords.count { padCount = index - start + 1 } else if isStrict { throw .wrongPadding }
        index = codewords.count
    }
}
