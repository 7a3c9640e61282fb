public import EspyPixels

/// Reads pages with Tesseract: slower at finding lines that are tilted or in photos, but it has data for many more
/// scripts.
public struct TesseractEngine: TextEngine {
    private let recognizer: TextRecognizer
    /// The number of letters in confident words that show that a page is upright, if most words are confident.
    private static let enoughLetters = 16
    /// Below this confidence, most words are wrong.
    private static let least = 0.6

    public init(_ recognizer: TextRecognizer) { self.recognizer = recognizer }

    public var version: String { "tesseract-1 \(recognizer.languages.names)" }

    /// Reads the page, and in three more orientations only if hardly any word is confident: it may lie on its side.
    public func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine] {
        guard image.width > 0, image.height > 0 else { throw .badSize(width: image.width, height: image.height) }
        let page = Self.page(image.gray, limits)
        let scale = Double(image.width) / Double(page.width)
        let all = try recognizer.words(on: TextPage(page), layout: .page)
        var best = Try(words: all.filter { $0.confidence >= Self.least }, turn: 0)
        if best.letters < Self.enoughLetters || 2 * best.words.count < all.count {
            for (turn, orientation) in [(3, Orientation.rotate90), (2, .rotate180), (1, .rotate270)] {
                let turned = page.oriented(orientation)
                let words = try recognizer.words(on: TextPage(turned), layout: .page)
                let next = Try(words: words.filter { $0.confidence >= Self.least }, turn: turn)
                // Upside down, many letters look like others.
                if next.letters > 2 * best.letters { best = next }
            }
        }
        return best.lines(page).prefix(limits.lines).map { $0.scaled(by: scale) }
    }

    /// Enlarges small pictures: their letters are only a few pixels high, which is too little for the library.
    private static func page(_ image: GrayImage, _ limits: TextLimits) -> GrayImage {
        let (long, short) = (Double(max(image.width, image.height)), Double(min(image.width, image.height)))
        let room = (Double(TextRecognizer.mostPixels) / (long * short)).squareRoot()
        let most = min(Double(limits.longSide) / long, room)
        let wanted = max(1, Double(limits.shortSide) / short, 2 * long <= Double(limits.longSide) ? 2 : 1)
        let scale = min(wanted, most)
        return image.resized(
            width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
    }

    /// The confident words of a page in one orientation.
    private struct Try {
        let words: [TextWord]
        /// Clockwise rotation of the page's letters, in quarter turns.
        let turn: Int

        /// Letters in words of at least two letters: dirt is often read as one.
        var letters: Int {
            words.reduce(0) { sum, word in
                let known = word.text.count { $0.isLetter || $0.isNumber }
                return known >= 2 ? sum + known : sum
            }
        }

        func lines(_ page: GrayImage) -> [TextLine] {
            var lines: [TextLine] = []
            for group in words.split() {
                let words = group.map { word in
                    TextLine.Word(text: word.text, confidence: word.confidence, quad: quad(word, page))
                }
                let all = TextLine(quad: words[0].quad, words: words, confidence: 0)
                if let line = all.part(words.indices) { lines.append(line) }
            }
            return lines
        }

        /// The position on the page of a word of the rotated page.
        private func quad(_ word: TextWord, _ page: GrayImage) -> Quad {
            let rect = Rect(
                x: Double(word.x), y: Double(word.y), width: Double(word.width), height: Double(word.height))
            let (width, height) = (Double(page.width), Double(page.height))
            return Quad(rect).map { place in
                switch turn {
                case 1: Point(x: width - place.y, y: place.x)
                case 2: Point(x: width - place.x, y: height - place.y)
                case 3: Point(x: place.y, y: height - place.x)
                default: place
                }
            }
        }
    }
}

extension TextPage {
    init(_ image: GrayImage) { self.init(width: image.width, height: image.height, pixels: image.pixels) }
}

extension TextLine {
    fileprivate func scaled(by factor: Double) -> TextLine {
        TextLine(
            quad: quad.map { $0 * factor },
            words: words.map { Word(text: $0.text, confidence: $0.confidence, quad: $0.quad.map { $0 * factor }) },
            confidence: confidence)
    }
}

extension Array where Element == TextWord {
    /// Splits words into those that follow each other in one line.
    fileprivate func split() -> [[TextWord]] {
        reduce(into: []) { groups, word in
            if let last = groups.last?.last, last.line == word.line {
                groups[groups.count - 1].append(word)
            } else {
                groups.append([word])
            }
        }
    }
}
