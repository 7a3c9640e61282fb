/// The records of real-world CSV: commas, semicolons, tabs or vertical bars between the fields, any line endings,
/// quoted fields with line breaks in them, and a first line that names the separator (`sep=;`).
package struct CSVRecords {
    package let separator: Unicode.Scalar
    /// Lines without text are left out.
    package private(set) var records: [[String]] = []

    /// The limits at which a field (in characters) and a record (in fields) are cut off: no title or code is longer.
    package static let longestField = 4096
    package static let mostFields = 200

    private let isTrimmed: Bool
    private var record: [String] = []
    private var field = ""
    private var length = 0
    /// Whether the field was quoted.
    private var wasQuoted = false

    /// A reason why a text has no records.
    package enum Failure: Error, Sendable, Equatable {
        /// A field that begins with a quotation mark in this line, counted from 1, does not end.
        case openQuote(line: Int)
        case tooMany(limit: Int)
    }

    /// - Parameters:
    ///   - limit: the largest number of records.
    ///   - trimmed: whether to remove white space around fields.
    package init(parsing text: String, limit: Int, trimmed: Bool = true) throws(Failure) {
        isTrimmed = trimmed
        let scalars =
            text.unicodeScalars.first == "\u{FEFF}" ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
        let (named, rest) = Self.named(scalars)
        separator = named ?? SeparatorSearch.separator(of: rest)
        try parse(rest, firstLine: named == nil ? 1 : 2, limit: limit)
    }

    /// The separator that the first line names, and the rest of the text.
    private static func named(
        _ text: Substring.UnicodeScalarView
    ) -> (Unicode.Scalar?, Substring.UnicodeScalarView) {
        let end = text.firstIndex { $0 == "\n" || $0 == "\r" } ?? text.endIndex
        let line = text[..<end].filter { $0 != "\"" }
        guard String(line.prefix(4)).loweredASCII == "sep=", let sign = line.dropFirst(4).first,
            end < text.endIndex
        else { return (nil, text) }
        // Programs that pad the line to the width of the table add the separator itself.
        guard line.dropFirst(5).allSatisfy({ $0 == sign || $0 == "," || $0 == ";" }) else { return (nil, text) }
        let rest = text[end...].drop { $0 == "\n" || $0 == "\r" }
        // Some programs write the line, and then use another separator.
        return rest.contains(sign) ? (sign, rest) : (SeparatorSearch.separator(of: rest), rest)
    }

    private mutating func parse(
        _ text: Substring.UnicodeScalarView, firstLine: Int, limit: Int
    ) throws(Failure) {
        var line = firstLine
        var openedAt: Int?
        var scalars = text.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            if openedAt != nil {
                if scalar == "\n" { line += 1 }
                if scalar != "\"" {
                    add(scalar)
                } else if next == "\"" {
                    add(scalar)
                    next = scalars.next()
                } else {
                    openedAt = nil
                }
                continue
            }
            switch scalar {
            case "\"" where !wasQuoted && field.unicodeScalars.allSatisfy({ $0 == " " }):
                (openedAt, wasQuoted, field, length) = (line, true, "", 0)
            case "\r" where next == "\n": continue
            case "\n", "\r":
                line += 1
                try endRecord(limit)
            case separator: endField()
            default: add(scalar)
            }
        }
        if let openedAt { throw .openQuote(line: openedAt) }
        try endRecord(limit)
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        length += 1
        if length <= Self.longestField { field.unicodeScalars.append(scalar) }
    }

    private mutating func endField() {
        if record.count < Self.mostFields {
            record.append(isTrimmed ? String(SpreadsheetText.trimmed(field[...])) : field)
        }
        (field, length, wasQuoted) = ("", 0, false)
    }

    private mutating func endRecord(_ limit: Int) throws(Failure) {
        endField()
        if record.contains(where: { !SpreadsheetText.trimmed($0[...]).isEmpty }) {
            guard records.count < limit else { throw .tooMany(limit: limit) }
            records.append(record)
        }
        record = []
    }
}

/// Detects the separator of the fields of a table.
private enum SeparatorSearch {
    private static let candidates: [Unicode.Scalar] = [",", ";", "\t", "|"]
    private static let mostLines = 50
    private static let mostScalars = 200_000

    /// The candidate that occurs equally often in most of the first lines, outside quotation marks; of several, the one
    /// that occurs first.
    static func separator(of text: Substring.UnicodeScalarView) -> Unicode.Scalar {
        let lines = lines(of: text)
        var best: (sign: Unicode.Scalar, lines: Int, count: Int)?
        for sign in (lines.first.map { order(in: $0) } ?? []) + candidates {
            let counts = lines.map { line in line.count { $0 == sign } }.filter { $0 > 0 }
            var tally: [Int: Int] = [:]
            for count in counts { tally[count, default: 0] += 1 }
            guard let most = tally.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { continue }
            if best.map({ (most.value, most.key) > ($0.lines, $0.count) }) ?? true {
                best = (sign, most.value, most.key)
            }
        }
        return best?.sign ?? ","
    }

    private static func order(in line: [Unicode.Scalar]) -> [Unicode.Scalar] {
        line.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The candidates in each of the first lines that are not empty, in order.
    private static func lines(of text: Substring.UnicodeScalarView) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = []
        var (line, hasText, isQuoted, isAtStart) = ([Unicode.Scalar](), false, false, true)
        for scalar in text.prefix(mostScalars) {
            if scalar == "\"" {
                hasText = true
                guard isQuoted || isAtStart else { continue }
                isQuoted.toggle()
                // A doubled quotation mark reopens the same field.
                isAtStart = !isQuoted
            } else if isQuoted {
                continue
            } else if scalar == "\n" || scalar == "\r" {
                if hasText { lines.append(line) }
                if lines.count == mostLines { return lines }
                (line, hasText, isAtStart) = ([], false, true)
            } else {
                let isSign = candidates.contains(scalar)
                if isSign { line.append(scalar) }
                isAtStart = isSign || (isAtStart && scalar == " ")
                hasText = hasText || !scalar.isBlank
            }
        }
        if hasText { lines.append(line) }
        return lines
    }
}
