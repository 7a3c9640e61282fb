import Espy
import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct SpineTextReaderTests {
    private let recognizer: TextRecognizer

    init() throws { recognizer = try TextRecognizer(TextLanguages()) }

    /// Returns how many titles were read as printed.
    private func right(_ shelf: TextShelf, lanes: Int = 2) async throws -> Int {
        let reader = SpineTextReader(recognizer, lanes: lanes)
        let readings = try await reader.readings(of: shelf.quads, in: shelf.image)
        #expect(readings.count == shelf.quads.count)
        #expect(shelf.titles == TextShelf.titles)
        return zip(readings, shelf.titles).count { $0?.text == $1 }
    }

    @Test(arguments: [BookCover.Line.Setting.down, .up], [false, true])
    func wordsRunEitherWayAndAreDarkOrLight(setting: BookCover.Line.Setting, isLight: Bool) async throws {
        #expect(try await right(TextShelf(setting, isLight: isLight)) >= 4)
    }

    @Test func lyingBooksAreRead() async throws {
        #expect(try await right(TextShelf(.up, isLying: true)) >= 4)
    }

    @Test func oneSpineAloneIsReadAsWell() async throws {
        let shelf = TextShelf(.up)
        let reader = SpineTextReader(recognizer)
        for (quad, title) in zip(shelf.quads, shelf.titles).prefix(2) {
            let reading = try await reader.readings(of: [quad], in: shelf.image).first ?? nil
            #expect(reading?.text == title)
            #expect(reading?.isSure == true)
        }
    }

    @Test func resultIsTheSameForAnyNumberOfLanes() async throws {
        let shelf = TextShelf()
        let one = try await SpineTextReader(recognizer, lanes: 1).readings(of: shelf.quads, in: shelf.image)
        let four = try await SpineTextReader(recognizer, lanes: 4).readings(of: shelf.quads, in: shelf.image)
        #expect(one == four)
    }

    @Test func blankSpinesSayNothing() async throws {
        let blank = RGBImage(width: 300, height: 400, red: 90, green: 120, blue: 60)
        let quads = [
            Quad(Rect(x: 10, y: 10, width: 40, height: 300)), Quad(Rect(x: 80, y: 10, width: 200, height: 60)),
        ]
        let readings = try await SpineTextReader(recognizer).readings(of: quads, in: blank)
        #expect(readings == [Shelf.Reading(text: "", confidence: 0), Shelf.Reading(text: "", confidence: 0)])
    }

    @Test(arguments: [
        Rect(x: 5, y: 5, width: 0, height: 40), Rect(x: 5, y: 5, width: 2, height: 3),
        Rect(x: -900, y: -900, width: 30, height: 200), Rect(x: 0, y: 0, width: 1e9, height: 1e9),
        Rect(x: .nan, y: 0, width: 30, height: 200),
    ])
    func spinesThatAreNoneAreNotRead(rect: Rect) async throws {
        let image = RGBImage(width: 60, height: 60, red: 77, green: 77, blue: 77)
        let readings = try await SpineTextReader(recognizer).readings(of: [Quad(rect)], in: image)
        try #require(readings.count == 1)
        #expect((readings[0]?.text ?? "") == "")
    }

    @Test func bookOfTheListIsTold() async throws {
        let shelf = TextShelf()
        let catalog = Catalog([
            .init(title: "White Teeth", author: "Zadie Smith"), .init(title: "Perfect Graphs"), .init(title: "Teeth"),
        ])
        let reader = SpineTextReader(recognizer, catalog: catalog)
        let readings = try await reader.readings(of: shelf.quads, in: shelf.image)
        #expect(readings[1]?.book?.index == 1)
        #expect(readings[3]?.book?.author == "Zadie Smith")
        #expect(readings[0]?.book == nil)
        #expect(readings[4]?.book == nil)
    }

    @Test func cancelledTaskGivesUp() async throws {
        let shelf = TextShelf()
        let reader = SpineTextReader(recognizer)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await reader.readings(of: shelf.quads, in: shelf.image)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
