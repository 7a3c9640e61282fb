import EspyInference
package import EspyPixels

/// Finds the lines of text in a picture with a network, without reading them.
struct LineFinder: Sendable {
    private let model: OpenModel

    private let isSparing: Bool

    /// The network keeps the memory for the largest picture that it was shown: after one with more pixels than this it
    /// gives it back.
    private static let large = 300_000

    /// - Parameter isSparing: see ``PaddleTextEngine/init(detector:recognizer:lanes:isSparing:)``
    init(_ model: OpenModel, isSparing: Bool) { (self.model, self.isSparing) = (model, isSparing) }

    /// - Returns: in pixels of `image`.
    func boxes(in image: RGBImage, limits: TextLimits) throws -> [LineBoxes.Box] {
        guard image.width > 0, image.height > 0 else {
            throw TextError.badSize(width: image.width, height: image.height)
        }
        let size = Self.size(of: image, limits, multiple: model.entry.output.strides.first ?? 32)
        let scaled = image.resized(width: size.width, height: size.height)
        guard let map = try MapTiles.map(of: scaled, by: { piece in try map(of: piece) }) else {
            throw TextError.cancelled
        }
        if isSparing, size.width * size.height > Self.large { model.rest() }
        let across = Double(image.width) / Double(size.width)
        let down = Double(image.height) / Double(size.height)
        return LineBoxes.boxes(of: map).map { box in
            var box = box
            box.quad = box.quad.map { Point(x: $0.x * across, y: $0.y * down) }
            return box
        }
    }

    private func map(of image: RGBImage) throws -> TextMap? {
        let scale = PixelScale(model.entry.input)
        return try model.run(height: image.height, width: image.width) { numbers in
            scale.fill(numbers, with: image)
        } take: { _, values in
            TextMap(width: image.width, height: image.height, values: Array(values))
        }
    }

    /// The size at which to look for lines.
    private static func size(
        of image: RGBImage, _ limits: TextLimits, multiple: Int
    ) -> (width: Int, height: Int) {
        let (long, short) = (Double(max(image.width, image.height)), Double(min(image.width, image.height)))
        let scale = min(max(1, Double(limits.shortSide) / short), Double(limits.longSide) / long)
        func side(_ length: Int) -> Int {
            let steps = (Double(length) * scale / Double(multiple)).rounded()
            return multiple * min(max(Int(steps), 1), max(limits.longSide / multiple, 1))
        }
        return (side(image.width), side(image.height))
    }
}

/// Converts bytes to the numbers that a network expects.
struct PixelScale: Sendable {
    /// For each plane in the order of the network, the byte of a pixel, and `number = byte * factor + offset`.
    let planes: [(byte: Int, factor: Float, offset: Float)]

    init(_ input: ModelInput) {
        planes = (0..<3).map { plane in
            let byte = input.colors == .bgr ? 2 - plane : plane
            return (byte, Float(input.scale / input.std[plane]), Float(-input.mean[plane] / input.std[plane]))
        }
    }

    /// Writes a picture plane by plane, as far as it fits.
    func fill(_ numbers: UnsafeMutableBufferPointer<Float>, with image: RGBImage) {
        let size = image.width * image.height
        guard numbers.count >= 3 * size else { return }
        image.pixels.withUnsafeBufferPointer { pixels in
            for (index, plane) in planes.enumerated() {
                let start = index * size
                for place in 0..<size {
                    numbers[start + place] = Float(pixels[3 * place + plane.byte]) * plane.factor + plane.offset
                }
            }
        }
    }
}

/// Makes the map of a large picture from overlapping tiles at the same scale. A photo of 1,600 x 1,216 pixels takes 340
/// MB as a whole and 90 MB in tiles, in about the same time.
package enum MapTiles {
    /// Networks halve a picture five times. The smallest pictures, see ``TextLimits/shortSide``, fit into one tile.
    private static func parts(of length: Int) -> [TilePart] {
        TilePart.parts(of: length, most: 736, border: 64, multiple: 32)
    }

    /// - Parameter part: makes the map of a tile; nil if it was canceled.
    /// - Returns: nil if a tile was canceled.
    package static func map(
        of image: RGBImage, by part: (RGBImage) throws -> TextMap?
    ) rethrows -> TextMap? {
        var values = [Float](repeating: 0, count: image.width * image.height)
        for rows in parts(of: image.height) {
            for columns in parts(of: image.width) {
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
}
