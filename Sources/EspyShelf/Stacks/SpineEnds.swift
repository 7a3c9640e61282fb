import EspyPixels

/// Whether a book that lies ends where its outline does: boards and their shadows go on beyond it.
enum SpineEnds {
    /// How far inside and outside of an end it is looked at, as a share of the length, and at least so many pixels.
    private static let (reach, least) = (0.03, 2.5)
    /// Places along an end.
    private static let places = stride(from: 0.2, through: 0.8, by: 0.1)

    /// How much the color changes at that end of the two where it changes least.
    ///
    /// - Returns: the mean over the end of the largest difference of red, green and blue, from 0 to 255; 0 where the
    ///   picture ends there.
    static func change(of quad: Quad, in image: RGBImage) -> Double {
        min(
            change(from: (quad.topLeft, quad.bottomLeft), to: (quad.topRight, quad.bottomRight), image),
            change(from: (quad.topRight, quad.bottomRight), to: (quad.topLeft, quad.bottomLeft), image))
    }

    private static func change(
        from end: (upper: Point, lower: Point), to other: (upper: Point, lower: Point), _ image: RGBImage
    ) -> Double {
        let length = end.upper.distance(to: other.upper)
        guard length > 0 else { return 0 }
        let step = (other.upper - end.upper) * (1 / length)
        let distance = max(least, reach * length)
        var (sum, count) = (0.0, 0.0)
        for share in places {
            let place = end.upper + (end.lower - end.upper) * share
            guard let inside = mean(image, place, step, distance), let outside = mean(image, place, step, -distance)
            else { return 0 }
            let difference = inside - outside
            sum += max(abs(difference.x), abs(difference.y), abs(difference.z))
            count += 1
        }
        return sum / count
    }

    /// The color a little away from a place.
    private static func mean(_ image: RGBImage, _ place: Point, _ step: Point, _ distance: Double) -> SIMD3<Double>? {
        var sum = SIMD3<Double>()
        for factor in [1, 1.5, 2] {
            let point = place + step * (factor * distance)
            guard point.x >= 1, point.y >= 0, point.x < Double(image.width - 1), point.y < Double(image.height)
            else { return nil }
            let index = 3 * (Int(point.y) * image.width + Int(point.x))
            sum += SIMD3(
                Double(image.pixels[index]), Double(image.pixels[index + 1]), Double(image.pixels[index + 2]))
        }
        return sum / 3
    }
}
