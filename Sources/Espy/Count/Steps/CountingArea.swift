package import EspyImage

/// Where in a picture things are counted: inside the region, outside all exclusions.
package struct CountingArea: Sendable {
    private let region: [Point]?
    private let exclusions: [[Point]]

    package init(_ options: CountOptions) {
        region = options.region
        exclusions = options.exclusions
    }

    /// Whether things with this center count.
    package func contains(_ center: Point) -> Bool {
        if let region, !Self.isInside(center, of: region) { return false }
        return !exclusions.contains { Self.isInside(center, of: $0) }
    }

    /// By the even–odd rule: how often does a ray to the left cross the outline?
    private static func isInside(_ point: Point, of polygon: [Point]) -> Bool {
        var isInside = false
        var before = polygon.last ?? point
        for corner in polygon {
            if (corner.y > point.y) != (before.y > point.y) {
                let share = (point.y - corner.y) / (before.y - corner.y)
                if point.x > corner.x + (before.x - corner.x) * share { isInside.toggle() }
            }
            before = corner
        }
        return isInside
    }
}
