import EspySystem

/// Standard output and standard error. It is an actor so that lines and the progress bar do not mix.
///
/// The interfaces of the program: standard streams, environment variables, clock, signals. All output goes through
/// here.
package actor Console {
    private let output: Descriptor
    private let errors: Descriptor
    /// Whether standard error is a terminal.
    nonisolated let isTerminal: Bool
    nonisolated let hasColor: Bool
    nonisolated let columns: Int
    /// The progress bar, which is redrawn in place; empty if hidden.
    private var bar = ""

    init(_ process: ProcessEnvironment) {
        output = process.output
        errors = process.errors
        let isDumb = process.variable("TERM") == "dumb"
        isTerminal = process.errors.isTerminal && !isDumb
        hasColor = isTerminal && process.variable("NO_COLOR") == nil
        columns = isTerminal ? process.errors.columns : 80
    }

    /// Prints a part of the answer on standard output.
    func answer(_ text: String) throws(FileError) { try answer(bytes: Array(text.utf8)) }

    /// The same for bytes in any encoding.
    func answer(bytes: [UInt8]) throws(FileError) {
        let shown = bar
        setBar("")
        defer { setBar(shown) }
        try output.writeAll(bytes, name: "standard output")
    }

    /// Prints a line on standard error.
    func note(_ line: String) {
        let shown = bar
        setBar("")
        put(line + "\n")
        setBar(shown)
    }

    /// Prints an error, `espy: FILE: what; what to do`, on standard error.
    func error(_ text: String) {
        note(hasColor ? "\u{1B}[1;31mespy:\u{1B}[0m \(text)" : "espy: \(text)")
    }

    /// Shows the progress bar; an empty line hides it.
    func setBar(_ line: String) {
        guard line != bar else { return }
        put("\r\u{1B}[K" + line.prefix(max(columns - 1, 0)))
        bar = line
    }

    private func put(_ text: String) {
        // If standard error itself fails, there is nowhere to report it.
        try? errors.writeAll(Array(text.utf8), name: "standard error")
    }
}

/// Formats a number of bytes: `380 KB`, `35 MB`.
enum ByteText {
    static func text(_ bytes: Int) -> String {
        bytes < 999_500 ? "\((bytes + 999) / 1_000) KB" : "\((bytes + 500_000) / 1_000_000) MB"
    }
}

/// Breaks text into lines of at most `width` characters at spaces; a longer word stays on its own line.
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
    /// Padded with spaces on the right to `width`.
    func padded(to width: Int) -> String {
        count >= width ? self : self + String(repeating: " ", count: width - count)
    }

    /// Padded with spaces on the left to `width`.
    func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
