extension MessageParser {
    /// Four characters of six bits in three codewords, up to the unlatch value. Where fewer than three codewords are
    /// left in the symbol they are ASCII.
    mutating func parseEDIFACT() throws(MessageError) {
        while remaining >= 3 {
            let packed = Int(try next()) << 16 | Int(try next()) << 8 | Int(try next())
            for place in 0..<4 {
                let value = UInt8(packed >> (18 - 6 * place) & 63)
                if value == EDIFACT.unlatch { return try leaveEDIFACT(place: place, packed: packed) }
                bytes.append(EDIFACT.byte(of: value))
            }
        }
    }

    /// Gives back the codewords that the unlatch value does not reach into; its own is filled up with zeros.
    private mutating func leaveEDIFACT(place: Int, packed: Int) throws(MessageError) {
        let used = (6 * (place + 1) + 7) / 8
        let fill = packed >> (8 * (3 - used)) & (1 << (8 * used - 6 * (place + 1)) - 1)
        guard fill == 0 || !isStrict else { throw .invalidCodeword }
        index -= 3 - used
    }

    /// Whole bytes behind their number. The number 0 means: to the end of the symbol.
    mutating func parseBase256() throws(MessageError) {
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

    /// One, two or three codewords that number an extended channel interpretation (clause 5.2.4.7).
    mutating func parseInterpretation() throws(MessageError) {
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
