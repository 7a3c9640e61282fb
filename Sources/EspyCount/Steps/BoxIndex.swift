package import EspyPixels

/// Finds the boxes that overlap a box without comparing all of them.
///
/// A grid of square cells, each with the boxes that reach into it. Boxes are identified by their index in the list that
/// this was made for.
package struct BoxIndex: Sendable {
    private let boxes: [Rect]
    private let left: Double
    private let top: Double
    private let side: Double
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]

    /// More cells along one side would cost more to visit than they save.
    private static let mostCells = 64

    /// An index of all of `boxes`, in pixels.
    package init(_ boxes: [Rect]) {
        self.init(empty: boxes)
        for index in boxes.indices { insert(index) }
    }

    /// An index for `boxes` that holds none of them yet.
    package init(empty boxes: [Rect]) {
        self.boxes = boxes
        let usable = boxes.filter { $0.isUsable }
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

    /// Boxes near the limits of Double have an infinite extent: the quotient is then infinite or NaN.
    private static func cells(_ quotient: Double) -> Int {
        quotient <= Double(mostCells) ? max(Int(quotient.rounded(.up)), 1) : mostCells + 1
    }

    /// Adds the box at `index`. Boxes with numbers that are not finite overlap nothing and are left out.
    package mutating func insert(_ index: Int) {
        guard boxes[index].isUsable else { return }
        let (across, down) = reach(boxes[index])
        for row in down { for column in across { cells[row * columns + column].append(Int32(index)) } }
    }

    /// Whether any box of the index that overlaps `box` fulfills `condition`, which is called at most once for each, in
    /// no particular order.
    package func contains(overlapping box: Rect, where condition: (Int) -> Bool) -> Bool {
        guard box.isUsable else { return false }
        let (across, down) = reach(box)
        for row in down {
            for column in across {
                for member in cells[row * columns + column] {
                    let other = boxes[Int(member)]
                    guard other.overlap(box) > 0 else { continue }
                    // Among the cells that contain both, only the one at the corner of their overlap counts.
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

    /// 0 also if the quotient is NaN.
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

extension Rect {
    /// Area of the intersection, in square pixels; 0 if they only touch.
    package func overlap(_ other: Rect) -> Double {
        let across = min(maxX, other.maxX) - max(x, other.x)
        let down = min(maxY, other.maxY) - max(y, other.y)
        return across > 0 && down > 0 ? across * down : 0
    }

    /// Intersection over union, 0…1: the Jaccard index of the two areas. 0 for boxes without area.
    package func iou(_ other: Rect) -> Double {
        let both = overlap(other)
        guard both > 0 else { return 0 }
        return both / (area + other.area - both)
    }

    /// Intersection over the smaller area, 0…1: how far one lies inside the other. A part inside a whole has a small
    /// ``iou(_:)`` but a containment near 1.
    package func containment(_ other: Rect) -> Double {
        let both = overlap(other)
        guard both > 0 else { return 0 }
        return both / min(area, other.area)
    }
}

/// Keeps the best of the boxes that stand for the same thing.
///
/// Greedy and regardless of class, like `torchvision.ops.nms`: from the best score down, a box is kept unless a kept
/// one overlaps it by more than `threshold`. Among equal scores the earlier box goes first.
///
/// - Parameters:
///   - boxes: in pixels of any one space.
///   - scores: one for each box.
///   - threshold: intersection over union, 0…1; boxes that overlap by exactly this much are both kept.
/// - Returns: indices of the kept boxes, best score first.
package func nonMaximumSuppression(boxes: [Rect], scores: [Double], threshold: Double) -> [Int] {
    suppressed(boxes: boxes, order: stableOrder(of: scores)) { boxes[$0].iou(boxes[$1]) > threshold }
}

/// Indices of `scores` from the highest to the lowest; equal ones stay in order, NaN comes last.
package func stableOrder(of scores: [Double]) -> [Int] {
    let keys = scores.map { $0.isNaN ? -Double.infinity : $0 }
    return keys.indices.sorted { keys[$0] > keys[$1] || keys[$0] == keys[$1] && $0 < $1 }
}

/// Goes through `order` and keeps each box unless `isSame` holds for it and an overlapping kept one.
///
/// - Parameter isSame: whether the first box, already kept, makes the second a duplicate.
func suppressed(boxes: [Rect], order: [Int], where isSame: (Int, Int) -> Bool) -> [Int] {
    var kept: [Int] = []
    var index = BoxIndex(empty: boxes)
    for candidate in order {
        let isSuperfluous = index.contains(overlapping: boxes[candidate]) { isSame($0, candidate) }
        if isSuperfluous { continue }
        kept.append(candidate)
        index.insert(candidate)
    }
    return kept
}

/// Indices of `boxes` in reading order: rows from the top, each from left to right.
///
/// A box begins a new row if its center is more than half a typical height below the center of the row's first.
package func readingOrder(of boxes: [Rect]) -> [Int] {
    let heights = boxes.map { $0.height }.sorted()
    guard !heights.isEmpty else { return [] }
    let step = heights[heights.count / 2] / 2
    let byHeight = stableOrder(of: boxes.map { -$0.center.y })
    var rows: [[Int]] = []
    var start = -Double.infinity
    for index in byHeight {
        if rows.isEmpty || boxes[index].center.y > start + step {
            rows.append([])
            start = boxes[index].center.y
        }
        rows[rows.count - 1].append(index)
    }
    return rows.flatMap { row in stableOrder(of: row.map { -boxes[$0].center.x }).map { row[$0] } }
}
