/// How well a photo is lit. What is not usable has the name of the warning that results of each verb give of it.
package enum Exposure: String, Sendable {
    case usable
    /// Underexposed: things may be hidden in it.
    case dark
    /// Overexposed: most of it is white, and things in the white areas may be lost.
    case bright

    /// The value, 0…255, that the brightest channel must reach in at least a fiftieth of the pixels.
    private static let dimmest: UInt8 = 48
    /// A pixel is white from this value on in every channel.
    private static let white: UInt8 = 250
    /// - Parameters:
    ///   - part: what matters of the picture, in pixels; nil for all of it.
    ///   - mostWhite: more white than this share is too much. Of 1,500 photos of things, many on white paper, nine have more
    ///     than 0.6.
    package init(_ image: RGBImage, in part: Rect? = nil, mostWhite: Double = 0.6) {
        let area = image.area(of: part)
        // A sample of the pixels is enough.
        let step = max(area.width * area.height / 20_000, 1)
        var (seen, lit, white) = (0, 0, 0)
        for place in stride(from: 0, to: area.width * area.height, by: step) {
            let pixel = 3 * ((area.y + place / area.width) * image.width + area.x + place % area.width)
            let (red, green, blue) = (image.pixels[pixel], image.pixels[pixel + 1], image.pixels[pixel + 2])
            seen += 1
            if max(red, green, blue) >= Self.dimmest { lit += 1 }
            if min(red, green, blue) >= Self.white { white += 1 }
        }
        self = lit * 50 < seen ? .dark : Double(white) > mostWhite * Double(seen) ? .bright : .usable
    }
}

extension RGBImage {
    /// Returns the pixels of a part, at least one; of the whole picture if nil, or if the part is outside.
    func area(of part: Rect?) -> (x: Int, y: Int, width: Int, height: Int) {
        let whole = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let area = part?.intersection(whole) ?? whole
        return (Int(area.x), Int(area.y), max(Int(area.width), 1), max(Int(area.height), 1))
    }
}
