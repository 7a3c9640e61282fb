/// Finds the most likely one- or two-byte encoding of a text: the one in which it looks most like words.
///
/// Letters next to similar letters count for an encoding; symbols and capitals inside words count against it.
struct EncodingGuess {
    let encoding: TextEncoding
    let text: String
    let isSure: Bool

    /// The least lead over the second best encoding.
    private static let lead = 0.2
    private static let leastScore = 0.5
    private static let sampleSize = 1 << 16
    /// Of similar encodings, the more common one comes first.
    private static let candidates: [TextEncoding] = [
        .windows1252, .macRoman, .windows1250, .windows1251, .koi8R, .windows1253, .shiftJIS, .gb18030, .big5, .eucKR,
        .eucJP,
    ]

    /// - Returns: nil when the bytes are not text in any of them.
    static func best(_ bytes: [UInt8]) -> EncodingGuess? {
        let sample = sample(of: bytes)
        let scored = candidates.enumerated().compactMap { order, encoding -> (TextEncoding, String, Double)? in
            guard let text = encoding.text(sample[...]) else { return nil }
            let score =
                TwoByteLetters(encoding).map { $0.score(sample) }
                ?? LetterContext.score(text, isOld: isOld(bytes, encoding))
            return (encoding, text, score - Double(order) * 0.001)
        }.sorted { $0.2 > $1.2 }
        for (place, one) in scored.enumerated() {
            guard let text = one.0.text(bytes[...]) else { continue }
            let next = scored.enumerated().first { $0.offset != place && $0.element.1 != one.1 }?.element.2 ?? -1
            return EncodingGuess(
                encoding: one.0, text: text, isSure: place == 0 && one.2 >= leastScore && one.2 - next >= lead)
        }
        return nil
    }

    /// Lines that end with a lone carriage return come from the classic Mac OS.
    private static func isOld(_ bytes: [UInt8], _ encoding: TextEncoding) -> Bool {
        encoding == .macRoman && bytes.contains(0x0D) && !bytes.contains(0x0A)
    }

    /// Lines that are not plain ASCII.
    private static func sample(of bytes: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.contains(where: { $0 > 0x7F })
        {
            guard sample.count + line.count < sampleSize else { break }
            sample += line
            sample.append(0x0A)
        }
        return sample.isEmpty ? bytes : sample
    }
}

/// Scores how well the non-ASCII letters and symbols of a text fit their neighbors.
private enum LetterContext {
    /// The mean score, from -1 to 1.
    static func score(_ text: String, isOld: Bool) -> Double {
        let scalars = [" "] + Array(text.unicodeScalars) + [" "]
        var (sum, count, run) = (0.0, 0, 0)
        for place in 1..<max(scalars.count - 1, 1) where scalars[place].value > 0x7F {
            let scalar = scalars[place]
            run = isLatin(scalar) && scalars[place - 1].value > 0x7F && isLatin(scalars[place - 1]) ? run + 1 : 1
            count += 1
            sum += run >= 3 ? -1 : weight(of: scalar, after: scalars[place - 1], before: scalars[place + 1])
        }
        return sum / Double(max(count, 1)) + (isOld ? 0.2 : 0)
    }

    private static func weight(of scalar: Unicode.Scalar, after: Unicode.Scalar, before: Unicode.Scalar) -> Double {
        let beside = [after, before].filter(isLetter)
        if isLetter(scalar) {
            guard !beside.isEmpty else { return scalar.properties.isUppercase ? -0.2 : 0.1 }
            guard beside.allSatisfy({ script($0) == script(scalar) }) else { return -1 }
            let isUpper = scalar.properties.isUppercase
            if isUpper, isLetter(after), after.properties.isLowercase { return -1 }
            if !isUpper, before.properties.isUppercase { return -1 }
            return rare.contains(scalar) ? 0.6 : 1
        }
        switch scalar {
        case "’": return beside.count == 2 || (isLetter(after) && !isLetter(before)) ? 1 : 0
        case "‘", "“", "„", "«", "‚", "‹": return !isLetter(after) && before != " " ? 0.8 : -0.5
        case "”", "»", "›": return after != " " && !isLetter(before) ? 0.8 : -0.5
        case "–", "—": return (after == " ") == (before == " ") ? 0.8 : 0
        case "…", "•", "€", "£", "¥", "§", "°", "©", "®", "™", "µ", "×", "½", "¼", "¾", "²", "³", "¹", "±", "º", "ª",
            "\u{A0}":
            return beside.count == 2 ? -1 : 0.5
        case "¿", "¡":
            return isLetter(before) && !after.properties.isAlphabetic && !("0"..."9").contains(after) ? 0.8 : -0.5
        default: return -0.7
        }
    }

