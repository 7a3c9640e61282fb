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
func quoted(_ text: String) -> String { "“\(printable(text))”" }

/// Breaks text into lines of at most `width` characters at spaces; a longer word keeps its own line.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, line.count + 1 + word.count > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? "" : " "
        line += word
    }
    return line.isEmpty ? lines : lines + [line]
}

extension String {
    /// Filled with spaces on the right up to `width`.
    func padded(to width: Int) -> String {
        count >= width ? self : self + String(repeating: " ", count: width - count)
    }

    /// Filled with spaces on the left up to `width`.
    func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

/// JSON as the program writes it: keys in order, so that two runs can be compared.
enum JSONText {
    /// One line, with its end.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
