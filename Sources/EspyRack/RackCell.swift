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

        /// The name that laboratories use: rows are letters, columns count from 1. A1 is row 0, column 0; row 26 is AA.
        ///
        /// A file may name any place; the last column there can be has no next one.
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
        /// What a cell holds.
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
        /// Where the cell's content was seen: the center of its code or cap, else of the cell itself.
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
