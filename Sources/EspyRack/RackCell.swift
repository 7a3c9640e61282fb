public import DataMatrix
public import EspyPixels

extension Rack {
    /// The place of a cell.
    public struct Place: Sendable, Hashable, Comparable {
        public var row: Int
        public var col: Int

        public init(row: Int, col: Int) {
            self.row = row
            self.col = col
        }

        /// The name that laboratories use: letters for rows, and columns that count from 1. A1 is row 0, column 0; row
        /// 26 is AA.
        ///
        /// A file may name any place, so the addition wraps instead of trapping at the last column.
        public var name: String { letters + String(col &+ 1) }

        /// The letters of the row.
        var letters: String {
            var letters = ""
            var rest = row
            repeat {
                letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
                rest = rest / 26 - 1
            } while rest >= 0
            return letters
        }

        /// Row by row.
        public static func < (left: Place, right: Place) -> Bool {
            (left.row, left.col) < (right.row, right.col)
        }
    }

    /// One cell of the box.
    public struct Cell: Sendable, Equatable {
        /// The content of a cell.
        public enum Status: String, Sendable, CaseIterable {
            /// A code with a value.
            case read
            /// A code or a labeled cap whose value could not be read.
            case unread
            /// A tube without a code.
            case uncoded
            /// No tube.
            case empty
        }

        public var row: Int
        public var col: Int
        /// The name of the well: A1, B7, AA3.
        public var name: String
        public var status: Status
        /// Position of the cell's content: the center of its code or cap, or else of the cell itself.
        public var x: Double
        public var y: Double

        public init(place: Place, status: Status, center: Point) {
            row = place.row
            col = place.col
            name = place.name
            self.status = status
            x = center.x
            y = center.y
        }

        public var place: Place { Place(row: row, col: col) }
        public var center: Point { Point(x: x, y: y) }
    }
}

extension Rack {
    /// A code that was read.
    public struct Code: Sendable, Equatable {
        /// The text of the code, in the character set that it names itself; a payload that is certainly not text
        /// appears as hexadecimal digits.
        public var value: String
        /// Whether ``value`` is hexadecimal because the payload is certainly not text.
        public var isHex: Bool
        /// Center of the symbol.
        public var x: Double
        public var y: Double
        /// Corners of the symbol; the corner of its solid finder is at the bottom left.
        public var corners: Quad
        /// Rows × columns of modules, including finder and timing: `12x12`.
        public var symbol: String
        /// The number of codewords that error correction changed.
        public var errorsCorrected: Int
        /// The raw payload.
        public var bytes: [UInt8]
        /// The character sets (ECI) that the code names, each with its first byte; empty for nearly all codes.
        public var interpretations: [Interpretation] = []
        /// Set if the code contains only a part of a value that is split among several codes.
        public var part: StructuredAppend?
        /// Whether the code contains settings for a reader, not a value.
        public var isReaderProgramming = false

        public init(
            value: String, isHex: Bool = false, corners: Quad, symbol: String, errorsCorrected: Int = 0,
            bytes: [UInt8]
        ) {
            self.value = value
            self.isHex = isHex
            x = corners.center.x
            y = corners.center.y
            self.corners = corners
            self.symbol = symbol
            self.errorsCorrected = errorsCorrected
            self.bytes = bytes
        }

        public var center: Point { Point(x: x, y: y) }
    }

    /// A code in its cell.
    public struct Vial: Sendable, Equatable {
        public var code: Code
        public var row: Int
        public var col: Int
        /// The name of the well: A1, B7, AA3.
        public var name: String
        /// Whether the same value was also read in another cell.
        public var isDuplicate: Bool
        /// Whether the user typed the value.
        public var isTyped: Bool

        public init(code: Code, place: Place, isDuplicate: Bool = false, isTyped: Bool = false) {
            self.code = code
            row = place.row
            col = place.col
            name = place.name
            self.isDuplicate = isDuplicate
            self.isTyped = isTyped
        }

        public var value: String { code.value }
        public var place: Place { Place(row: row, col: col) }
    }

    /// A value that was read in more than one place.
    public struct Duplicate: Sendable, Equatable {
        public var value: String
        /// Row by row.
        public var places: [Place]

        public init(value: String, places: [Place]) {
            self.value = value
            self.places = places
        }
    }
}
