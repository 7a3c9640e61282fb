import EspyCodecs
import EspyPixels

/// A cover ready to be sampled.
struct CoverPrint {
    private let cover: BookCover
    private let grain: Grain
    /// Centimeters along the spine and across it.
    private let size: SIMD2<Double>
    private let texts: [(line: BookCover.Line, ink: TextInk)]

    init(_ book: SampleBook, fonts: TextRenderer) {
        cover = book.cover
        grain = Grain(seed: book.cover.seed)
        size = SIMD2(book.thickness, book.length)
        texts = book.cover.lines.map { ($0, TextInk($0, on: book, fonts: fonts)) }
    }

    /// - Parameter place: across and along, 0...1, from the left side and the head of the spine.
    func color(at place: SIMD2<Double>) -> SampleColor {
        var color = cover.color
        for band in cover.bands where place.y >= band.from && place.y < band.to {
            if place.x >= band.margin && place.x <= 1 - band.margin { color = band.color }
        }
        for (line, ink) in texts where place.y >= line.from && place.y < line.to {
            color = color.mixed(with: line.color, ink.cover(at: place))
        }
        let cloth = grain.smooth(place * size * 9) + 0.6 * grain.smooth(place * size * 1.3)
        let edge = Float(min(place.x, 1 - place.x) * size.x)
        let bulge = Float(cover.roundness) * (1 - 4 * Float(place.x * (1 - place.x)))
        // A worn edge is lighter, and the gap to the neighbor is dark.
        let gap = smoothStep(0, 0.09, edge)
        return color.lit((1 + Float(cover.grain) * (cloth - 0.8) * 4 - 0.3 * bulge) * (0.35 + 0.65 * gap))
    }
}

/// The letters of one line, as a picture that lies along the spine.
struct TextInk {
    private let line: BookCover.Line
    private let picture: RGBImage

    /// Pixels per centimeter, and of small print across the spine.
    private static let (density, fine) = (14.0, 60.0)

    init(_ line: BookCover.Line, on book: SampleBook, fonts: TextRenderer) {
        self.line = line
        let length = max(8, Int((line.to - line.from) * book.length * Self.density))
        let height = max(6, Int(line.size * book.thickness * Self.density))
        let style = LabelStyle(
            size: Double(height) * line.fill, color: .black, background: nil, padding: 0)
        if line.setting == .stacked {
            var canvas = EspyPixels.Canvas(
                RGBImage(width: height, height: length, red: 255, green: 255, blue: 255))
            let step = Double(height)
            // Text that does not fit is cut off, so that no letters overlap.
            let fitting = line.text.prefix(max(1, Int(Double(length) / Double(height))))
            for (index, letter) in fitting.enumerated() {
                let place = Point(x: Double(height) / 2, y: (Double(index) + 0.5) * step)
                canvas.label(String(letter), at: place, anchor: .center, style, using: fonts)
            }
            picture = canvas.image
        } else if line.setting == .level {
            picture = Self.level(line, on: book, fonts: fonts)
        } else {
            var canvas = EspyPixels.Canvas(
                RGBImage(width: length, height: height, red: 255, green: 255, blue: 255))
            let place = Point(x: 0, y: Double(height) / 2)
            canvas.label(line.text, at: place, anchor: .left, style, using: fonts)
            picture = canvas.image
        }
    }

    /// Text is not printed without room around it, so the picture is three lines high.
    private static func level(_ line: BookCover.Line, on book: SampleBook, fonts: TextRenderer) -> RGBImage {
        let width = max(8, Int(line.size * book.thickness * fine))
        let height = max(6, Int((line.to - line.from) * book.length * fine))
        var canvas = EspyPixels.Canvas(RGBImage(width: width, height: 3 * height, red: 255, green: 255, blue: 255))
        let style = LabelStyle(size: Double(height) * line.fill, color: .black, background: nil, padding: 0)
        canvas.label(
            line.text, at: Point(x: Double(width) / 2, y: 1.5 * Double(height)), anchor: .center, style, using: fonts)
        return canvas.image
    }

    /// Returns 1 on a letter and 0 beside it.
    func cover(at place: SIMD2<Double>) -> Float {
        let along = (place.y - line.from) / (line.to - line.from)
        let across = (place.x - line.middle) / line.size + 0.5
        guard 0..<1 ~= across, 0..<1 ~= along else { return 0 }
        let spot =
            switch line.setting {
            case .down: SIMD2(along, 1 - across)
            case .up: SIMD2(1 - along, across)
            case .stacked: SIMD2(across, along)
            case .level: SIMD2(across, (along + 1) / 3)
            }
        let column = min(Int(spot.x * Double(picture.width)), picture.width - 1)
        let row = min(max(Int(spot.y * Double(picture.height)), 0), picture.height - 1)
        return 1 - Float(picture.pixels[3 * (row * picture.width + column)]) / 255
    }
}
