import EspyPixels
import EspyText
import Foundation

/// Spines on which nothing was read, below each other on one sheet, level, each made black on white, so that letters in
/// nearly the color of their cover, and those in the dark, become legible.
struct FaintSpines {
    let sheet: RGBImage
    private let strips: [Strip]

    private struct Strip {
        /// Its index among the given spines.
        let index: Int
        let rows: ClosedRange<Double>
        /// The mapping from the sheet to the photo.
        let back: Homography
    }

    /// Magnification of the letters.
    private static let scale = 1.4
    /// Margin around each spine on the sheet, and maximum size of the sheet, in pixels.
    private static let (margin, longest) = (24, 2240)
    /// Minimum width of a spine with letters, in pixels.
    private static let narrowest = 7.0

    /// - Parameter spines: the spines to put on the sheet, with their indices among all.
    /// - Returns: nil if none is worth it.
    init?(_ spines: [(index: Int, quad: Quad)], in image: GrayImage) {
        var (pictures, strips): ([(top: Int, picture: GrayImage)], [Strip]) = ([], [])
        var top = Self.margin
        for (index, quad) in spines where min(quad.meanWidth, quad.meanHeight) >= Self.narrowest {
            let level = quad.meanHeight > quad.meanWidth ? SpineTurn.down.turned(quad) : quad
            let size = [level.meanWidth, level.meanHeight].map {
                Int(min($0 * Self.scale, Double(Self.longest - 2 * Self.margin)))
            }
            guard top + size[1] + Self.margin <= Self.longest,
                let picture = image.rectified(level, width: size[0], height: size[1])
            else { continue }
            let place = Rect(
                x: Double(Self.margin), y: Double(top), width: Double(size[0]), height: Double(size[1]))
            guard let back = Homography(from: Quad(place), to: level) else { continue }
            strips.append(Strip(index: index, rows: place.y...place.maxY, back: back))
            pictures.append((top, FaintPrint(picture).picture))
            top += size[1] + Self.margin
        }
        guard let widest = pictures.map(\.picture.width).max() else { return nil }
        let (width, height) = (widest + 2 * Self.margin, top)
        var pixels = [UInt8](repeating: 128, count: width * height)
        for (top, picture) in pictures {
            for row in 0..<picture.height {
                let start = (row + top) * width + Self.margin
                pixels.replaceSubrange(
                    start..<start + picture.width,
                    with: picture.pixels[row * picture.width..<(row + 1) * picture.width])
            }
        }
        sheet = RGBImage(width: width, height: height, pixels: pixels.flatMap { [$0, $0, $0] })
        self.strips = strips
    }

    /// Returns the lines read on the sheet, by spine index, in pixels of the photo.
    func placed(_ lines: [TextLine]) -> [Int: [TextLine]] {
        var found: [Int: [TextLine]] = [:]
        for line in lines {
            let middle = line.quad.center.y
            guard let strip = strips.first(where: { $0.rows.contains(middle) }) else { continue }
            found[strip.index, default: []].append(
                TextLine(
                    quad: strip.back.apply(line.quad),
                    words: line.words.map {
                        .init(text: $0.text, confidence: $0.confidence, quad: strip.back.apply($0.quad))
                    }, confidence: line.confidence))
        }
        return found
    }
}

/// The print of a spine in black on white: what differs from the cover around it by more than its grain.
private struct FaintPrint {
    let picture: GrayImage

    /// Distance from a pixel to the edge of what counts as the cover around it.
    private static let around = 20
    /// The difference, in usual differences, that becomes gray, and the one that makes it darker by a factor of e.
    private static let (least, step): (Float, Float) = (2.5, 0.6)
    /// Maximum difference that decides whether the print is darker or lighter than the cover.
    private static let most: Float = 6

    init(_ spine: GrayImage) {
        let (width, height) = (spine.width, spine.height)
        let smooth = Self.means(of: spine.pixels.map { Float($0) }, width, height, within: 1)
        let cover = Self.means(of: smooth, width, height, within: Self.around)
        var differences = smooth
        for place in smooth.indices { differences[place] -= cover[place] }
        // Its sides are darker.
        var inner: [Float] = []
        for row in height / 8..<height - height / 8 {
            inner += differences[row * width + width / 20..<(row + 1) * width - width / 20]
        }
        let middle = Self.median(inner)
        let usual = max(1.4826 * Self.median(inner.map { abs($0 - middle) }), 0.001)
        let skew = inner.reduce(Float(0)) { sum, difference in
            let share = min(max(difference / usual, -Self.most), Self.most)
            return sum + share * share * share
        }
        let sign: Float = skew > 0 ? -1 : 1
        picture = GrayImage(
            width: width, height: height,
            pixels: differences.map { difference in
                let worth = (sign * difference / usual + Self.least) / Self.step
                return UInt8(255 / (1 + exp(-worth)))
            })
    }

    private static func median(_ values: [Float]) -> Float {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    /// Returns the mean around each pixel: of the pixels that are at most this far away, across and down.
    private static func means(of values: [Float], _ width: Int, _ height: Int, within distance: Int) -> [Float] {
        var across = values
        for row in 0..<height { slide(values, &across, from: row * width, step: 1, count: width, distance) }
        var result = across
        for column in 0..<width { slide(across, &result, from: column, step: width, count: height, distance) }
        return result
    }

    /// Writes the means along one row or column.
    private static func slide(
        _ values: [Float], _ means: inout [Float], from start: Int, step: Int, count: Int, _ distance: Int
    ) {
        var (sum, low, high) = (Float(0), 0, 0)
        for place in 0..<count {
            while high < min(place + distance + 1, count) {
                sum += values[start + high * step]
                high += 1
            }
            while low < place - distance {
                sum -= values[start + low * step]
                low += 1
            }
            means[start + place * step] = sum / Float(high - low)
        }
    }
}
