/// Text of unknown origin, made fit to show.
enum MetadataText {
    private static let mostCharacters = 2_000
    private static let mostBytes = 16_384

    /// UTF-8, or Latin-1 where it is not.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        let short = bytes.prefix(mostBytes)
        if let text = String(validating: short, as: UTF8.self) { return cleaned(text) }
        // A character that the limit cuts is no reason to take all of it for Latin-1.
        if bytes.count > mostBytes { return cleaned(String(decoding: short, as: UTF8.self)) }
        return cleaned(String(String.UnicodeScalarView(short.map { Unicode.Scalar($0) })))
    }

    /// UTF-16 with the low byte first, as Windows writes it.
    static func wide(_ bytes: ArraySlice<UInt8>) -> String? {
        let short = Array(bytes.prefix(mostBytes))
        let units = stride(from: 0, to: short.count - 1, by: 2).map { UInt16(short[$0]) | UInt16(short[$0 + 1]) << 8 }
        return cleaned(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    /// On one line, without what no one can see; `nil` when nothing is left.
    static func cleaned(_ text: String) -> String? {
        let scalars = text.unicodeScalars.lazy.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
            default: scalar
            }
        }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let short = String(line.prefix(mostCharacters))
        return short.isEmpty ? nil : short
    }
}
