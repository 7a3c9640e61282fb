import EspyPixels

/// One thing as it is drawn, in pixels of the canvas.
struct CountMark {
    let rect: Rect
    /// Of a measured thing.
    let outline: [Point]?
    let number: Int
    let isCounted: Bool
    let isDoubtful: Bool
    /// Where several recipes were used.
    let kind: CountMarkKind?

    var text: String { isCounted ? (kind?.letter ?? "") + String(number) : "\(number)?" }
}

/// How the things of one of several kinds are told from the others: by a letter as well as a color.
struct CountMarkKind {
    let letter: String
    let color: Color

    /// - Parameter place: of the recipe among those that were used.
    init(_ place: Int) {
        let letters = Array("ABCDEFGHIJKL")
        letter = String(letters[place % letters.count])
        color = Self.colors[place % Self.colors.count]
    }

    /// As on the page.
    private static let colors = [0x1F9591, 0x775F9A, 0x8A6D1F, 0xB0487F, 0x207DBB, 0xA6213B].map { Color(hex: $0) }
}

/// How large the marks of one photo are.
struct CountMarkStyle {
    /// Whether things are large enough that a box leaves something of them to see.
    let hasBoxes: Bool
    let dotRadius: Double
    private let thickness: Double
    private let hasRim: Bool

    /// - Parameters:
    ///   - side: the usual shorter side of a thing in pixels.
    ///   - count: how many things there are.
    init(side: Double, count: Int) {
        hasBoxes = side >= 12
        let isCrowded = count > 150
        thickness = isCrowded ? min(max(side / 40, 1), 2) : min(max(side / 28, 1.5), 7)
        hasRim = !isCrowded && side >= 24
        dotRadius = min(max(side / 7, 1.5), 12)
    }

    /// How many times a picture is enlarged so that numbers can be read on things of this side.
    static func enlargement(of image: RGBImage, side: Double?) -> Int {
        guard let side, side > 0 else { return 1 }
        let wanted = (44 / side).rounded(.up)
        let room = 2600 / max(image.width, image.height, 1)
        return max(1, min(Int(min(wanted, 6)), room))
    }

    func color(_ mark: CountMark) -> Color {
        mark.isDoubtful ? .doubtful : mark.isCounted ? mark.kind?.color ?? .counted : .other
    }

    func stroke(_ mark: CountMark) -> Stroke {
        let color = mark.isCounted ? color(mark) : .other
        return Stroke(color: color, thickness: thickness, rim: hasRim ? .white.opacity(0.55) : nil)
    }

    /// The size at which the number takes a small part of the thing, larger where it could not be read otherwise; nil
    /// where there is no room for that either.
    func textSize(_ mark: CountMark) -> Double? {
        // Digits of a sans serif face are about five eighths of their size wide.
        let width = mark.rect.width / (0.63 * Double(max(mark.text.count, 2)))
        let size = min(0.45 * width, 0.25 * mark.rect.height, 30)
        guard size < Self.readable else { return size }
        let larger = min(0.7 * width, 0.45 * mark.rect.height, Self.readable)
        return larger >= 7 ? larger : nil
    }

    /// Digits of this size are read without effort.
    private static let readable = 11.0
}

extension Color {
    static let counted = Color(hex: 0x1F9591)
    static let other = Color(hex: 0x207DBB)
    static let doubtful = Color(hex: 0xEA6D29)
}
