/// Squares of text that hang together: neighbors, and those behind a gap of two in the direction of the text.
struct CellGroups {
    struct Cell {
        var column: Int
        var row: Int
        var score: Float
    }

    private(set) var groups: [[Cell]] = []

    init(_ cells: TextCells) {
        var isFree = cells.score.map { $0 > 0 }
        for start in isFree.indices where isFree[start] {
            isFree[start] = false
            var places = [start]
            var next = 0
            while next < places.count {
                let place = places[next]
                next += 1
                let (column, row) = (place % cells.width, place / cells.width)
                // A gap between words, but not one between books.
                let reach = cells.lean[place] >= 0 ? (3, 1) : (1, 3)
                for (dx, dy) in Self.steps(reach) {
                    let (x, y) = (column + dx, row + dy)
                    guard x >= 0, x < cells.width, y >= 0, y < cells.height else { continue }
                    let other = y * cells.width + x
                    guard isFree[other] else { continue }
                    let isFar = abs(dx) + abs(dy) > 1
                    // Both have to run the same way where they do not touch.
                    if isFar, (cells.lean[other] >= 0) != (cells.lean[place] >= 0) { continue }
                    isFree[other] = false
                    places.append(other)
                }
            }
            groups.append(
                places.map { Cell(column: $0 % cells.width, row: $0 / cells.width, score: cells.score[$0]) })
        }
    }

    private static func steps(_ reach: (Int, Int)) -> [(Int, Int)] {
        (1...reach.0).flatMap { [($0, 0), (-$0, 0)] } + (1...reach.1).flatMap { [(0, $0), (0, -$0)] }
    }
}
