import EspyPixels

/// Puts lines in the order in which they are read: from the top to the bottom, those beside each other from left to
/// right, as most letters see it.
enum ReadingOrder {
    static func sorted(_ lines: [TextLine]) -> [TextLine] {
        guard let turn = usual(lines) else { return lines }
        let placed = lines.map { (line: $0, place: turned($0.quad.center, turn)) }.sorted { $0.place.y < $1.place.y }
        var rows: [[(line: TextLine, place: Point)]] = []
        for item in placed {
            let thickness = item.line.quad.meanHeight
            if let last = rows.last?.last, item.place.y - last.place.y < 0.5 * min(thickness, last.line.quad.meanHeight)
            {
                rows[rows.count - 1].append(item)
            } else {
                rows.append([item])
            }
        }
        return rows.flatMap { $0.sorted { $0.place.x < $1.place.x }.map(\.line) }
    }

    /// The direction in which most signs run, in quarters; nil without lines.
    private static func usual(_ lines: [TextLine]) -> Int? {
        var signs = [0, 0, 0, 0]
        for line in lines {
            let along = line.quad.topRight - line.quad.topLeft
            let turn = abs(along.x) >= abs(along.y) ? (along.x >= 0 ? 0 : 2) : (along.y >= 0 ? 1 : 3)
            signs[turn] += line.text.count
        }
        return lines.isEmpty ? nil : signs.indices.max { signs[$0] < signs[$1] }
    }

    /// A place as letters see it that run in a direction.
    private static func turned(_ point: Point, _ turn: Int) -> Point {
        switch turn {
        case 1: Point(x: point.y, y: -point.x)
        case 2: Point(x: -point.x, y: -point.y)
        case 3: Point(x: -point.y, y: point.x)
        default: point
        }
    }
}
