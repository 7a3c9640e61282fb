import EspyPixels
import EspyText

/// Spines on which nothing was read, side by side on one sheet, each stretched from black to white, so that letters in
/// nearly the color of their cover, and those in the dark, become legible.
struct FaintSpines {
    let sheet: RGBImage
    private let strips: [Strip]

    private struct Strip {
        /// Its index among the given spines.
        let index: Int
        let columns: ClosedRange<Double>
        /// The mapping from the sheet to the photo.
        let back: Homography
    }

    /// Magnification of the letters.
    private static let scale = 1.4
    /// Margin around each spine on the sheet, and maximum size of the sheet, in pixels.
    private static let (margin, longest) = (16, 2240)
    /// Minimum width of a spine with letters, in pixels.
    private static let narrowest = 7.0
    /// Minimum span of gray levels, of 255, on a cover with print.
    private static let leastSpan = 5

    /// - Parameter spines: the spines to put on the sheet, with their indices among all.
    /// - Returns: nil if none is worth it.
    init?(_ spines: [(index: Int, quad: Quad)], in image: GrayImage) {
        var (pictures, strips): ([(left: Int, picture: GrayImage)], [Strip]) = ([], [])
        var left = Self.margin
        for (index, quad) in spines where min(quad.meanWidth, quad.meanHeight) >= Self.narrowest {
            let size = [quad.meanWidth, quad.meanHeight].map {
                Int(min($0 * Self.scale, Double(Self.longest - 2 * Self.margin)))
            }
            guard left + size[0] + Self.margin <= Self.longest,
                let picture = image.rectified(quad, width: size[0], height: size[1]).flatMap(Self.stretched)
            else { continue }
            let place = Rect(
                x: Double(left), y: Double(Self.margin), width: Double(size[0]), height: Double(size[1]))
            guard let back = Homography(from: Quad(place), to: quad) else { continue }
            strips.append(Strip(index: index, columns: place.x...place.maxX, back: back))
            pictures.append((left, picture))
            left += size[0] + Self.margin
        }
        guard let tallest = pictures.map(\.picture.height).max() else { return nil }
        let (width, height) = (left, tallest + 2 * Self.margin)
        var pixels = [UInt8](repeating: 128, count: width * height)
        for (left, picture) in pictures {
            for row in 0..<picture.height {
                let start = (row + Self.margin) * width + left
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
            let middle = line.quad.center.x
            guard let strip = strips.first(where: { $0.columns.contains(middle) }) else { continue }
            found[strip.index, default: []].append(
                TextLine(
                    quad: strip.back.apply(line.quad),
                    words: line.words.map {
                        .init(text: $0.text, confidence: $0.confidence, quad: strip.back.apply($0.quad))
                    }, confidence: line.confidence))
        }
        return found
    }

    /// Stretches the gray levels between the spine's sides, which are darker, to the full range, and removes grain;
    /// returns nil for a blank cover.
    private static func stretched(_ picture: GrayImage) -> GrayImage? {
        let smooth = smoothed(picture)
        let (width, height) = (picture.width, picture.height)
        var counts = [Int](repeating: 0, count: 256)
        for row in height / 20..<height - height / 20 {
            for column in width / 8..<width - width / 8 { counts[Int(smooth[row * width + column])] += 1 }
        }
        let all = counts.reduce(0, +)
        func level(_ share: Double) -> Int {
            var sum = 0
            return counts.firstIndex { count in
                sum += count
                return Double(sum) > share * Double(all)
            } ?? 255
        }
        let (low, high) = (level(0.01), level(0.99))
        guard high - low >= leastSpan else { return nil }
        let pixels = smooth.map { UInt8(min(max(255 * (Int($0) - low) / (high - low), 0), 255)) }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// Returns means of 3 × 3 pixels.
    private static func smoothed(_ picture: GrayImage) -> [UInt8] {
        let (width, height, pixels) = (picture.width, picture.height, picture.pixels)
        var result = pixels
        guard width > 2, height > 2 else { return result }
        for row in 1..<height - 1 {
            for column in 1..<width - 1 {
                var sum = 0
                for line in row - 1...row + 1 {
                    let place = line * width + column
                    sum += Int(pixels[place - 1]) + Int(pixels[place]) + Int(pixels[place + 1])
                }
                result[row * width + column] = UInt8(sum / 9)
            }
        }
        return result
    }
}
