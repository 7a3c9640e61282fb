import EspyCodecs
package import EspyPixels
public import EspyText

/// Reads what is printed on photos of pages, and on screenshots.
///
/// The text is for finding a photo by it. It is good enough for that where letters are sharp; it is no copy of the page.
public struct PageReader: Sendable {
    private let recognizer: TextRecognizer

    public init(_ recognizer: TextRecognizer) { self.recognizer = recognizer }

    /// Changes with what is read.
    var version: String { "pages-1 \(recognizer.languages.names)" }

    /// Long side at which pages are read, in pixels: a page of a letter has about five pixels for a small x then.
    static let side = 1_600

    /// Letters of words that show that a page is the right way up, if most words are sure.
    private static let enoughLetters = 16

    /// Letters that make a document of what may be one.
    private static let documentLetters = 100

    static func isWorthReading(_ analysis: PhotoAnalysis) -> Bool {
        analysis.kind == .document || analysis.kind == .screenshot || analysis.mayBeDocument
    }

    /// Adds what is printed on a photo. One that may be a document is one when there is enough to read.
    func read(_ image: GrayImage, into analysis: PhotoAnalysis) throws(CancellationError) -> PhotoAnalysis {
        var analysis = analysis
        let page = try page(of: image)
        analysis.text = page.text
        if analysis.kind == .photo, page.letters >= Self.documentLetters {
            analysis.kind = .document
            analysis.tags.removeAll { $0.name == PictureTags.blurred }
            analysis.tags.append(PictureTags.tag(analysis.kind.rawValue))
        }
        return analysis
    }

    /// The text, line by line; empty where there is none.
    ///
    /// Another three times the work is only done for a page with hardly a sure word on it: it may lie on its side.
    ///
    /// - Parameter image: upright as its file says; long side ``side`` or less.
    /// - Throws: when the task that calls it is cancelled.
    package func text(of image: GrayImage) throws(CancellationError) -> String { try page(of: image).text }

    private func page(of image: GrayImage) throws(CancellationError) -> PageText {
        // Letters of a small picture are few pixels high, and Tesseract wants more.
        let isSmall = 1...Self.side / 2 ~= max(image.width, image.height)
        let page = isSmall ? image.resized(width: 2 * image.width, height: 2 * image.height) : image
        let all = try words(on: page)
        var best = PageText(all)
        if best.letters >= Self.enoughLetters, 2 * best.words >= all.count { return best }
        for turn in [Orientation.rotate90, .rotate180, .rotate270] {
            let next = PageText(try words(on: page.oriented(turn)))
            // Upside down, many letters look like others.
            if next.letters > 2 * best.letters { best = next }
        }
        return best
    }

    private func words(on image: GrayImage) throws(CancellationError) -> [TextWord] {
        let page = TextPage(width: image.width, height: image.height, pixels: image.pixels)
        do throws(TextError) {
            return try recognizer.words(on: page, layout: .page)
        } catch {
            if error == .cancelled { throw CancellationError() }
            // Of one picture, and nothing that another photo has to suffer for.
            return []
        }
    }
}

/// Sure words put together to lines.
package struct PageText {
    package let text: String
    /// In words of two letters or more: dirt is often read as one.
    let letters: Int
    /// How many words are sure.
    let words: Int

    /// Below this, most words are wrong.
    private static let leastConfidence = 0.6

    package init(_ words: [TextWord]) {
        let words = words.filter { $0.confidence >= Self.leastConfidence }
        self.words = words.count
        var (text, line, count, letters) = ("", words.first?.line ?? 0, 0, 0)
        for word in words {
            let plain = Self.printable(word.text)
            guard !plain.isEmpty, count + plain.count < PhotoAnalysis.longestText else { continue }
            if !text.isEmpty { text += word.line == line ? " " : "\n" }
            text += plain
            line = word.line
            count += plain.count + 1
            let known = plain.count { $0.isLetter || $0.isNumber }
            if known >= 2 { letters += known }
        }
        (self.text, self.letters) = (text, letters)
    }

    /// Without what has no shape, such as marks that change the direction of writing.
    private static func printable(_ word: String) -> String {
        word.filter { character in
            character.unicodeScalars.allSatisfy {
                ![.control, .format, .unassigned].contains($0.properties.generalCategory)
            }
        }
    }
}
