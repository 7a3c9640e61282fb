import EspyCodecs
public import EspyPixels

/// The small picture of an entry.
public enum HistoryThumbnail {
    /// Width and height in pixels.
    public static let side = 200
    /// Quality of the JPEG.
    static let quality = 80
    /// What lies beyond the photo.
    private static let ground: UInt8 = 128
    /// How much of the surroundings is shown on each side, as a share of the longer side.
    private static let margin = 0.08

    /// A square around `rect`, with a little of its surroundings, at ``side`` pixels. Nothing is stretched; where the
    /// square reaches beyond the photo it is gray.
    ///
    /// - Parameter rect: in pixels of the upright picture; one that does not meet the picture, or nil, means all of it.
    public static func crop(_ image: RGBImage, around rect: Rect?) -> RGBImage {
        let square = square(around: rect, in: image)
        var result = RGBImage(width: side, height: side, red: ground, green: ground, blue: ground)
        let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let visible = square.intersection(whole) else { return result }
        let part = image.cropped(to: visible)
        let scale = Double(side) / square.width
        let left = pixel((visible.x - square.x) * scale)
        let top = pixel((visible.y - square.y) * scale)
        let right = max(left + 1, pixel((visible.maxX - square.x) * scale))
        let bottom = max(top + 1, pixel((visible.maxY - square.y) * scale))
        guard left < side, top < side else { return result }
        paste(part.resized(width: right - left, height: bottom - top), at: (left, top), into: &result)
        return result
    }

    /// The same as JPEG, about 10 kB.
    static func jpeg(_ image: RGBImage, around rect: Rect?) throws(ImageError) -> [UInt8] {
        try ImageEncoder.jpeg(crop(image, around: rect), quality: quality)
    }

    private static func square(around rect: Rect?, in image: RGBImage) -> Rect {
        let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let rect, rect.width > 0, rect.height > 0, let visible = rect.intersection(whole), visible.area > 0 else {
            let size = max(whole.width, whole.height, 1)
            return Rect(x: (whole.width - size) / 2, y: (whole.height - size) / 2, width: size, height: size)
        }
        let size = max(visible.width, visible.height) * (1 + 2 * margin)
        return Rect(x: visible.center.x - size / 2, y: visible.center.y - size / 2, width: size, height: size)
    }

    private static func pixel(_ position: Double) -> Int { min(max(Int(position.rounded()), 0), side) }

    private static func paste(_ part: RGBImage, at corner: (x: Int, y: Int), into image: inout RGBImage) {
        for row in 0..<min(part.height, side - corner.y) {
            let count = min(part.width, side - corner.x) * 3
            let source = row * part.width * 3
            let target = ((corner.y + row) * side + corner.x) * 3
            image.pixels.replaceSubrange(target..<(target + count), with: part.pixels[source..<(source + count)])
        }
    }
}