    /// Letters that few words contain, at the code of a common letter in another encoding.
    private static let rare: Set<Unicode.Scalar> = [
        "ĺ", "Ĺ", "ŕ", "Ŕ", "š", "Š", "ž", "Ž", "þ", "Þ", "ð", "Ð", "ÿ", "ď", "ť",
    ]

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && !["ª", "º", "ƒ", "ˆ", "µ", "ˇ", "π", "∂"].contains(scalar)
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool { isLetter(scalar) && script(scalar) == 0 }

    /// Latin, Greek, or Cyrillic and beyond.
    private static func script(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x250 ? 0 : scalar.value < 0x400 ? 1 : 2
    }
}

/// Scores how common the two-byte characters of a text are in an East Asian encoding.
private struct TwoByteLetters {
    private let encoding: TextEncoding

    /// - Returns: nil for other encodings.
    init?(_ encoding: TextEncoding) {
        guard [.shiftJIS, .gb18030, .big5, .eucKR, .eucJP].contains(encoding) else { return nil }
        self.encoding = encoding
    }

    private struct Sign {
        let first: UInt8
        let second: UInt8
        /// Whether a lower-case ASCII letter is next to it, as within a European word.
        var isInWord: Bool
        var isAlone: Bool
    }

    /// The mean score of all non-ASCII characters, from -1 to 1.
    func score(_ bytes: [UInt8]) -> Double {
        let signs = signs(of: bytes)
        let sum = signs.reduce(0) { sum, sign in
            let weight = weight(of: sign.first, sign.second)
            return sum + (sign.isInWord ? -1 : sign.isAlone ? 0.3 * weight : weight)
        }
        let mean = sum / Double(max(signs.count, 1))
        switch encoding {
        // All EUC-KR pairs are valid in the other encodings too, but Korean words contain nothing else.
        case .eucKR where signs.count >= 6 && signs.allSatisfy({ $0.first <= 0xC8 }):
            return mean + (signs.count >= 12 ? 0.3 : 0.1)
        case .big5 where signs.count >= 8 && signs.allSatisfy({ $0.second >= 0x80 }): return mean - 0.5
        default: return mean
        }
    }

    private func signs(of bytes: [UInt8]) -> [Sign] {
        var signs: [Sign] = []
        var (place, end) = (0, -1)
        while place < bytes.count {
            guard bytes[place] > 0x7F else {
                place += 1
                continue
            }
            let isSingle = encoding == .shiftJIS && (0xA1...0xDF).contains(bytes[place])
            let next = min(place + (isSingle ? 1 : 2), bytes.count)
            let isBesides = end == place
            if isBesides, !signs.isEmpty { signs[signs.count - 1].isAlone = false }
            signs.append(
                Sign(
                    first: bytes[place], second: isSingle ? 0 : bytes[next - 1],
                    isInWord: (place > 0 && !isBesides && isLower(bytes[place - 1]))
                        || (next < bytes.count && isLower(bytes[next])),
                    isAlone: !isBesides))
            (place, end) = (next, next)
        }
        return signs
    }

    private func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private func weight(of first: UInt8, _ second: UInt8) -> Double {
        switch (encoding, first) {
        case (.shiftJIS, 0x81...0x83): second >= 0x40 ? 1 : -1
        case (.shiftJIS, 0x88...0x97): 0.9
        case (.shiftJIS, 0x98...0x9F), (.shiftJIS, 0xE0...0xEA): 0.2
        case (.shiftJIS, 0xA1...0xDF): -0.3
        case (.big5, 0xA4...0xC6): 1
        case (.big5, 0xA1...0xA3): 0.7
        case (.big5, 0xC9...0xF9): 0.3
        case _ where second < 0xA1: -0.7
        case (.gb18030, 0xB0...0xD7), (.eucKR, 0xB0...0xC8), (.eucJP, 0xA4...0xA5): 1
        case (.gb18030, 0xA1...0xA3), (.eucKR, 0xA1...0xA3), (.eucJP, 0xA1...0xA3): 0.8
        case (.eucJP, 0xB0...0xCF): 0.7
        case (.gb18030, 0xD8...0xF7): 0.5
        case (.eucKR, 0xC9...0xFD), (.eucJP, 0xD0...0xF4): 0
        default: -0.7
        }
    }
}
