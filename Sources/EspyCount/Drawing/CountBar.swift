import EspyCodecs
import EspyPixels

/// The bar below a photo: what was counted, in which photo, and when.
struct CountBar {
    private let count: Count
    private let caption: CountAnnotator.Caption

    init(_ count: Count, _ caption: CountAnnotator.Caption) {
        self.count = count
        self.caption = caption
    }

    /// The picture with the bar under it, so that nothing of the photo is hidden.
    func below(_ image: RGBImage) -> RGBImage {
        let fonts = TextRenderer()
        let height = Int(min(max(Double(image.width) / 22, 20), 120))
        // In a picture too narrow for a number a bar tells nothing.
        guard fonts.hasFonts, image.width >= 4 * height / 3 else { return image }
        var pixels = image.pixels
        pixels.reserveCapacity(pixels.count + 3 * image.width * height)
        for _ in 0..<(image.width * height) { pixels += [0x1F, 0x29, 0x33] }
        var canvas = Canvas(RGBImage(width: image.width, height: image.height + height, pixels: pixels))
        write(on: &canvas, height: Double(height), fonts)
        return canvas.image
    }

    private func write(on canvas: inout Canvas, height: Double, _ fonts: TextRenderer) {
        let middle = Double(canvas.height) - height / 2
        let margin = height / 4
        func style(_ size: Double, _ color: Color) -> LabelStyle {
            LabelStyle(size: size * height, color: color, background: nil, padding: 0)
        }
        let number = canvas.label(
            String(count.count), at: Point(x: margin, y: middle), anchor: .left, style(0.72, .white), using: fonts)
        let left = (number?.maxX ?? margin) + margin
        let details = canvas.label(
            details, at: Point(x: left, y: middle), anchor: .left, style(0.4, .pale), using: fonts)
        let text = [caption.name, caption.moment].compactMap(\.self).joined(separator: "  ·  ")
        // About how wide it will be: where that does not fit beside the count, it is left out.
        let width = 0.6 * 0.4 * height * Double(text.count)
        guard !text.isEmpty, (details?.maxX ?? left) + width + 2 * margin < Double(canvas.width) else { return }
        let place = Point(x: Double(canvas.width) - margin, y: middle)
        canvas.label(text, at: place, anchor: .right, style(0.4, .pale), using: fonts)
    }

    /// `54 – 58  ·  3 to check  ·  14 others`, `A 23 coins  ·  B 7 buttons`
    private var details: String {
        let doubtful = count.detections.count(where: \.isDoubtful)
        let others = count.detections.count { !$0.main }
        var parts = zip(count.kinds, count.recipes ?? []).enumerated().map { place, kind in
            "\(CountMarkKind(place).letter) \(kind.1.things.telling(kind.0.count))"
        }
        if count.range.low != count.range.high { parts.append("\(count.range.low) – \(count.range.high)") }
        if doubtful > 0 { parts.append("\(doubtful) to check") }
        if others > 0 { parts.append(others == 1 ? "1 other" : "\(others) others") }
        if count.detections.isEmpty { parts.append("no objects found") }
        return parts.joined(separator: "  ·  ")
    }
}

extension Color {
    fileprivate static let pale = Color(hex: 0xD5DCE2)
}
