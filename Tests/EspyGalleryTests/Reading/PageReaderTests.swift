import Espy
import EspyCodecs
import EspyPixels
import EspyText
import Foundation
import Testing

/// Paper with words on it, and the background.
private struct Letter {
    static let lines = [
        "The harbour of Lisbon has received", "four hundred barrels of olive oil", "from our warehouse in the north",
        "which were counted twice on Monday", "by the keeper of the lighthouse and", "his youngest daughter Amalia who",
        "writes that eleven barrels leaked", "while the captain was still asleep", "under the table of the little inn",
        "where nobody would ever wake him", "before the bells of the cathedral", "had rung for the second time today",
    ]

    /// - Parameter border: pixels of dark table around the paper.
    static func image(_ lines: [String] = lines, border: Int = 0) -> RGBImage {
        let (width, height) = (720, 60 + 50 * lines.count)
        var canvas = Canvas(RGBImage(width: width, height: height, red: 236, green: 236, blue: 232))
        let style = LabelStyle(size: 26, color: .black, background: nil, padding: 0)
        for (index, line) in lines.enumerated() {
            canvas.label(
                line, at: Point(x: 40, y: Double(50 * index) + 45), anchor: .left, style, using: TextRenderer())
        }
        guard border > 0 else { return canvas.image }
        var table = RGBImage(width: width + 2 * border, height: height + 2 * border, red: 96, green: 96, blue: 98)
        for y in 0..<height {
            for x in 0..<(3 * width) {
                table.pixels[3 * ((y + border) * table.width + border) + x] = canvas.image.pixels[3 * y * width + x]
            }
        }
        return table
    }

    static func isRead(_ text: String) -> Bool {
        ["Lisbon", "barrels", "lighthouse", "captain", "cathedral"].filter(text.contains).count >= 4
    }
}

/// A line of words with their confidence.
private func line(_ words: [(text: String, confidence: Double)]) -> TextLine {
    let quad = Quad(Rect(x: 0, y: 0, width: 9, height: 9))
    return TextLine(
        quad: quad, words: words.map { TextLine.Word(text: $0.text, confidence: $0.confidence, quad: quad) },
        confidence: 0.9)
}

/// Reads the same text from every picture.
private struct FixedEngine: TextEngine {
    let version = "fixed"
    let answer: [TextLine]

    func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine] { answer }
}

extension PhotoAnalyzer {
    /// Returns the text read from a page.
    fileprivate func text(on image: RGBImage) throws -> String {
        var first = try analyze(image, metadata: PhotoMetadata())
        first.kind = .document
        return try lookCloser(at: image, after: first).text
    }
}

struct PageReaderTests {
    private let pages: PageReader

    init() throws { pages = PageReader(try TextRecognizer(TextLanguages())) }

    private var analyzer: PhotoAnalyzer { get throws { try PhotoAnalyzer(pages: pages) } }

    private func description(_ image: RGBImage) throws -> PhotoDescription {
        try PhotoDescription(try ImageEncoder.png(image), by: analyzer)
    }

    @Test func linesArePutTogether() throws {
        let text = try analyzer.text(on: Letter.image())
        let lines = text.split(separator: "\n")
        #expect(lines.count == Letter.lines.count)
        #expect(lines.first == "The harbour of Lisbon has received")
    }

    @Test(arguments: [Orientation.rotate90, .rotate180, .rotate270])
    func pagesThatLieOnTheirSideAreRead(turn: Orientation) throws {
        #expect(Letter.isRead(try analyzer.text(on: Letter.image().oriented(turn))))
    }

    @Test func smallPagesAreRead() throws {
        let image = Letter.image()
        let small = image.resized(width: image.width / 2, height: image.height / 2)
        #expect(Letter.isRead(try analyzer.text(on: small)))
    }

    @Test func documentsHaveTheirText() throws {
        let found = try description(Letter.image())
        #expect(found.analysis.kind == .document)
        #expect(Letter.isRead(found.analysis.text))
    }

    @Test func pagesOnATableAreDocumentsWhenTheyCanBeRead() throws {
        let image = Letter.image(border: 160)
        let unread = try analyzer.analyze(image, metadata: PhotoMetadata())
        #expect(unread.kind == .photo)
        #expect(try analyzer.closerSide(unread) != nil)
        let read = try description(image).analysis
        #expect(read.kind == .document)
        #expect(Letter.isRead(read.text))
        #expect(read.tags.map(\.name).contains("document"))
    }

    @Test func photosAreNotReadAtAll() throws {
        let photo = try analyzer.analyze(
            RGBImage(width: 640, height: 480, red: 40, green: 120, blue: 60), metadata: PhotoMetadata())
        #expect(try analyzer.closerSide(photo) == nil)
    }

    private static func text(of lines: [TextLine]) throws -> String {
        try PhotoAnalyzer(pages: PageReader(FixedEngine(answer: lines))).text(on: Letter.image([]))
    }

    @Test func longTextsAreCutOff() throws {
        let words = (0..<2_000).map { ("word\($0)\u{202E}\u{7}", 0.9) }
        let lines = stride(from: 0, to: words.count, by: 9).map { line(Array(words[$0..<min($0 + 9, words.count)])) }
        let text = try Self.text(of: lines)
        #expect(text.count <= PhotoAnalysis.longestText)
        #expect(text.count > 3_900)
        #expect(text.hasPrefix("word0 word1 "))
        #expect(text.contains("word8\nword9"))
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
    }

    @Test func doubtfulWordsAreLeftOut() throws {
        let words = line([("sure", 0.9), ("doubtful", 0.3), ("right", 0.7)])
        #expect(try Self.text(of: [words]) == "sure right")
        #expect(try Self.text(of: []).isEmpty)
    }
}

struct PageSearchTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    /// Returns a gallery with one letter and one photo.
    private func indexed() async throws -> Gallery {
        try folder.write("IMG_1.png", ImageEncoder.png(Letter.image()))
        try folder.add("IMG_2.jpg", seed: 3)
        let gallery = try folder.gallery()
        try await gallery.addFolder(folder.photos, at: 0)
        let pages = PageReader(try TextRecognizer(TextLanguages()))
        let summary = try await gallery.index(try PhotoAnalyzer(pages: pages))
        #expect(summary.added == 2)
        #expect(summary.times.text > 0)
        return gallery
    }

    @Test func wordsOnAPageAreFound() async throws {
        let gallery = try await indexed()
        for query in ["lighthouse", "text:lighthouse", "\"olive oil\"", "text:\"olive oil\"", "Barrel", "has:text"] {
            #expect(try await gallery.names(query) == ["IMG_1"], "\(query)")
        }
        #expect(try await gallery.names("text:submarine").isEmpty)
        #expect(try await gallery.names("-has:text") == ["IMG_2"])
        let hit = try #require(try await gallery.search("lighthouse", now: 0).hits.first)
        #expect(hit.why == ["text on it"])
        #expect(hit.score == 0.5)
    }

    @Test func textIsToldAndExported() async throws {
        let gallery = try await indexed()
        let photo = try #require(try await gallery.search("lighthouse", now: 0).hits.first?.photo.id)
        let text = try #require(try await gallery.details(of: photo)?.text)
        #expect(Letter.isRead(text))
        #expect(try await gallery.exported([photo]).first?.contains("lighthouse") == true)
    }

    @Test func textGoesWithTheReader() async throws {
        let gallery = try await indexed()
        let renewed = try await gallery.index(try PhotoAnalyzer())
        #expect(renewed.renewed == 2)
        #expect(try await gallery.names("text:lighthouse").isEmpty)
    }
}
