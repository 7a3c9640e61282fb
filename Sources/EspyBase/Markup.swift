/// Text as a part of XML and HTML.
public enum Markup {
    /// With the signs written out that would begin a tag, an entity, or end an attribute; and without the characters that
    /// XML forbids.
    public static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            default:
                if scalar.value >= 32, scalar.value & 0xFFFE != 0xFFFE { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
