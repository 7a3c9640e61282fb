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
