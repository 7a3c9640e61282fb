import EspyBase
import EspyPixels

/// How the long things of a photo lie, as far as a first look tells.
struct LongDirection: Sendable {
    /// Clockwise from level.
    let degrees: Double
    /// How many times shorter things have to be for the networks to know them.
    let squeeze: Double

    /// From so many times the width on a thing is long. With the whole photo as it is, the seeker counts nearly all drawn
    /// things of up to six times right, and few of eight.
    static let leastLength = 6.0
    /// Things of ten to thirty times their width become one to four times as long as wide.
    private static let squeeze = 8.0
    /// Things that an example shows become so many times as long as wide.
    private static let shownLength = 2.5
    /// A line is no thing.
    private static let most = 40.0

    /// - Returns: nil where examples are not long, or not parallel, and where there is none and edges run all ways.
    init?(of image: RGBImage, options: CountOptions) {
        let lengths = options.shown.map { $0.width / $0.height }
        guard let level = lengths.min(), let upright = lengths.max() else {
            guard let common = EdgeDirections(of: image).common else { return nil }
            (degrees, squeeze) = (common, Self.squeeze)
            return
        }
        let isLevel = level >= Self.leastLength
        if isLevel || upright <= 1 / Self.leastLength {
            let length = median(lengths.map { max($0, 1 / $0) }) ?? Self.leastLength
            (degrees, squeeze) = (isLevel ? 0 : 90, min(length / Self.shownLength, Self.most))
            return
        }
        // The box of a thing at an angle is not long, but what it shows runs one way.
        guard let box = options.shown.first, let common = EdgeDirections(of: image.cropped(to: box)).common,
            common != 0, common != 90
        else { return nil }
        (degrees, squeeze) = (common, Self.squeeze)
    }

    /// Whether boxes around things in the photo are boxes around them as they lie.
    var isStraight: Bool { degrees == 0 || degrees == 90 }
}
