package import EspyImage

/// Whether a picture is a page with lines of text.
///
/// A page is bright paper with rows that change between dark and light many times, and blank rows between them. No
/// letter is read.
package struct PageLook: Sendable, Equatable {
    /// Of the area, from 0 to 1: bright and even.
    package let paper: Double
    /// Bands of rows full of strokes, with blank bands between them.
    package let lines: Int

    package var isPage: Bool { paper > 0.5 && lines >= 6 }

    private static let side = 640
    /// So much darker than the paper around it is ink.
    private static let contrast = 40
    /// So many strokes in a row make it one of text.
    private static let strokes = 12

    /// - Parameter image: gray, upright.
    package init(_ image: GrayImage) {
        let scale = min(Double(Self.side) / Double(max(image.width, image.height, 1)), 1)
        let (width, height) = (
            max(Int(Double(image.width) * scale), 1), max(Int(Double(image.height) * scale), 1)
        )
        let small = image.resized(width: width, height: height)
        // Light falls unevenly on paper: what is bright is told from the neighborhood.
        let (across, down) = (max(width / 32, 1), max(height / 32, 1))
        let coarse = small.resized(width: across, height: down)
        var (paperCount, isText) = (0, [Bool]())
        for y in 0..<height {
            var (changes, wasInk) = (0, false)
            for x in 0..<width {
                let around = Int(coarse.pixels[min(y / 32, down - 1) * across + min(x / 32, across - 1)])
                let value = Int(small.pixels[y * width + x])
                let isInk = value < around - Self.contrast
                if isInk != wasInk { changes += 1 }
                wasInk = isInk
                if value > 120, value >= around - 12 { paperCount += 1 }
            }
            isText.append(changes >= 2 * Self.strokes)
        }
        paper = Double(paperCount) / Double(width * height)
        lines = zip([false] + isText, isText).count { !$0 && $1 }
    }
}
