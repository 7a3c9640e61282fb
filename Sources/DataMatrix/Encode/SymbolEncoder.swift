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
