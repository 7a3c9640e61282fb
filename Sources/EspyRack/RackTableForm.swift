import EspyBase

/// The layout of a table of a whole box: one line for each position, in the words of the system that reads it.
public struct RackTableForm: Sendable, Equatable {
    /// The content of a column.
    public enum Field: String, Sendable, CaseIterable {
        /// The box's own code.
        case rack
        /// The laboratory name of the position: `A1`.
        case well
        /// The same with at least two digits: `A01`.
        case paddedWell = "well0"
        /// Letters of the row: `A`.
        case letter
        /// Number of the row, from 1.
        case row
        /// Number of the column, from 1.
        case col
        /// Number of the position in the order of the lines, from 1.
        case number
        /// The value, or the word for its absence.
        case code
        /// The status in a word: ``Rack/Cell/Status``, or the form's own word.
        case status
        /// When the box was read.
        case date
    }

    /// A column and its name in the header.
    public struct Column: Sendable, Equatable {
        public var field: Field
        public var title: String

        public init(_ field: Field, _ title: String? = nil) {
            self.field = field
            self.title = title ?? field.rawValue
        }
    }

    /// The order of the positions.
    public enum Order: String, Sendable, CaseIterable {
        /// A1, A2, A3, …
        case rows
        /// A1, B1, C1, …
        case columns
    }

    public var columns: [Column]
    /// Whether the first line contains the names of the columns.
    public var hasHeader: Bool
    public var separator: Character
    public var order: Order
    /// The words in place of a missing code, by the status of the cell; nothing for other statuses.
    public var words: [Rack.Cell.Status: String]
    /// The words of the field ``Field/status``, in place of the names of the statuses.
    public var states: [Rack.Cell.Status: String]
    /// Whether the first line names the box.
    public var beginsWithRack: Bool

    public init(
        _ columns: [Column], hasHeader: Bool = true, separator: Character = ",", order: Order = .rows,
        words: [Rack.Cell.Status: String] = [:], states: [Rack.Cell.Status: String] = [:],
        beginsWithRack: Bool = false
    ) {
        self.columns = columns
        self.hasHeader = hasHeader
        self.separator = separator
        self.order = order
        self.words = words
        self.states = states
        self.beginsWithRack = beginsWithRack
    }

    /// Whether each line names its box, so that a table can hold several.
    public var namesRack: Bool { columns.contains { $0.field == .rack } }
}

extension RackTableForm {
    /// A form that laboratory software reads or writes.
    public enum Name: String, Sendable, CaseIterable {
        /// All fields, under names that most systems can map.
        case lims
        /// The form of FluidX scanners: `A01,FD20024619`.
        case fluidx
        /// The form of VisionMate, which SampleDB reads.
        case visionmate
        /// The fields of a scan by Ziath DP5.
        case dp5
        /// The form that Limber of the Sanger Institute reads: `TR00012345,A1,FX05653780`.
        case limber
        /// The form of Traxcer, which SampleDB reads.
        case traxcer
    }

    /// The words of most scanners, which treat a tube without a code as unread.
    private static let scannerWords: [Rack.Cell.Status: String] = [
        .empty: "No Tube", .uncoded: "No Read", .unread: "No Read",
    ]

    public init(_ name: Name) {
        switch name {
        case .lims:
            self.init([
                Column(.rack), Column(.well), Column(.row), Column(.col), Column(.code), Column(.status), Column(.date),
            ])
        case .fluidx:
            self.init([Column(.paddedWell), Column(.code)], hasHeader: false, words: Self.scannerWords)
        case .visionmate:
            self.init(
                [Column(.letter, "LocationRow"), Column(.col, "LocationColumn"), Column(.code, "TubeCode")],
                words: Self.scannerWords)
        case .dp5:
            self.init(
                [Column(.row), Column(.col, "column"), Column(.code, "barcode"), Column(.status, "decodeStatus")],
                states: [.read: "SUCCESS", .empty: "EMPTY", .uncoded: "ERROR", .unread: "ERROR"])
        case .limber:
            self.init(
                [Column(.rack), Column(.well), Column(.code)], hasHeader: false,
                words: [.empty: "NO READ", .uncoded: "NO READ", .unread: "NO READ"])
        case .traxcer:
            self.init(
                [Column(.well, "Position"), Column(.code, "Tube ID")], words: Self.scannerWords, beginsWithRack: true)
        }
    }
}

extension RackTableForm {
    /// Parses columns as users write them: `rack,well=Position,code=Tube ID`; nil if a name is unknown, or used twice.
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

    /// Parses words for missing values: `empty=No Tube,unread=NO READ`; nil if a status is unknown, or used twice.
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

/// The choice of a form in words, from command-line flags or query parameters.
extension RackTableForm {
    public struct OptionOverrides: Sendable, Equatable {
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

        /// Whether details were chosen, but no form.
        public var isWithoutForm: Bool { form == nil && columns == nil }
    }

    /// A choice that is not valid, and the valid ones.
    public struct Refusal: Error, Sendable, Equatable {
        /// The name of the choice.
        public var wish: String
        public var expected: String
    }

    /// Names of all forms, as users write them.
    public static let names = Name.allCases.map { $0.rawValue } + [custom]
    private static let custom = "custom"
    /// Field separators by name.
    private static let separators: [String: Character] = ["comma": ",", "semicolon": ";", "tab": "\t"]

    /// - Returns: nil if no form is chosen.
    public init?(_ overrides: OptionOverrides) throws(Refusal) {
        let columns = try overrides.columns.map { (text) throws(Refusal) in
            try Self.taken(Self.columns(parsing: text), "columns", "columns such as rack,well=Position,code")
        }
        switch overrides.form {
        case nil:
            guard let columns else {
                let left = [
                    ("words", overrides.words), ("order", overrides.order), ("separator", overrides.separator),
                    ("header", overrides.header),
                ]
                if let (name, _) = left.first(where: { $0.1 != nil }) {
                    throw Refusal(wish: name, expected: "table or columns with it")
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
        try change(overrides)
    }

    private mutating func change(_ overrides: OptionOverrides) throws(Refusal) {
        if let text = overrides.words {
            let words = try Self.taken(Self.words(parsing: text), "words", "words such as empty=No Tube,unread=No Read")
            self.words = self.words.updated(by: words)
        }
        if let text = overrides.order { order = try Self.taken(Order(rawValue: text), "order", "rows or columns") }
        if let text = overrides.separator {
            separator = try Self.taken(Self.separators[text], "separator", "comma, semicolon or tab")
        }
        if let text = overrides.header {
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
