package import EspyPixels

/// Places of `boxes` in the order in which a person reads: rows from the top, each from left to right.
///
/// A box begins a new row when its center lies more than half a typical height below the center of the row's first.
package func readingOrder(of boxes: [Rect]) -> [Int] {
    let heights = boxes.map(\.height).sorted()
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
