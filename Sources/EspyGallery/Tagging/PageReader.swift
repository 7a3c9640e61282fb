import EspyCodecs
import EspyPixels
public import EspyText

/// Reads text on photos: pages, screenshots, signs, packages.
///
/// The text is for searching. It is good enough for that where letters are sharp, but it is not an exact copy of the
/// page.
public struct PageReader: Sendable {
    private let engine: any TextEngine

    public init(_ engine: any TextEngine) { self.engine = engine }

    public init(_ recognizer: TextRecognizer) { self.init(TesseractEngine(recognizer)) }

    /// Changes when results change.
    var version: String { "pages-4 \(engine.version)" }

    /// Long side of the image to read, in pixels: on a full page, a lower-case x is then about five pixels high.
    static let side = 1_600
    /// Number of longest lines without a word after which the rest counts as a pattern.
    private static let patience = 8
    /// The limits for a page, and for a photo with some text.
    private static let page = TextLimits(longSide: side, lines: 200, patience: patience)
    private static let photo = TextLimits(longSide: side, lines: 40, patience: patience)

    /// Least number of letters that makes a possible document one.
    private static let documentLetters = 100
    /// Less confident lines on photos come from patterns such as leaves and bricks.
    private static let leastConfidence = 0.85

    static func isWorthReading(_ analysis: PhotoAnalysis) -> Bool {
        analysis.kind == .document || analysis.kind == .screenshot || analysis.mayBeDocument || analysis.mayHaveText
    }

    /// Whether there is text on a photo that is not a page.
    func mayHaveText(_ image: RGBImage) -> Bool { (try? engine.mayHaveText(in: image)) ?? false }

    /// Adds the text on a photo. A possible document becomes one if there is enough text, and a pattern that looks like a
    /// page is none if nothing can be read and the tagger sees no document.
    func read(_ image: RGBImage, into analysis: PhotoAnalysis) throws(CancellationError) -> PhotoAnalysis {
        var analysis = analysis
        let isPage = analysis.kind != .photo || analysis.mayBeDocument
        var lines = try lines(of: image, isPage ? Self.page : Self.photo)
        if !isPage { lines.removeAll { $0.confidence < Self.leastConfidence } }
        let page = PageText(lines)
        analysis.text = page.text
        let document = PhotoAnalysis.Kind.document
        if analysis.kind == .photo, analysis.mayBeDocument, page.letters >= Self.documentLetters {
            analysis.kind = document
            analysis.tags.removeAll { $0.name == PictureTags.blurred }
            analysis.tags.append(PictureTags.tag(document.rawValue))
        } else if analysis.kind == document, page.letters == 0, !analysis.likely.isEmpty,
            !analysis.likely.contains(where: {
                $0.name == document.rawValue && $0.confidence >= LikelyThing.worthTelling
            })
        {
            analysis.kind = .photo
            analysis.tags.removeAll { $0.name == document.rawValue && $0.source == PhotoTag.Source.analysis }
        }
        return analysis
    }

    private func lines(of image: RGBImage, _ limits: TextLimits) throws(CancellationError) -> [TextLine] {
        do throws(TextError) {
            return try engine.lines(in: image, limits: limits)
        } catch {
            if error == .cancelled || Task.isCancelled { throw CancellationError() }
            // The error concerns one picture, and must not affect other photos.
            return []
        }
    }
}

/// Confident words joined into lines.
private struct PageText {
    let text: String
    /// Letters in words of two letters or more: dirt is often read as a single letter.
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

    /// Without invisible characters, such as bidirectional controls.
    private static func printable(_ word: String) -> String {
        word.filter { character in
            character.unicodeScalars.allSatisfy {
                ![.control, .format, .unassigned].contains($0.properties.generalCategory)
            }
        }
    }
}
