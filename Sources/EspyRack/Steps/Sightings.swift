package import DataMatrix
package import EspyPixels

/// What a look at a whole picture gives.
package struct Sightings: Sendable {
    package var readings: [Reading]
    /// Centers of places that look like a symbol but could not be read.
    package var suspects: [Point]

    package init(readings: [Reading], suspects: [Point] = []) {
        self.readings = readings
        self.suspects = suspects
    }

    init(_ seen: SymbolReadings) {
        self.init(readings: seen.readings, suspects: seen.suspects.map { Point(x: $0.center.x, y: $0.center.y) })
    }
}
