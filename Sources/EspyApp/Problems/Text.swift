import Foundation

/// Text from outside (file names, codes) as it may reach a terminal: control characters become `\u{…}`.
package func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate:
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// A word of the user's, in a message: control characters cannot reach the terminal.
package func quoted(_ text: String) -> String { "“\(printable(text))”" }

/// JSON as the program writes it: keys in order, so that two runs can be compared.
package enum JSONText {
    /// One line, with its end.
    package static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
