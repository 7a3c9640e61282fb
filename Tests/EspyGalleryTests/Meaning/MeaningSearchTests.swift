import Espy
import EspyInference
import Testing

/// Texts with known meaning: `dog`, `beach` and `car` are directions, and a text is the sum of those it names.
private enum KnownTexts {
    static let words = ["dog", "beach", "car"]

    static let meaning = TextEmbedder(version: "m") { (text) throws(InferenceError) in
        if text.contains("broken") { throw .notFinite(id: "m") }
        let sides = words.map { text.contains($0) ? Float(1) : 0 } + [0.6]
        return unit(sides)
    }

    static func unit(_ values: [Float]) -> [Float] {
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / length }
    }

    /// Returns the meaning of a photo that shows each word to the given degree.
    static func meaning(_ parts: [String: Float]) -> PhotoMeaning {
        let vector = unit(words.map { parts[$0] ?? 0 } + [0.4])
        let level = MeaningBackground.level(MeaningBackground.things.map { _ in vector[3] })
        return PhotoMeaning(vector: vector, background: level)
    }
}

struct MeaningSearchTests {
    private let seeded: SeededGallery
    private var gallery: Gallery { seeded.gallery }
    private static let day = 86_400

    /// Later in this list means newer.
    init() throws {
        seeded = try SeededGallery(texts: KnownTexts.meaning)
        let photos: [(String, [String: Float], [String: Double])] = [
            ("tagged", ["car": 0.2], ["dog": 0.9]), ("rex", ["dog": 1, "beach": 0.2], [:]),
            ("sand", ["beach": 1, "dog": 0.5], [:]), ("road", ["car": 1], ["car": 0.8]), ("gray", [:], [:]),
        ]
        for (index, (name, meaning, tags)) in photos.enumerated() {
            try seeded.add("\(name).jpg") { photo in
                photo.meaning = KnownTexts.meaning(meaning)
                photo.tags = tags
                photo.taken = 1_700_000_000 + index * Self.day
                photo.colors = name == "sand" ? [.yellow: 0.5] : [.gray: 0.5]
            }
        }
    }

    @Test func whatHasTheWordsComesBeforeWhatShowsThem() async throws {
        #expect(try await gallery.names("dog") == ["tagged", "rex", "sand"])
        let hits = try await gallery.search("dog", now: 0).hits
        #expect(hits[0].why == ["dog 90 %"])
        #expect(hits[1].why == ["looks like “dog” 100 %"])
        #expect(hits.allSatisfy { $0.score > 0.5 && $0.score <= 1 })
        // Both: the words and the look.
        #expect(try await gallery.search("car", now: 0).hits.map(\.why) == [["car 80 %", "looks like “car” 100 %"]])
    }

    @Test func wordsMeanSomethingTogether() async throws {
        #expect(try await gallery.names("a dog on the beach") == ["sand", "rex"])
        #expect(try await gallery.search("dog  beach", now: 0).hits.first?.why == ["looks like “dog beach” 100 %"])
    }

    /// Even among few photos, the least bad one is not a match.
    @Test(arguments: ["submarine", "zebra crossing", "like:submarine", "gray wolf", "something"])
    func nothingIsFoundWhereNothingFits(query: String) async throws {
        #expect(try await gallery.search(query, now: 0).total == 0)
    }

    @Test func conditionsCountAsWell() async throws {
        #expect(try await gallery.names("dog color:yellow") == ["sand"])
        #expect(try await gallery.names("dog -beach") == ["tagged", "rex", "sand"], "none has the word beach")
        #expect(try await gallery.names("dog -like:beach") == ["tagged", "rex"])
        #expect(try await gallery.names("dog -tag:dog") == ["rex", "sand"])
        #expect(try await gallery.names("dog 2023-11-15") == ["rex"])
        #expect(try await gallery.search("dog 2023-11-15", now: 0).hits.first?.why.first == "looks like “dog” 100 %")
        #expect(try await gallery.names("\"dog\"") == [])
        #expect(try await gallery.names("tag:dog") == ["tagged"])
        #expect(try await gallery.names("do*") == ["tagged"], "the beginning of a word means nothing")
    }

    @Test func alternativesAreJoined() async throws {
        #expect(try await gallery.names("dog OR car") == ["road", "tagged", "rex", "sand"])
        #expect(try await gallery.names("(dog OR car) color:yellow") == ["sand"])
    }

    @Test func meaningAloneIsAskedForByLike() async throws {
        #expect(try await gallery.names("like:dog") == ["rex", "sand"])
        #expect(try await gallery.names("like:\"a car on a road\"") == ["road"])
        #expect(try await gallery.names("like:dog like:beach") == ["sand"])
        #expect(try await gallery.facets("like:dog", now: 0).total == 2)
    }

