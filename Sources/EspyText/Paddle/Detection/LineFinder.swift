package import EspyInference
package import EspyPixels

/// Finds the lines of text in a picture, with a network, without reading them.
package struct LineFinder: Sendable {
    private let model: any OpenRunner
    private let isSparing: Bool
    private let gate: Gate

    /// Bytes that the network takes for each pixel of a picture.
    package static let bytesForPixel = 300

    /// - Parameters:
    ///   - isSparing: whether large pictures are looked at in pieces, which takes longer and less memory.
    ///   - room: pixels that are looked at at the same time, of all pictures together; one that is larger is looked at
    ///     alone.
    package init(_ model: any OpenRunner, isSparing: Bool = false, room: Int = .max) {
        (self.model, self.isSparing, gate) = (model, isSparing, Gate(room: room))
    }

    /// - Returns: in pixels of `image`.
    /// - Throws: ``TextError``
    package func boxes(in image: RGBImage, limits: TextLimits) throws(TextError) -> [LineBoxes.Box] {
        guard image.width > 0, image.height > 0 else { throw .badSize(width: image.width, height: image.height) }
        let size = Self.size(of: image, limits, multiple: model.entry.output.strides.first ?? 32)
        let scaled = image.resized(width: size.width, height: size.height)
        guard let map = try isSparing ? mapInPieces(of: scaled) : wholeMap(of: scaled) else { throw .cancelled }
        let across = Double(image.width) / Double(size.width)
        let down = Double(image.height) / Double(size.height)
        return LineBoxes.boxes(of: map).map { box in
            var box = box
            box.quad = box.quad.map { Point(x: $0.x * across, y: $0.y * down) }
            return box
        }
    }

    private func mapInPieces(of image: RGBImage) throws(TextError) -> TextMap? {
        try MapTiles.map(of: image) { (piece) throws(TextError) in try map(of: piece) }
    }

    private func wholeMap(of image: RGBImage) throws(TextError) -> TextMap? {
        let pixels = image.width * image.height
        guard gate.enter(pixels) else { return nil }
        defer { gate.leave(pixels) }
        return try map(of: image)
    }

    private func map(of image: RGBImage) throws(TextError) -> TextMap? {
        let scale = PixelScale(model.entry.input)
        do throws(InferenceError) {
            return try model.run(height: image.height, width: image.width) { numbers in
                scale.fill(numbers, with: image)
            } take: { _, values in
                TextMap(width: image.width, height: image.height, values: Array(values))
            }
        } catch { throw .model(error) }
    }

    /// The size at which lines are looked for.
    package static func size(
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

/// What answers pictures of any size.
package protocol OpenRunner: Sendable {
    var entry: ModelEntry { get }
    /// As `OpenModel.run` of EspyInference.
    func run<Result>(
        height: Int, width: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result?
}

extension OpenModel: OpenRunner {}
