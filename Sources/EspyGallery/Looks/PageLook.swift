package import EspyPixels

/// Whether a picture is a page of text: bright paper with many small spots of ink that have the size of letters.
///
/// No letter is read.
package struct PageLook: Sendable, Equatable {
    /// Of the area, from 0 to 1: bright and even.
    package let paper: Double
    /// Spots of ink as large as letters.
    package let letters: Int
    /// Of the ink, from 0 to 1: what is in such spots.
    package let share: Double

    package var isPage: Bool { paper > 0.55 && letters >= 120 && share > 0.6 }
    /// Worth to be read, to find out: a page before a background, or in bad light.
    package var mayBePage: Bool { paper > 0.4 && letters >= 100 && share > 0.5 }

    /// Long side at which pages are looked at, in pixels.
    private static let side = 800
    /// So much darker than the paper around it is ink.
    private static let contrast = 30
    /// Light falls unevenly on paper: its brightness is that of a square of so many pixels.
    private static let cell = 32
    private static let heights = 3...30
    private static let widths = 1...48

    /// - Parameter image: gray, upright.
    package init(_ image: GrayImage) {
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
