/// Compares the output of a command with a page.
enum ShownOutput {
    /// A line `…` on the page matches any number of lines, and `…` within a line matches any text.
    static func matches(_ lines: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return lines.isEmpty }
        if first == "…" {
            return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], pattern.dropFirst()) }
        }
        guard let line = lines.first else { return false }
        let fits = first.contains("…") ? fills(line[...], first) : isSame(line, first)
        return fits && matches(lines.dropFirst(), pattern.dropFirst())
    }

    /// Whether some text in place of each `…` gives the line.
    private static func fills(_ line: Substring, _ shown: String) -> Bool {
        let pieces = shown.split(separator: "…", omittingEmptySubsequences: false)
        guard let first = pieces.first, let last = pieces.last, line.hasPrefix(first) else { return false }
        var rest = line.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Whether lines are the same, except that positions in pixels (`600.5`, `(600, 854, 51, 55)`) may differ by two.
    static func isSame(_ line: String, _ shown: String) -> Bool {
        let position = /\d+\.\d|\(\d+, \d+, \d+, \d+\)/
        guard line.replacing(position, with: "#") == shown.replacing(position, with: "#") else { return false }
        func numbers(_ text: String) -> [Double] {
            text.matches(of: position).flatMap {
                $0.output.matches(of: /\d+(\.\d)?/).compactMap { Double($0.output.0) }
            }
        }
        return zip(numbers(line), numbers(shown)).allSatisfy { abs($0 - $1) <= 2 }
    }
}
