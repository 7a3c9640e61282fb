/// A flaw of a photo that may hide things in it. Results of each verb warn of it by the same name.
package enum PhotoFlaw: String, Sendable, CaseIterable {
    /// Underexposed: things may be hidden in it.
    case dark
    /// Overexposed: most of it is white, and things in the white areas may be lost.
    case bright
    /// Out of focus or shaken.
    case blurred

    /// The value, 0…255, that the brightest channel must reach in at least a fiftieth of the pixels.
    private static let dimmest: UInt8 = 48
    /// A pixel is white from this value on in every channel.
    private static let white: UInt8 = 250

    /// Returns what is wrong with a photo, light first.
    ///
    /// - Parameters:
    ///   - part: what matters of the picture, in pixels; nil for all of it.
    ///   - mostWhite: more white than this share is too much. Of 1,500 photos of things, many on white paper, nine have more
    ///     than 0.6.
    ///   - mostEdgeWidth: edges that are wider are blurred, see ``EdgeWidth/ofPhoto(_:in:)``; nil if blur does not matter.
    package static func flaws(
        of image: some ColorPicture, in part: Rect? = nil, mostWhite: Double = 0.6, mostEdgeWidth: Double? = nil
    ) -> [PhotoFlaw] {
        let light = light(of: image, image.area(of: part), mostWhite)
        guard let mostEdgeWidth, let width = EdgeWidth.ofPhoto(image, in: part), width > mostEdgeWidth else {
            return [light].compactMap { $0 }
        }
        return [light, .blurred].compactMap { $0 }
    }

    private static func light(
        of image: some ColorPicture, _ area: (x: Int, y: Int, width: Int, height: Int), _ mostWhite: Double
    ) -> PhotoFlaw? {
        // A sample of the pixels is enough.
        let step = max(area.width * area.height / 20_000, 1)
        var (seen, lit, white) = (0, 0, 0)
        for place in stride(from: 0, to: area.width * area.height, by: step) {
            let color = image.pixel(area.x + place % area.width, area.y + place / area.width)
            seen += 1
            if color.max() >= dimmest { lit += 1 }
            if color.min() >= Self.white { white += 1 }
        }
        if lit * 50 < seen { return .dark }
        return Double(white) > mostWhite * Double(seen) ? .bright : nil
    }
}

/// A picture of which single pixels are read.
package protocol ColorPicture {
    var width: Int { get }
    var height: Int { get }

    /// Red, green and blue of a pixel.
    func pixel(_ x: Int, _ y: Int) -> SIMD3<UInt8>
}

extension RGBImage: ColorPicture {
    package func pixel(_ x: Int, _ y: Int) -> SIMD3<UInt8> {
        let place = 3 * (y * width + x)
        return SIMD3(pixels[place], pixels[place + 1], pixels[place + 2])
    }
}

extension SplitImage: ColorPicture {}

extension ColorPicture {
    /// Returns the pixels of a part, at least one; of the whole picture if nil, or if the part is outside.
    func area(of part: Rect?) -> (x: Int, y: Int, width: Int, height: Int) {
        let whole = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let area = part?.intersection(whole) ?? whole
        return (Int(area.x), Int(area.y), max(Int(area.width), 1), max(Int(area.height), 1))
    }
}
