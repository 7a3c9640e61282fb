import EspyBase

extension RackTableForm {
    /// Columns as people write them: `rack,well=Position,code=Tube ID`; nil for what names no column, or one twice.
    public static func columns(parsing text: String) -> [Column]? {
        let columns = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Column? in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = Field(rawValue: trimmed(sides[0])) else { return nil }
            let title = sides.count > 1 ? trimmed(sides[1]) : field.rawValue
            return title.isEmpty || title.count > 100 ? nil : Column(field, title)
        }
        let known = columns.compactMap { $0 }
        let titles = Set(known.map { $0.title })
        return known.count == columns.count && titles.count == known.count ? known : nil
    }

    /// Words for what is not there: `empty=No Tube,unread=NO READ`; nil for what names no state, or one twice.
    public static func words(parsing text: String) -> [Rack.Cell.Status: String]? {
        var words: [Rack.Cell.Status: String] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let state = Rack.Cell.Status(rawValue: trimmed(sides[0])), state != .read,
                words[state] == nil, sides[1].count <= 100
            else { return nil }
            words[state] = trimmed(sides[1])
        }
        return words
    }

    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " }
        guard let last = rest.lastIndex(where: { $0 != " " }) else { return "" }
        return String(rest[...last])
    }
}

/// A form as it is asked for, in words: by flags of a command, or by parameters of an address.
extension RackTableForm {
    public struct Wishes: Sendable, Equatable {
        /// The name of a form, or `custom`.
        public var form: String?
        /// ``RackTableForm/columns(parsing:)``
        public var columns: String?
        /// ``RackTableForm/words(parsing:)``
        public var words: String?
        /// ``RackTableForm/Order``
        public var order: String?
        /// `comma`, `semicolon` or `tab`.
        public var separator: String?
        /// `yes` or `no`.
        public var header: String?

        public init(
            form: String? = nil, columns: String? = nil, words: String? = nil, order: String? = nil,
            separator: String? = nil, header: String? = nil
        ) {
            self.form = form
            self.columns = columns
            self.words = words
            self.order = order
            self.separator = separator
            self.header = header
        }

        /// What is said about a form, though none is named.
        public var isWithoutForm: Bool { form == nil && columns == nil }
    }

    /// Which of the wishes makes no sense, and what it may be.
    public struct Refusal: Error, Sendable, Equatable {
        /// The name of the wish.
        public var wish: String
        public var expected: String
    }

    /// Names of all forms, as people write them.
    public static let names = Name.allCases.map { $0.rawValue } + [custom]
    private static let custom = "custom"
    /// What may stand between fields, by its name.
    private static let separators: [String: Character] = ["comma": ",", "semicolon": ";", "tab": "\t"]

    /// - Returns: nil where no form is asked for.
    public init?(_ wishes: Wishes) throws(Refusal) {
        let columns = try wishes.columns.map { (text) throws(Refusal) in
            try Self.taken(Self.columns(parsing: text), "columns", "columns such as rack,well=Position,code")
        }
        switch wishes.form {
        case nil:
            guard let columns else {
                let left = [
                    ("words", wishes.words), ("order", wishes.order), ("separator", wishes.separator),
                    ("header", wishes.header),
                ]
                if let (name, _) = left.first(where: { $0.1 != nil }) {
                    throw Refusal(wish: name, expected: "a form beside it, by table or columns")
                }
                return nil
            }
            self.init(columns)
        case Self.custom:
            self.init(try Self.taken(columns, "columns", "columns for a custom table, such as rack,well,code"))
        case .some(let name):
            self.init(
                try Self.taken(Name(rawValue: name), "table", "one of " + Self.names.joined(separator: ", ")))
            if let columns { self.columns = columns }
        }
        try change(wishes)
    }

    private mutating func change(_ wishes: Wishes) throws(Refusal) {
        if let text = wishes.words {
            let words = try Self.taken(Self.words(parsing: text), "words", "words such as empty=No Tube,unread=No Read")
            self.words = self.words.updated(by: words)
        }
        if let text = wishes.order { order = try Self.taken(Order(rawValue: text), "order", "rows or columns") }
        if let text = wishes.separator {
            separator = try Self.taken(Self.separators[text], "separator", "comma, semicolon or tab")
        }
        if let text = wishes.header {
            hasHeader = try Self.taken(["yes": true, "no": false][text], "header", "yes or no")
        }
    }

    private static func taken<Value>(
        _ value: Value?, _ wish: String, _ expected: String
    ) throws(Refusal) -> Value {
        guard let value else { throw Refusal(wish: wish, expected: expected) }
        return value
    }
}
