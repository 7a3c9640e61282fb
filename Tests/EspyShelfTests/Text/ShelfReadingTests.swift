import Espy
import EspyPixels
import EspySamples
import Foundation
import Testing

/// Finds the given spines.
private struct FixedDetector: SpineDetector {
    var quads: [Quad]

    func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        quads.map { DetectedSpine(quad: $0, row: 0, confidence: 0.9) }
    }
}

/// Returns the given readings, by the left side of the spine.
private struct FixedReader: SpineReader {
    var texts: [Double: String]

    func readings(of spines: [Quad], in image: RGBImage) async throws(CancellationError) -> [Shelf.Reading?] {
        if Task.isCancelled { throw CancellationError() }
        return spines.map { spine in
            texts[spine.topLeft.x].map { Shelf.Reading(text: $0, confidence: 0.8) }
        }
    }
}

/// A `ShelfReader` with words and barcodes.
@Suite struct ShelfReadingTests {
    private let quads = [0.0, 150, 320].map { Quad(Rect(x: $0, y: 10, width: 140, height: 380)) }

    private var image: RGBImage {
        let labels = [
            ("9780441014989", Point(x: 70, y: 200)), ("4006381333931", Point(x: 220, y: 100)),
            ("9780393058673", Point(x: 220, y: 320)),
        ]
        .map { digits, center in
            BarcodePicture.Label(BarcodePrint(digits), center: center, module: 1, height: 50)
        }
        let gray = BarcodePicture(width: 480, height: 400, labels: labels).render(seed: 3)
        return RGBImage(width: 480, height: 400, pixels: gray.pixels.flatMap { [$0, $0, $0] })
    }

    @Test func readingsAreThoseOfTheirSpines() async throws {
        let reader = ShelfReader(
            detector: FixedDetector(quads: quads), text: FixedReader(texts: [0: "A", 320: "B"]),
            clock: ContinuousClock())
        let shelf = try await reader.read(image)
        #expect(shelf.spines.map(\.reading?.text) == ["A", nil, "B"])
        #expect(shelf.barcodes.isEmpty)
        #expect(shelf.timings.barcodes == 0)
        #expect(shelf.timings.reading > 0)
        #expect(shelf.timings.total >= shelf.timings.reading + shelf.timings.spines)
    }

    @Test func numbersOfBooksBelongToTheSpinesTheyLieOn() async throws {
        let detector = FixedDetector(quads: quads)
        let shelf = try await ShelfReader(detector: detector, barcodes: BarcodeReader()).read(image)
        #expect(Set(shelf.barcodes.map(\.value)) == ["9780441014989", "4006381333931", "9780393058673"])
        #expect(shelf.spines.map(\.isbn?.value) == ["9780441014989", "9780393058673", nil])
        #expect(shelf.spines.allSatisfy { $0.reading == nil })
    }

    @Test func overlappingSpinesDoNotShareANumber() async throws {
        let wide = Quad(Rect(x: 0, y: 0, width: 470, height: 390))
        let detector = FixedDetector(quads: [quads[0], wide])
        let shelf = try await ShelfReader(detector: detector, barcodes: BarcodeReader()).read(image)
        #expect(shelf.spines[0].isbn?.value == "9780441014989")
        #expect(shelf.spines[1].isbn?.value != "9780441014989")
    }

    @Test func tableAndAnswerTellWhatWasRead() async throws {
        let book = Shelf.CatalogMatch(index: 4, title: "T", isbn: ISBN("9780691117041"), confidence: 0.9)
        let shelf = Shelf(
            width: 100, height: 100,
            spines: [
                Shelf.Spine(
                    id: 1, quad: quads[0], row: 0, confidence: 0.9,
                    reading: Shelf.Reading(text: "=1, \"x\"", confidence: 0.4, book: book)),
                Shelf.Spine(
                    id: 2, quad: quads[1], row: 0, confidence: 0.9, reading: Shelf.Reading(text: "", confidence: 0),
                    isbn: ISBN("9780441014989")),
            ])
        let lines = shelf.csv().split(separator: "\r\n")
        #expect(lines[1].hasSuffix(#",0.9,"'=1, ""x""",0.4,9780691117041,read,"#))
        #expect(lines[2].hasSuffix(",0.9,,0.0,9780441014989,illegible,"))
    }

    @Test func whatIsConfirmedOrListedIsRead() throws {
        let doubtful = Shelf.Reading(text: "Good GUIDE TO riurg", confidence: 0.6, unknownWords: ["riurg"])
        let listed = Shelf.CatalogMatch(index: 0, title: "A Good Girl's Guide to Murder", confidence: 0.8)
        let shelf = Shelf(
            width: 100, height: 100,
            spines: [doubtful, doubtful, Shelf.Reading(text: doubtful.text, confidence: 0.6, book: listed)]
                .enumerated().map { index, reading in
                    Shelf.Spine(id: index + 1, quad: quads[0], row: 0, confidence: 0.9, reading: reading)
                })
        #expect(shelf.spines.map(\.reading?.state) == [.doubtful, .doubtful, .read])
        let answer = try JSONSerialization.jsonObject(with: JSONEncoder().encode(ShelfAnswer(shelf)))
        let spines = try #require((answer as? [String: Any])?["spines"] as? [[String: Any]])
        #expect(spines.map { $0["state"] as? String } == ["doubtful", "doubtful", "read"])
        #expect(spines[0]["unknownWords"] as? [String] == ["riurg"])
        #expect(spines[2]["unknownWords"] == nil)
        let corrected = try #require(shelf.corrected(by: ShelfCorrections(confirmed: [2])))
        #expect(corrected.spines.map(\.reading?.state) == [.doubtful, .read, .read])
        #expect(corrected.spines[1].reading?.unknownWords == nil)
    }
}
