import Espy
import Foundation
import Testing

/// The Swift code in README.md, docs and the articles of `Espy.docc` does what they say; `DocsTests` compares the
/// texts.
struct ExampleTests {
    private func path(_ sample: String) -> String { Repository.path("Tests/Samples/\(sample).jpg") }

    @Test func exampleReadsABox() async throws {
        let found = try await values(in: try sample("box-9x9"))
        #expect(found.count > 70)
        #expect(found.first?.hasPrefix("A1 E") == true)
    }

    @Test func exampleRefusesWhatIsNoPicture() async {
        await #expect(throws: ImageError.notAnImage) { try await values(in: Array("text, not a picture".utf8)) }
    }

    @Test func rackArticle() async throws {
        let rack = try await readBox(at: path("rack/box-9x9-hard"))
        #expect(rack.vials.count == 47)
        let csv = try #require(table(of: rack, typing: "TYPED1"))
        #expect(csv.contains("\r\nTYPED1,"))
        #expect(table(of: rack, typing: "") == nil)
        await #expect(throws: ImageError.notAnImage) { try await readBox(at: Repository.path("LICENSE")) }
        #expect(advice(onBox: ImageError.notAnImage) == "not a supported image format")
        #expect(advice(onBox: RackError.unusableGrid(.size(rows: 0, columns: 9))) == "no box has 0x9 wells")
    }

    @Test(.enabled(if: ShippedModels.areThere)) func countArticle() async throws {
        let models = try await countingModels(in: Repository.path("models"))
        let count = try await countTray(at: path("count/tarts-5x7"), with: models)
        #expect(count.count == 35)
        #expect(try await number(of: CountPhoto(sampleTray()), with: models) == 35)
        let missed = Rect(x: 10, y: 20, width: 80, height: 70)
        let right = try #require(corrected(count, missed: missed))
        #expect(right.count == 35)
        #expect(right.detections.contains { $0.isAdded && $0.rect == missed })
    }

    private func sampleTray() throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: path("count/tarts-5x7"))))
    }

    @Test func countArticleTellsWhatIsMissing() async throws {
        let scratch = try Scratch()
        do {
            _ = try await countingModels(in: scratch.path)
            Issue.record("there are no models")
        } catch {
            #expect(!advice(onTray: error).isEmpty)
        }
        let missing = CountError.model(.missingModel(id: "espy-detector", path: "/models"))
        #expect(advice(onTray: missing) == "the model espy-detector is not at /models")
    }

    @Test func shelfArticle() async throws {
        let shelf = try await listShelf(at: path("shelf/two-rows"))
        #expect(shelf.spines.count > 30)
        let right = try #require(corrected(shelf, title: "Small Worlds"))
        #expect(right.spines.count == shelf.spines.count - 1)
        #expect(right.spines.first?.reading?.text == "Small Worlds")
        #expect(advice(onShelf: TextError.missingLanguage("deu", folders: [])) == "install tesseract-ocr-deu")
    }

    @Test(.enabled(if: (try? TextLanguages("eng")) != nil)) func shelfArticleReadsSpines() async throws {
        let reader = try spineReader(books: Array("title,author\nWinter Night,Tanaka\n".utf8))
        let shelf = try await listShelf(at: path("shelf/library-row"), text: reader)
        #expect(shelf.spines.allSatisfy { $0.reading != nil })
        #expect(throws: CatalogError.noTitleColumn(columns: ["author"])) {
            try spineReader(books: Array("author\nTanaka\n".utf8))
        }
    }

    @Test func galleryArticle() async throws {
        let (photos, data) = (try Scratch(), try Scratch())
        for sample in ["shelf/leaning", "count/one-orange"] {
            try FileManager.default.copyItem(
                atPath: path(sample), toPath: photos.file((sample as NSString).lastPathComponent + ".jpg"))
        }
        let database = data.file("gallery.sqlite")
        let hits = try await greenPhotos(in: photos.path, database: database, now: 1_771_597_822)
        #expect(hits.map { ($0.photo.path as NSString).lastPathComponent } == ["leaning.jpg"])
        let hit = try #require(hits.first)
        let tags = try await correct(hit.photo, in: try Gallery(path: database), now: 1_771_597_823)
        #expect(tags.contains { $0.name == "garden" && $0.confidence == 1 })
        #expect(!tags.contains { $0.name == "book" })
        await #expect(throws: GalleryError.self) {
            try await greenPhotos(in: photos.file("none"), database: database, now: 1_771_597_822)
        }
        #expect(advice(onGallery: .folder(path: "/a", reason: "gone")) == "/a: gone")
    }
}
