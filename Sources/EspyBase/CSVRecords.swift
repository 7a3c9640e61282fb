import Foundation

/// The records of CSV as people have it: commas, semicolons or tabs between the fields, any ends of lines, quoted
/// fields with line breaks in them, UTF-8 with or without a mark, or Latin-1.
package struct CSVRecords {
    package let separator: Unicode.Scalar
    /// Fields without white space around them. Lines without any text are left out.
    package private(set) var records: [[String]] = []

    /// A field is cut off after so many characters, a record after so many fields: no title is longer.
    package static let longestField = 1000
    package static let mostFields = 200

    private var record: [String] = []
    private var field = ""
    private var length = 0

    /// Why a text has no records.
    package enum Failure: Error, Sendable, Equatable {
        /// It is no text, but something else, such as a spreadsheet file.
        case notText
        /// A field that begins with a quotation mark in this line, counted from 1, does not end.
        case openQuote(line: Int)
        case tooMany(limit: Int)
    }

    /// - Parameter limit: the most records that are taken.
    package init(parsing bytes: [UInt8], limit: Int) throws(Failure) {
        guard !bytes.contains(0) else { throw .notText }
        let text = Self.text(bytes)
        separator = Self.separator(of: text)
        try parse(text.unicodeScalars, limit: limit)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let text = String(bytes: body, encoding: .utf8) { return text }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: body.lazy.map { Unicode.Scalar($0) })
        return String(text)
    }

    /// The one that the first line has most of, outside quotation marks.
    private static func separator(of text: String) -> Unicode.Scalar {
        var counts: [Unicode.Scalar: Int] = [:]
        var isQuoted = false
        for scalar in text.unicodeScalars.prefix(20_000) {
            if scalar == "\"" { isQuoted.toggle() }
            if !isQuoted, scalar == "\n" || scalar == "\r" { break }
            if !isQuoted { counts[scalar, default: 0] += 1 }
        }
        let candidates: [Unicode.Scalar] = [",", ";", "\t"]
        let best = candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? ","
        return counts[best, default: 0] > 0 ? best : ","
    }

    private mutating func parse(_ text: String.UnicodeScalarView, limit: Int) throws(Failure) {
        var line = 1
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
            case "\"" where length == 0: openedAt = line
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
        if record.count < Self.mostFields { record.append(field.trimmed) }
        field = ""
        length = 0
    }

    private mutating func endRecord(_ limit: Int) throws(Failure) {
        endField()
        if record.contains(where: { !$0.isEmpty }) {
            guard records.count < limit else { throw .tooMany(limit: limit) }
            records.append(record)
        }
        record = []
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
