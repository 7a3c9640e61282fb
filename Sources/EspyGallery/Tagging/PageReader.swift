import EspyCodecs
import EspyPixels
public import EspyText

/// Reads what is printed on photos: pages, screenshots, signs, packages.
///
/// The text is for finding a photo by it. It is good enough for that where letters are sharp; it is no copy of the page.
public struct PageReader: Sendable {
    private let engine: any TextEngine

    public init(_ engine: any TextEngine) { self.engine = engine }

    public init(_ recognizer: TextRecognizer) { self.init(TesseractEngine(recognizer)) }

    /// Changes with what is read.
    var version: String { "pages-3 \(engine.version)" }

    /// Long side at which photos are read, in pixels: a page of a letter has about five pixels for a small x then.
    static let side = 1_600
    /// Patterns that are taken for text are left alone when their longest lines gave no word.
    private static let patience = 8
    /// The work that a page may be, and that a photo may be on which there is some text.
    private static let page = TextLimits(longSide: side, lines: 200, patience: patience)
    private static let photo = TextLimits(longSide: side, lines: 40, patience: patience)

    /// Letters that make a document of what may be one.
    private static let documentLetters = 100
    /// Lines on photos that are less sure are patterns, leaves and bricks.
    private static let leastConfidence = 0.85

    static func isWorthReading(_ analysis: PhotoAnalysis) -> Bool {
        analysis.kind == .document || analysis.kind == .screenshot || analysis.mayBeDocument || analysis.mayHaveText
    }

    /// Whether there is any text on a photo that is no page.
    func mayHaveText(_ image: RGBImage) -> Bool { (try? engine.mayHaveText(in: image)) ?? false }

    /// Adds what is printed on a photo. One that may be a document is one when there is enough to read.
    func read(_ image: RGBImage, into analysis: PhotoAnalysis) throws(CancellationError) -> PhotoAnalysis {
        var analysis = analysis
        let isPage = analysis.kind != .photo || analysis.mayBeDocument
        var lines = try lines(of: image, isPage ? Self.page : Self.photo)
        if !isPage { lines.removeAll { $0.confidence < Self.leastConfidence } }
        let page = PageText(lines)
        analysis.text = page.text
        if analysis.kind == .photo, analysis.mayBeDocument, page.letters >= Self.documentLetters {
            analysis.kind = .document
            analysis.tags.removeAll { $0.name == PictureTags.blurred }
            analysis.tags.append(PictureTags.tag(analysis.kind.rawValue))
        }
        return analysis
    }

    private func lines(of image: RGBImage, _ limits: TextLimits) throws(CancellationError) -> [TextLine] {
        do throws(TextError) {
            return try engine.lines(in: image, limits: limits)
        } catch {
            if error == .cancelled || Task.isCancelled { throw CancellationError() }
            // Of one picture, and nothing that another photo has to suffer for.
            return []
        }
    }
}

/// Sure words put together to lines.
private struct PageText {
    let text: String
    /// In words of two letters or more: dirt is often read as one.
    let letters: Int

    /// Below this, most words are wrong.
    private static let leastConfidence = 0.6

    init(_ lines: [TextLine]) {
        var (text, count, letters) = ("", 0, 0)
        for line in lines {
            var separator = "\n"
            for word in line.words where word.confidence >= Self.leastConfidence {
                let plain = Self.printable(word.text)
                guard !plain.isEmpty, count + plain.count < PhotoAnalysis.longestText else { continue }
                if !text.isEmpty { text += separator }
                text += plain
                separator = " "
                count += plain.count + 1
                let known = plain.count { $0.isLetter || $0.isNumber }
                if known >= 2 { letters += known }
            }
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
