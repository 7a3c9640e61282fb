/// Finds the places where photos were taken: circles of ten kilometers, those with most photos first.
struct PlaceGroups {
    /// The most places.
    static let most = 40
    private static let radius = 10.0
    /// Degrees of a cell: about as wide as the circle is.
    private static let cell = 0.1

    private struct Cell: Hashable {
        let row: Int
        let column: Int
    }

    /// - Parameter points: latitude and longitude in degrees.
    static func areas(_ points: [(latitude: Double, longitude: Double)]) -> [GalleryArea] {
        var cells: [Cell: [Int]] = [:]
        for (index, point) in points.enumerated() where abs(point.latitude) <= 90 && abs(point.longitude) <= 180 {
            cells[self.cell(point.latitude, point.longitude), default: []].append(index)
        }
        var areas: [GalleryArea] = []
        // Equal ones in the same order each time.
        let ordered = cells.sorted {
            ($1.value.count, $0.key.row, $0.key.column) < ($0.value.count, $1.key.row, $1.key.column)
        }
        for (_, members) in ordered {
            guard areas.count < most else { break }
            let free = members.filter { index in
                !areas.contains {
                    $0.distance(latitude: points[index].latitude, longitude: points[index].longitude) <= radius
                }
            }
            // What is left at the edge of a circle is no place of its own.
            guard 2 * free.count >= members.count, let area = middle(free.map { points[$0] }) else { continue }
            areas.append(area)
        }
        return areas
    }

    private static func cell(_ latitude: Double, _ longitude: Double) -> Cell {
        Cell(row: Int((latitude / cell).rounded(.down)), column: Int((longitude / cell).rounded(.down)))
    }

    /// Rounded to a hundredth of a degree, a kilometer, so that one more photo rarely moves it.
    private static func middle(_ points: [(latitude: Double, longitude: Double)]) -> GalleryArea? {
        guard !points.isEmpty else { return nil }
        func mean(_ values: [Double]) -> Double {
            (values.reduce(0, +) / Double(values.count) * 100).rounded() / 100
        }
        return GalleryArea(
            latitude: mean(points.map(\.latitude)), longitude: mean(points.map(\.longitude)), kilometers: radius)
    }
}