    @Test func pagesFitTogether() async throws {
        let whole = try await gallery.search("dog", now: 0).hits.map(\.photo.id)
        var parts: [Int] = []
        for offset in 0..<4 {
            parts += try await gallery.search("dog", offset: offset, limit: 1, now: 0).hits.map(\.photo.id)
        }
        #expect(parts == whole)
        #expect(whole.count == 3)
        #expect(try await gallery.search("dog", offset: 3, limit: 5, now: 0).hits.isEmpty)
    }

    /// Months are reported only if photos are sorted by time.
    @Test func timelineTellsOfWhatComesByTime() async throws {
        #expect(try await gallery.timeline("dog", now: 0)?.map(\.count) == [1])
        #expect(try await gallery.timeline("like:dog", now: 0) == nil)
        #expect(try await gallery.timeline("car", now: 0)?.map(\.count) == [1])
        #expect(try await gallery.timeline("", now: 0)?.map(\.count) == [5])
    }

    /// Photos that a text model matched rank above photos that may show one of many kinds of things.
    @Test func whatShowsTheWordsComesBeforeWhatMayBeSo() async throws {
        try seeded.add("blur.jpg") { $0.likely = [LikelyThing(name: "dog", confidence: 0.9, isKind: false)] }
        #expect(try await gallery.names("dog") == ["tagged", "rex", "sand", "blur"])
        let page = try await gallery.search("dog", now: 0)
        #expect(page.sure == 1)
        #expect(page.hits.last?.why == ["looks like a dog, 90 %"])
    }

    @Test func albumsFillThemselvesByMeaning() async throws {
        let album = try await gallery.saveAlbum("Dogs", query: "dog color:yellow", now: 0)
        #expect(album.count == 1)
        #expect(try await gallery.names("album:Dogs") == ["sand"])
        let gone = try Gallery(path: seeded.folder + "/gallery.sqlite")
        try await gone.saveAlbum("By looks", query: "like:dog", now: 0)
        #expect(try await gone.albums(now: 0).first { $0.name == "By looks" }?.count == 0)
    }

    @Test func newAndDeletedPhotosAreHeeded() async throws {
        #expect(try await gallery.names("like:dog") == ["rex", "sand"])
        let id = try seeded.add("late.jpg") { photo in photo.meaning = KnownTexts.meaning(["dog": 1]) }
        #expect(try await gallery.names("like:dog") == ["late", "rex", "sand"])
        try seeded.database.execute("DELETE FROM files WHERE photo = ?", [.integer(id)])
        try seeded.database.execute("DELETE FROM photos WHERE id = ?", [.integer(id)])
        #expect(try seeded.database.integers("SELECT count(*) FROM meanings WHERE photo = \(id)") == [0])
        try GalleryText.write(photo: id, to: seeded.database)
        #expect(try await gallery.names("like:dog") == ["rex", "sand"])
    }

    @Test func withoutAModelWordsAreWords() async throws {
        let plain = try Gallery(path: seeded.folder + "/gallery.sqlite")
        #expect(try await plain.names("dog") == ["tagged"])
        await #expect(throws: GalleryError.self) { try await plain.names("like:dog") }
        // If the text model fails, the word matches remain.
        try seeded.add("broken.jpg")
        #expect(try await gallery.names("broken") == ["broken"])
        await #expect(throws: GalleryError.inference(.notFinite(id: "m"))) { try await gallery.names("like:broken") }
    }

    @Test func damagedAndForeignVectorsAreLeftOut() async throws {
        try seeded.add("other.jpg") { photo in
            (photo.meaning, photo.meaningModel) = (KnownTexts.meaning(["dog": 1]), "another")
        }
        var number = 0
        for bytes: [UInt8] in [
            [], [1, 2, 3], [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0x80, 0x7F, 9, 9, 9, 9, 9, 9, 9, 9],
        ] {
            number += 1
            let id = try seeded.add("bad\(number).jpg")
            try seeded.database.execute(
                "INSERT INTO meanings VALUES (?, 'm', ?, 0)", [.integer(id), .bytes(bytes)])
        }
        #expect(try await gallery.names("like:dog") == ["rex", "sand"])
    }

    @Test func grammarKnowsLike() throws {
        #expect(try GalleryQuery("like:\"two dogs\"").description == "like:\"two dogs\"")
        #expect(throws: GalleryQueryError.self) { try GalleryQuery("like:") }
    }
}
