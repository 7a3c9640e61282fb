import Espy
import EspyPixels
import EspyText
import Synchronization
import Testing

/// Finds nothing on a photo, and the same line on the sheet of faint spines, which it keeps.
private final class FaintEngine: TextEngine {
    let line: TextLine
    let sheets = Mutex<[RGBImage]>([])
    let version = "faint"

    init(_ text: String) {
        let quad = Quad(Rect(x: 60, y: 80, width: 400, height: 30))
        line = TextLine(
            quad: quad, words: [.init(text: text, confidence: 0.55, quad: quad)], confidence: 0.55)
    }

    func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine] {
        guard image.width != FaintSpinesTests.width else { return [] }
        sheets.withLock { $0.append(image) }
        return [line]
    }
}

/// The second look at spines without text.
@Suite struct FaintSpinesTests {
    fileprivate static let width = 400
    private static let spine = Quad(Rect(x: 100, y: 50, width: 100, height: 500))

    /// A dark photo of a spine with grain, and strokes along its middle that are hardly lighter than its cover.
    private let photo: RGBImage = {
        var pixels: [UInt8] = []
        for y in 0..<600 {
            for x in 0..<width {
                let isStroke = 100..<300 ~= y && 135..<165 ~= x && y / 6 % 3 == 0
                let grain = (x * 7919 + y * 104_729) % 7 - 3
                let gray = UInt8(60 + grain + (isStroke ? 12 : 0))
                pixels += [gray, gray, gray]
            }
        }
        return RGBImage(width: width, height: 600, pixels: pixels)
    }()

    private func reading(_ engine: FaintEngine) async throws -> Shelf.Reading? {
        let found = DetectedSpine(quad: Self.spine, row: 0, confidence: 0.9)
        return try await SpineLineReader(engine).revised([found], in: photo).first?.reading
    }

    @Test func printInNearlyTheColorOfTheCoverIsMadeBlackOnWhite() async throws {
        let engine = FaintEngine("Feathers")
        #expect(try await reading(engine)?.text == "Feathers")
        let sheet = try #require(engine.sheets.withLock { $0.first })
        // The spine lies on its left side, 1.4 times as large, 24 pixels from the corner.
        func gray(_ y: Int) -> UInt8 {
            let (column, row) = (24 + (y - 50) * 14 / 10, 24 + 50 * 14 / 10)
            return sheet.pixels[3 * (row * sheet.width + column)]
        }
        #expect(gray(111) < 60)
        #expect(gray(450) > 180)
    }

    @Test func fewLettersAreGrain() async throws {
        #expect(try await reading(FaintEngine("Fea"))?.text == "")
    }
}
