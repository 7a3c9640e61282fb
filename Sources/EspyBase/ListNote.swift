/// A guess, a repair or a fault that the reader of a list of codes or books reports, one line for each kind.
public struct ListNote: Sendable, Hashable {
    public enum Kind: String, Sendable, JSONConvertible, CaseIterable {
        /// The bytes of the text do not determine its encoding.
        case encodingGuessed
        /// Bytes that are invalid in the encoding were left out.
        case bytesReplaced
        /// Fields of a sheet contain a formula or an error, but no value.
        case noValues
        /// A file has several sheets; the first was read.
        case otherSheets
        /// The list has another form of the box's code.
        case otherName
        /// Codes match after restoring their leading zeros.
        case zerosLost
        /// Codes match as plain digits.
        case numbersRewritten
        /// Numbers have lost their last digits.
        case digitsLost
        /// A column of ISBNs contains none.
        case noISBN
        /// Some fields of such a column contain no ISBN.
        case unreadISBNs
        /// ISBNs are valid after restoring their leading zeros.
        case isbnZerosLost
    }

    public let kind: Kind
    /// The number of cases, if known.
    public let count: Int?
    /// One of the cases, or the name of an encoding, a column or a sheet.
    public let sample: String?
    /// The whole note in words.
    public let text: String

    public init(_ kind: Kind, count: Int? = nil, sample: String? = nil) {
        self.kind = kind
        self.count = count
        self.sample = sample.map { String($0.prefix(60)) }
        text = Self.text(kind, count ?? 0, self.sample ?? "")
    }

    private static func text(_ kind: Kind, _ count: Int, _ sample: String) -> String {
        func counted(_ one: String, _ more: String) -> String { "\(count) \(count == 1 ? one : more)" }
        return switch kind {
        case .encodingGuessed:
            "the list was read as \(sample), which is a guess; if letters are wrong, name its encoding (--encoding)"
        case .bytesReplaced:
            counted("byte of the list is not text in", "bytes of the list are not text in")
                + " \(sample) and \(count == 1 ? "was" : "were") left out; save it as UTF-8"
        case .noValues:
            counted("cell of the sheet holds", "cells of the sheet hold")
                + " a formula or an error and no value, the first is \(sample); "
                + "open the sheet in a spreadsheet program and save it"
        case .otherSheets:
            "the file has \(counted("more sheet", "more sheets")) with something in it; only the first, “\(sample)”, was read"
        case .otherName: "the list calls this box “\(sample)”"
        case .zerosLost:
            "the list has lost the zeros in front: \(counted("code fits when they", "codes fit when they")) are put back"
        case .numbersRewritten:
            "the list has numbers written in another way, such as \(sample): "
                + counted("code fits as plain digits", "codes fit as plain digits")
        case .digitsLost:
            counted("number of the list has", "numbers of the list have") + " lost digits, such as \(sample); "
                + "keep the column as text and save the list again"
        case .noISBN: "no field of the column “\(sample)” holds an ISBN"
        case .unreadISBNs: "\(counted("field holds", "fields hold")) no valid ISBN, such as \(sample)"
        case .isbnZerosLost:
            "the list has lost the zeros in front: "
                + counted("ISBN is right when they", "ISBNs are right when they") + " are put back"
        }
    }
}

extension ListNote: JSONConvertible {
    public var json: JSONValue {
        JSONValue(["kind": kind.json, "count": count?.json, "sample": sample?.json, "text": text.json])
    }

    public init(json: JSONValue) throws(JSONError) {
        kind = try json.value("kind")
        count = try json.optional("count")
        sample = try json.optional("sample")
        text = try json.value("text")
    }
}
