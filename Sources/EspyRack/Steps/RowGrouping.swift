import EspyPixels

/// Rows and columns by distance alone, as simple scripts do it: good for a straight photo of a full box.
enum RowGrouping {
    /// - Parameter tolerance: centers less than this many pixels apart, one after the other, share a row or column.
    /// - Returns: a place for each center, no two alike. Columns count the codes of their own row.
    static func places(_ centers: [Point], tolerance: Double) -> [Rack.Place] {
        var places = [Rack.Place](repeating: Rack.Place(row: 0, col: 0), count: centers.count)
        let byHeight = centers.indices.sorted { (centers[$0].y, centers[$0].x) < (centers[$1].y, centers[$1].x) }
        for (row, members) in groups(byHeight, tolerance, by: { centers[$0].y }).enumerated() {
            let byWidth = members.sorted { (centers[$0].x, centers[$0].y) < (centers[$1].x, centers[$1].y) }
            var col = 0
            for group in groups(byWidth, tolerance, by: { centers[$0].x }) {
                // Nearer than the tolerance and yet two codes: a column of its own for each.
                for index in group {
                    places[index] = Rack.Place(row: row, col: col)
                    col += 1
                }
            }
        }
        return places
    }

    /// Splits a sorted list where the step to the next reaches the tolerance.
    private static func groups(_ sorted: [Int], _ tolerance: Double, by value: (Int) -> Double) -> [[Int]] {
        var groups: [[Int]] = []
        for index in sorted {
            if let last = groups.last?.last, value(index) - value(last) < tolerance {
                groups[groups.count - 1].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups
    }
}
