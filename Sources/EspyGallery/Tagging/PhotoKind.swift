import EspyCodecs
import EspyPixels

extension PhotoAnalysis.Kind {
    /// So much wider than high, or higher than wide, are no pictures of one shot.
    private static let wide = 2.2
    /// Of the area that must be as good as gray for a page of text.
    private static let neutral = 0.75
    /// The same for what may be one.
    private static let nearlyNeutral = 0.6

    /// What sort of picture it is.
    ///
    /// - Parameters:
    ///   - gray: upright, at its own size or reduced.
    ///   - colors: of the same picture.
    ///   - metadata: what its file says.
    /// - Returns: what it is, and whether a photo may turn out to be a document when it is read.
    static func of(
        _ gray: GrayImage, colors: DominantColors, metadata: PhotoMetadata
    ) -> (kind: Self, mayBeDocument: Bool) {
        let sides = (Double(max(gray.width, gray.height)), Double(max(min(gray.width, gray.height), 1)))
        if metadata.isScreenshot {
            return (.screenshot, false)
        } else if sides.0 / sides.1 >= wide, sides.1 >= 200 {
            return (.panorama, false)
        }
        guard colors.neutral >= nearlyNeutral else { return (.photo, false) }
        let look = PageLook(gray)
        if colors.neutral >= neutral, look.isPage { return (.document, false) }
        return (.photo, look.mayBePage)
    }
}

/// Whether a picture is a page of text: bright paper with many small spots of ink that have the size of letters.
///
/// No letter is read.
private struct PageLook {
    /// Of the area, from 0 to 1: bright and even.
    let paper: Double
    /// Spots of ink as large as letters.
    let letters: Int
    /// Of the ink, from 0 to 1: what is in such spots.
    let share: Double

    var isPage: Bool { paper > 0.55 && letters >= 120 && share > 0.6 }
    /// Worth to be read, to find out: a page before a background, or in bad light.
    var mayBePage: Bool { paper > 0.4 && letters >= 100 && share > 0.5 }

    /// Long side at which pages are looked at, in pixels.
    private static let side = 800
    /// So much darker than the paper around it is ink.
    private static let contrast = 30
    /// Light falls unevenly on paper: its brightness is that of a square of so many pixels.
    private static let cell = 32
    private static let heights = 3...30
    private static let widths = 1...48

    /// - Parameter image: gray, upright.
    init(_ image: GrayImage) {
        let scale = min(Double(Self.side) / Double(max(image.width, image.height, 1)), 1)
        let small = image.resized(
            width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
        var (ink, bright) = Self.ink(small)
        paper = Double(bright) / Double(ink.count)
        var (count, inside, all) = (0, 0, 0)
        for start in ink.indices where ink[start] {
            let spot = Spot(from: start, width: small.width, clearing: &ink)
            all += spot.area
            guard Self.heights.contains(spot.height), Self.widths.contains(spot.width), spot.area >= 4 else { continue }
            count += 1
            inside += spot.area
        }
        letters = count
        share = Double(inside) / Double(max(all, 1))
    }

    /// Which pixels are ink, and how many are paper.
    private static func ink(_ image: GrayImage) -> (ink: [Bool], paper: Int) {
        let (across, down) = (max(image.width / cell, 1), max(image.height / cell, 1))
        let coarse = image.resized(width: across, height: down)
        var (ink, paper) = ([Bool](repeating: false, count: image.width * image.height), 0)
        for y in 0..<image.height {
            let row = min(y / cell, down - 1) * across
            for x in 0..<image.width {
                let around = Int(coarse.pixels[row + min(x / cell, across - 1)])
                let value = Int(image.pixels[y * image.width + x])
                if value < around - contrast { ink[y * image.width + x] = true }
                if value > 110, value >= around - 8 { paper += 1 }
            }
        }
        return (ink, paper)
    }
}

/// Pixels of ink that touch each other.
private struct Spot {
    private(set) var area = 0
    private var left: Int
    private var right: Int
    private var top: Int
    private var bottom: Int

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }

    /// - Parameter ink: this spot is taken out of it.
    init(from start: Int, width: Int, clearing ink: inout [Bool]) {
        (left, right, top, bottom) = (start % width, start % width, start / width, start / width)
        let rows = ink.count / width
        var waiting = [start]
        ink[start] = false
        while let next = waiting.popLast() {
            let (x, y) = (next % width, next / width)
            area += 1
            (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            for row in max(y - 1, 0)...min(y + 1, rows - 1) {
                for column in max(x - 1, 0)...min(x + 1, width - 1) where ink[row * width + column] {
                    ink[row * width + column] = false
                    waiting.append(row * width + column)
                }
            }
        }
    }
}

/// How sharp the sharpest parts of a photo are.
///
/// The variance of the Laplacian (Pech-Pacheco et al., 2000) of tiles, of which one in ten is sharper than the answer: a
/// face before a soft background is sharp, a shaken photo is sharp nowhere.
enum Sharpness {
    /// Long side at which photos are compared, in pixels.
    private static let side = 512
    private static let tiles = 8

    /// - Parameter image: gray, of any size.
    static func measure(_ image: GrayImage) -> Double {
        let scale = Double(side) / Double(max(image.width, image.height, 1))
        let small =
            scale < 1
            ? image.resized(
                width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
            : image
        var variances: [Double] = []
        for row in 0..<tiles {
            for column in 0..<tiles {
                let rows = (small.height * row / tiles)..<(small.height * (row + 1) / tiles)
                let columns = (small.width * column / tiles)..<(small.width * (column + 1) / tiles)
                if let variance = variance(small, rows, columns) { variances.append(variance) }
            }
        }
        guard !variances.isEmpty else { return 0 }
        return variances.sorted()[variances.count * 9 / 10]
    }

    /// - Returns: nil for a tile without inner pixels.
    private static func variance(_ image: GrayImage, _ rows: Range<Int>, _ columns: Range<Int>) -> Double? {
        let (inner, middle) = (
            max(rows.lowerBound, 1)..<max(min(rows.upperBound, image.height - 1), max(rows.lowerBound, 1)),
            max(columns.lowerBound, 1)..<max(min(columns.upperBound, image.width - 1), max(columns.lowerBound, 1))
        )
        guard !inner.isEmpty, !middle.isEmpty else { return nil }
        var (sum, squares) = (0, 0)
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in inner {
                let line = y * image.width
                for x in middle {
                    let around =
                        Int(pixels[line + x - 1]) + Int(pixels[line + x + 1]) + Int(pixels[line + x - image.width])
                        + Int(pixels[line + x + image.width])
                    let value = 4 * Int(pixels[line + x]) - around
                    sum += value
                    squares += value * value
                }
            }
        }
        let count = Double(inner.count * middle.count)
        let mean = Double(sum) / count
        return Double(squares) / count - mean * mean
    }
}
