package import EspyPixels

/// Makes the map of a large picture out of pieces that lap over each other, each of them at the same scale: what a network
/// takes of memory grows with the picture that it is shown.
package enum MapTiles {
    /// The most pixels along a side of a piece, and how much of it is left to its neighbor: the network sees less well at a
    /// border.
    private static let (most, border) = (512, 64)
    /// Networks halve a picture five times.
    private static let multiple = 32

    /// - Parameter part: makes the map of a piece; nil when it was given up.
    /// - Returns: nil when a piece was given up.
    package static func map(
        of image: RGBImage, by part: (RGBImage) throws(TextError) -> TextMap?
    ) throws(TextError) -> TextMap? {
        var values = [Float](repeating: 0, count: image.width * image.height)
        for rows in pieces(of: image.height) {
            for columns in pieces(of: image.width) {
                let (x, y) = (columns.whole.lowerBound, rows.whole.lowerBound)
                let place = Rect(
                    x: Double(x), y: Double(y), width: Double(columns.whole.count), height: Double(rows.whole.count))
                guard let map = try part(image.cropped(to: place)) else { return nil }
                for row in rows.kept {
                    for column in columns.kept {
                        values[row * image.width + column] = map.values[(row - y) * map.width + column - x]
                    }
                }
            }
        }
        return TextMap(width: image.width, height: image.height, values: values)
    }

    /// What is looked at, and which part of the answer is kept: all parts together are the whole length, each once. All have
    /// one size, for the runtime prepares each size.
    package static func pieces(of length: Int) -> [(whole: Range<Int>, kept: Range<Int>)] {
        guard length > most else { return [(0..<length, 0..<length)] }
        let inner = length - 2 * border
        let count = (inner - 1) / (most - 2 * border) + 1
        let size = ((inner - 1) / (count * multiple) + 1) * multiple + 2 * border
        var pieces: [(whole: Range<Int>, kept: Range<Int>)] = []
        var done = 0
        while done < length {
            let start = max(min(done - border, length - size), 0)
            let end = start + size
            let kept = done..<(end == length ? end : end - border)
            pieces.append((start..<end, kept))
            done = kept.upperBound
        }
        return pieces
    }
}
