import Espy

/// Results without photos, of realistic size.
enum Invented {
    /// Noise, which compresses as badly as any photo.
    static func image(side: Int) -> RGBImage {
        var state: UInt32 = 1
        let pixels = (0..<side * side * 3).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return RGBImage(width: side, height: side, pixels: pixels)
    }

    static func count(detections: Int) -> Count {
        let found = (0..<detections).map(detection)
        let main = found.filter(\.main).count
        return Count(
            width: 1_200, height: 1_200, count: main, range: .init(low: main, high: main + 2),
            clusters: (0..<7).map { .init(id: $0, count: detections / 7) }, detections: found,
            stages: [.init(name: "detecting", ms: 12.5)], model: .init(detector: "invented"),
            parameters: CountOptions())
    }

    private static func detection(_ number: Int) -> Count.Detection {
        let column = Double(number % 40)
        let row = Double(number / 40)
        return Count.Detection(
            x: column * 7.123456789, y: row * 7.987654321, width: 6.54321, height: 6.12345,
            confidence: 1 / Double(number + 2), cluster: number % 7, main: number % 7 == 0,
            doubt: Double(number % 100) / 101)
    }

    static let rack = Rack(
        width: 300, height: 300, rows: 2, cols: 2, origin: .box, layout: .given,
        cells: (0..<4).map { number in
            let place = Rack.Place(row: number / 2, col: number % 2)
            return Rack.Cell(place: place, status: .empty, center: Point(x: 75, y: 75))
        }, vials: [])
}
