extension MessageParser {
    /// C40, Text or X12 up to the unlatch or to the end of the symbol, where one last codeword is ASCII.
    mutating func parseTriples(_ set: TripleSet) throws(MessageError) {
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
        // Nothing more fits behind an unlatch in the last codeword; writers that put one there are right.
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

    /// The one thing that may be left open by the standard is a shift 1, with which writers fill up the last triple.
    func finish() throws(MessageError) {
        guard isStrict else { return }
        if isUpper || (shift ?? TripleSet.shift1) != TripleSet.shift1 { throw .truncated }
    }
}
