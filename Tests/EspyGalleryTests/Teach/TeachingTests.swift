import Espy
import Synchronization
import Testing

struct TeachingTests {
    /// Photos of three kinds, distinguished by the direction of their embeddings, with some noise.
    private func library(_ count: Int = 300) throws -> SeededGallery {
        let seeded = try SeededGallery()
        var state: UInt64 = 7
        func noise() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 24) - 0.5
        }
        for number in 0..<count {
            var vector = (0..<32).map { _ in noise() * 0.6 }
            vector[number % 3] += 1
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            try seeded.add("\(number % 3)-\(number).jpg") {
                $0.vector = vector.map { $0 / length }
                $0.tags = ["thing": 0.8]
            }
        }
        return seeded
    }

    @Test func whatAPersonSaysStays() async throws {
        let seeded = try library(6)
        let gallery = seeded.gallery
        try await gallery.correct(1, tag: "thing", isRight: false, now: 1)
        try await gallery.correct(2, tag: " My   Cat", isRight: true, now: 1)
        #expect(try await gallery.search("thing", now: 0).total == 5)
        #expect(try await gallery.names("tag:\"my cat\"") == ["1-1"])
        #expect(try await gallery.search("cat", now: 0).hits.first?.why == ["cat ← my cat 100 %"])
        let tag = try #require(try await gallery.tags(of: 2).first)
        #expect(tag == PhotoTag(name: "my cat", category: .own, confidence: 1, source: PhotoTag.Source.user))
        // Tagged again by a model.
        try seeded.database.execute(
            "INSERT OR REPLACE INTO photo_tags SELECT 1, id, 0.99, 'new' FROM tags WHERE name = 'thing'")
        try GalleryText.write(photo: 1, to: seeded.database)
        #expect(try await gallery.search("thing", now: 0).total == 5)
        #expect(try await gallery.tags(of: 1).isEmpty)
        try await gallery.correct(1, tag: "thing", isRight: true, now: 2)
        #expect(try await gallery.search("thing", now: 0).total == 6)
        try await gallery.correct(1, tag: "thing", isRight: false, now: 3)
        try await gallery.takeBack(1, tag: "thing", now: 4)
        try await gallery.takeBack(2, tag: "my cat", now: 4)
        #expect(try await gallery.search("thing", now: 0).total == 6)
        #expect(try await gallery.search("cat", now: 0).total == 0)
        await #expect(throws: GalleryError.unknownPhoto("99")) {
            try await gallery.correct(99, tag: "a", isRight: true, now: 0)
        }
        await #expect(throws: GalleryError.self) { try await gallery.correct(1, tag: "\"", isRight: true, now: 0) }
    }

    @Test func whatWasSaidOfSeveralPhotosCanBeUndone() async throws {
        let gallery = try library(4).gallery
        try await gallery.correct(2, tag: "thing", isRight: true, now: 1)
        let before = try await gallery.say(.wrong, of: "thing", on: [3, 1, 2, 3], now: 2)
        #expect(before == [.nothing: [1, 3], .right: [2]])
        #expect(try await gallery.search("thing", now: 0).total == 1)
        for (verdict, photos) in before { try await gallery.say(verdict, of: "thing", on: photos, now: 3) }
        #expect(try await gallery.tags(of: 1).map(\.confidence) == [0.8])
        #expect(try await gallery.tags(of: 2).map(\.source) == [PhotoTag.Source.user])
        // One photo does not exist, so none is tagged.
        await #expect(throws: GalleryError.unknownPhoto("99")) {
            try await gallery.say(.wrong, of: "thing", on: [1, 99], now: 4)
        }
        #expect(try await gallery.search("thing", now: 0).total == 4)
    }

    @Test func whatWasHalfLearnedIsNotKept() async throws {
        let gallery = try library().gallery
        let stopped = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await gallery.teach("first", examples: [1, 4, 7, 10, 13], now: 1)
        }
        await #expect(throws: GalleryError.self) { try await stopped.value }
        #expect(try await gallery.taughtTags().isEmpty)
        #expect(try await gallery.search("tag:first", now: 0).total == 0)
    }

    @Test func progressGoesUpToTheEnd() async throws {
        let told = Mutex<[Double]>([])
        _ = try await library().gallery.teach("first", examples: [1, 4, 7, 10, 13], now: 1) { share in
            told.withLock { $0.append(share) }
        }
        let shares = told.withLock { $0 }
        #expect(shares == shares.sorted())
        #expect(shares.last == 1)
        #expect(shares.count == 6)
    }

    @Test func aTagIsLearnedFromExamples() async throws {
        let seeded = try library()
        let gallery = seeded.gallery
        let taught = try await gallery.teach("first", examples: (0..<20).map { 1 + 3 * $0 }, now: 1)
        // 80 other photos of the kind count as wrong because they have no label.
        #expect(taught.recall >= 0.85, "\(taught)")
        #expect(taught.precision < 0.5, "\(taught)")
        let names = try await gallery.search("tag:first", limit: 500, now: 0).hits.map(\.photo.path)
        let right = names.count { $0.contains("/0-") }
        #expect(right >= 65, "\(right) of \(names.count)")
        #expect(names.count - right <= 3, "\(right) of \(names.count)")
        #expect(try await gallery.taughtTags() == [taught])
        // A photo that is added later.
        try seeded.add("late.jpg") { $0.vector = [1] + [Float](repeating: 0, count: 31) }
        #expect(try await gallery.names("tag:first name:late") == ["late"])
        let reasons = try await gallery.search("first name:late", now: 0).hits.first?.why ?? []
        #expect(reasons.first?.hasPrefix("first ") == true)
    }

    @Test func correctionsTeach() async throws {
        let gallery = try library().gallery
        let kinds = (0..<12).map { 1 + 3 * $0 }
        // Taught wrongly with two kinds; then all of the second are removed.
        try await gallery.teach("first", examples: kinds + kinds.map { $0 + 1 }, now: 1)
        let before = try await gallery.search("tag:first", limit: 500, now: 0).hits.count {
            $0.photo.path.contains("/1-")
        }
        #expect(before > 60)
        for photo in kinds { try await gallery.correct(photo + 1, tag: "first", isRight: false, now: 2) }
        let after = try await gallery.search("tag:first", limit: 500, now: 0).hits.count {
            $0.photo.path.contains("/1-")
        }
        #expect(after < 10)
    }

    @Test func tooLittleIsNotLearned() async throws {
        let gallery = try library(30).gallery
        await #expect(throws: GalleryError.teaching("5 examples are needed, and 2 can be used")) {
            try await gallery.teach("x", examples: [1, 2], now: 0)
        }
        await #expect(throws: GalleryError.self) {
            try await gallery.teach("x", examples: [1], counterexamples: [1], now: 0)
        }
        await #expect(throws: GalleryError.self) { try await gallery.teach("x", examples: Array(1...30), now: 0) }
        await #expect(throws: GalleryError.self) { try await gallery.forget("x") }
        // Everything was undone.
        #expect(try await gallery.search("tag:x", now: 0).total == 0)
        #expect(try await gallery.taughtTags().isEmpty)
    }

    @Test func whatWasTaughtIsForgotten() async throws {
        let gallery = try library().gallery
        try await gallery.teach("first", examples: (0..<20).map { 1 + 3 * $0 }, now: 1)
        try await gallery.forget("First")
        #expect(try await gallery.search("first", now: 0).total == 0)
        #expect(try await gallery.facets("", now: 0).tags.map(\.name) == ["thing"])
        #expect(try await gallery.search("", now: 0).total == 300)
    }
}
