package import Espy

/// Points on a map, gathered where there are too many to send.
package struct PlaceClusters: Encodable {
    package let points: [Point]
    /// How many photos have a place.
    package let total: Int

    package struct Point: Encodable {
        let latitude: Double
        let longitude: Double
        package let count: Int
        /// One of the photos there.
        let photo: Int
    }

    package static let most = 5_000

    /// - Parameter most: points. Squares are made larger until no more of them are filled.
    package init(_ places: [GalleryPlace], most: Int = Self.most) {
        total = places.count
        var side = 0.0
        var found = Self.gathered(places, side: side)
        while found.count > most {
            side = side == 0 ? 0.001 : side * 2
            found = Self.gathered(places, side: side)
        }
        points = found
    }

    private struct Square: Hashable {
        let x: Int
        let y: Int
    }

    /// - Parameter side: of a square, in degrees; 0 joins only what is at the same place, by a tenth of a meter.
    private static func gathered(_ places: [GalleryPlace], side: Double) -> [Point] {
        let step = side == 0 ? 0.000_001 : side
        var squares: [Square: (x: Double, y: Double, count: Int, photo: Int)] = [:]
        for place in places where abs(place.latitude) <= 90 && abs(place.longitude) <= 180 {
            let square = Square(
                x: Int((place.longitude / step).rounded(.down)), y: Int((place.latitude / step).rounded(.down)))
            var sum = squares[square] ?? (0, 0, 0, place.photo)
            sum = (sum.x + place.longitude, sum.y + place.latitude, sum.count + 1, sum.photo)
            squares[square] = sum
        }
        return squares.values.map {
            Point(
                latitude: $0.y / Double($0.count), longitude: $0.x / Double($0.count), count: $0.count, photo: $0.photo)
        }.sorted { ($1.count, $0.photo) < ($0.count, $1.photo) }
    }
}
