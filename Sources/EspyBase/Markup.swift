/// Escapes text for XML and HTML.
public enum Markup {
    /// Escapes the characters that would begin a tag or an entity, or end an attribute, and removes those that XML
    /// forbids.
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
