package import EspyPixels

/// Finds the boxes that overlap a box without looking at all of them.
///
/// A grid of square cells, each with the boxes that reach into it. Boxes are known by their place in the list that
/// the index was made for.
package struct BoxIndex: Sendable {
    private let boxes: [Rect]
    private let left: Double
    private let top: Double
    private let side: Double
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]

    /// More cells than this along one side cost more to visit than they save.
    private static let mostCells = 64

    /// An index of all of `boxes`, in pixels.
    package init(_ boxes: [Rect]) {
        self.init(empty: boxes)
        for index in boxes.indices { insert(index) }
    }

    /// An index for `boxes` that holds none of them yet.
    package init(empty boxes: [Rect]) {
        self.boxes = boxes
        let usable = boxes.filter(\.isUsable)
        let extent = usable.dropFirst().reduce(usable.first) { $0?.union($1) } ?? Rect(x: 0, y: 0, width: 1, height: 1)
        // A cell as large as a typical box: most boxes then reach into four.
        let sides = usable.map { max($0.width, $0.height) }.sorted()
        let typical = sides.isEmpty ? 1 : sides[sides.count / 2]
        let least = max(extent.width, extent.height) / Double(Self.mostCells)
        left = extent.x
        top = extent.y
        side = max(typical, least, .leastNormalMagnitude)
        columns = Self.cells(extent.width / side)
        rows = Self.cells(extent.height / side)
        cells = Array(repeating: [], count: columns * rows)
    }

    /// Boxes at both ends of what a number can be have an extent beyond it: the quotient is then infinite, or none.
    private static func cells(_ quotient: Double) -> Int {
        quotient <= Double(mostCells) ? max(Int(quotient.rounded(.up)), 1) : mostCells + 1
    }

    /// Takes in the box at `index`. Boxes with numbers that are not finite overlap nothing and are left out.
    package mutating func insert(_ index: Int) {
        guard boxes[index].isUsable else { return }
        let (across, down) = reach(boxes[index])
        for row in down { for column in across { cells[row * columns + column].append(Int32(index)) } }
    }

    /// Whether any box of the index that overlaps `box` fulfills `condition`. Each is asked about once at most, in no
    /// particular order.
    package func contains(overlapping box: Rect, where condition: (Int) -> Bool) -> Bool {
        guard box.isUsable else { return false }
        let (across, down) = reach(box)
        for row in down {
            for column in across {
                for member in cells[row * columns + column] {
                    let other = boxes[Int(member)]
                    guard other.overlap(box) > 0 else { continue }
                    // Of the cells that both reach into, only that of the corner of their overlap answers.
                    guard self.column(max(other.x, box.x)) == column, self.row(max(other.y, box.y)) == row else {
                        continue
                    }
                    if condition(Int(member)) { return true }
                }
            }
        }
        return false
    }

    /// The boxes that overlap `box` by any area, `box` itself included if it is in the index; ascending.
    package func overlapping(_ box: Rect) -> [Int] {
        var found: [Int] = []
        _ = contains(overlapping: box) { index in
            found.append(index)
            return false
        }
        return found.sorted()
    }

    private func reach(_ box: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        (column(box.x)...column(max(box.maxX, box.x)), row(box.y)...row(max(box.maxY, box.y)))
    }

    private func column(_ x: Double) -> Int { Self.place((x - left) / side, of: columns) }

    private func row(_ y: Double) -> Int { Self.place((y - top) / side, of: rows) }

    /// 0 also for a quotient that is no number.
    private static func place(_ quotient: Double, of count: Int) -> Int {
        quotient > 0 ? Int(min(quotient, Double(count - 1))) : 0
    }
}

extension Rect {
    /// Whether all four numbers are finite and the sides not negative.
    fileprivate var isUsable: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite && width >= 0 && height >= 0
    }
}
