/// Turns runs into codewords.
struct CodewordWriter {
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
            // More than the field can tell fits into no symbol: such a run is only written to count its codewords.
            appendMasked(UInt8(clamping: count / 250 + 249))
            appendMasked(UInt8(count % 250))
        }
        for token in tokens[run.range] { appendMasked(token.byte ?? 0) }
    }

    private mutating func appendMasked(_ value: UInt8) {
        codewords.append(Randomizer.mask(value, at: codewords.count + 1))
    }
}
