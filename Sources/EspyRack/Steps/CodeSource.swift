package import DataMatrix
package import EspyPixels

/// Where codes come from: the reader of the DataMatrix module, or anything that stands in for it in a test.
package protocol CodeSource: Sendable {
    /// All symbols of a picture.
    func sightings(in view: GrayView) async -> Sightings
    /// A thorough second look at one place.
    func read(_ view: GrayView, near center: SIMD2<Double>, radius: Double, like model: Reading) -> Reading?
}

/// What a look at a whole picture gives.
package struct Sightings: Sendable {
    package var readings: [Reading]
    /// Centers of places that look like a symbol but could not be read.
    package var suspects: [Point]

    package init(readings: [Reading], suspects: [Point] = []) {
        self.readings = readings
        self.suspects = suspects
    }
}

extension SymbolReader: CodeSource {
    package func sightings(in view: GrayView) async -> Sightings {
        let seen = await read(view)
        return Sightings(
            readings: seen.readings, suspects: seen.suspects.map { Point(x: $0.center.x, y: $0.center.y) })
    }
}
