/// How a table of a whole box looks: one line for each position, in the words of the system that takes it.
public struct RackTableForm: Sendable, Equatable {
    /// What stands in a column.
    public enum Field: String, Sendable, CaseIterable {
        /// The box's own code.
        case rack
        /// The position as laboratories name it: `A1`.
        case well
        /// The same with two digits at least: `A01`.
        case paddedWell = "well0"
        /// Letters of the row: `A`.
        case letter
        /// Number of the row, from 1.
        case row
        /// Number of the column, from 1.
        case col
        /// Number of the position in the order of the lines, from 1.
        case number
        /// What was read, or the word for why there is nothing.
        case code
        /// Whether there is a code, in a word: ``Rack/Cell/Status``, or what the form has instead.
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

    /// In which order the positions come.
    public enum Order: String, Sendable, CaseIterable {
        /// A1, A2, A3, …
        case rows
        /// A1, B1, C1, …
        case columns
    }

    public var columns: [Column]
    /// Whether the names of the columns are a line of their own.
    public var hasHeader: Bool
    public var separator: Character
    public var order: Order
    /// What stands for a code where there is none, by the state of the cell; nothing for a state that is not in here.
    public var words: [Rack.Cell.Status: String]
    /// What the field ``Field/status`` says instead of the names of the states.
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

    /// Whether each box says which one it is, so that a table can hold several.
    public var namesRack: Bool { columns.contains { $0.field == .rack } }
}
