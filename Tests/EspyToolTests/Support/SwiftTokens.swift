/// The words and marks of a Swift source, without comments and without what strings say. What is interpolated into a
/// string is code, and stays.
struct SwiftTokens {
    struct Token: Equatable {
        let text: String
        let line: Int
        /// Braces around it.
        let depth: Int

        var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    }

    private(set) var tokens: [Token] = []
    private let characters: [Character]
    private var position = 0
    private var line = 1
    private var depth = 0

    init(_ source: String) {
        characters = Array(source)
        readCode(until: nil)
    }

    private func starts(with text: String) -> Bool {
        let end = position + text.count
        return end <= characters.count && String(characters[position..<end]) == text
    }

    private mutating func step(_ count: Int = 1) {
        for _ in 0..<count where position < characters.count {
            if characters[position].isNewline { line += 1 }
            position += 1
        }
    }

    /// - Parameter end: the parenthesis that ends an interpolation; nil for a whole file.
    private mutating func readCode(until end: Character?) {
        var open = 0
        while position < characters.count {
            let next = characters[position]
            if starts(with: "//") {
                while position < characters.count, !characters[position].isNewline { step() }
            } else if starts(with: "/*") {
                while position < characters.count, !starts(with: "*/") { step() }
                step(2)
            } else if starts(with: "#\"") {
                step(2)
                while position < characters.count, !starts(with: "\"#") { step() }
                step(2)
            } else if starts(with: "\"\"\"") {
                readString(quote: "\"\"\"")
            } else if next == "\"" {
                readString(quote: "\"")
            } else if next.isLetter || next == "_" {
                let start = position
                while position < characters.count,
                    characters[position].isLetter || characters[position].isNumber
                        || characters[position] == "_"
                {
                    step()
                }
                tokens.append(Token(text: String(characters[start..<position]), line: line, depth: depth))
            } else {
                if next == "(" { open += 1 }
                if next == ")", open == 0, end != nil { return step() }
                if next == ")" { open -= 1 }
                if next == "}" { depth -= 1 }
                if !next.isWhitespace { tokens.append(Token(text: String(next), line: line, depth: depth)) }
                if next == "{" { depth += 1 }
                step()
            }
        }
    }

    private mutating func readString(quote: String) {
        step(quote.count)
        while position < characters.count, !starts(with: quote) {
            if starts(with: "\\(") {
                step(2)
                readCode(until: ")")
            } else {
                step(starts(with: "\\") ? 2 : 1)
            }
        }
        step(quote.count)
    }
}
