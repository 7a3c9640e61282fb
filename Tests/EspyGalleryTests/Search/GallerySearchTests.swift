import Espy
import EspyStore
import Testing

struct GallerySearchTests {
    /// A few days in a life.
    private func life() throws -> SeededGallery {
        let seeded = try SeededGallery()
        try seeded.add("2023/Italy/IMG_0001.jpg") {
            $0.taken = 1_690_000_000  // 2023-07-22
            $0.tags = ["beach": 0.83, "sky": 0.7]
            $0.colors = [.blue: 0.41, .gold: 0.2]
            $0.place = (43.77, 11.25)
            $0.camera = "Canon EOS 80D"
        }
        try seeded.add("2023/Italy/harbour evening.jpg") {
            $0.taken = 1_690_030_000
            $0.tags = ["sea": 0.6, "night": 0.9]
            $0.place = (43.78, 11.25)
            $0.rating = 4
        }
        try seeded.add("2024/ourBeachHouse.jpg") {
            $0.taken = 1_715_000_000  // 2024-05-06
            $0.tags = ["house": 0.9]
            $0.title = "Back home"
        }
        try seeded.add("2024/rex.jpg") {
            $0.taken = 1_716_000_000
            $0.tags = ["dog": 0.92, "golden retriever": 0.71, "animal": 0.95]
            $0.colors = [.gold: 0.5]
        }
        try seeded.add("2024/zoo.jpg") {
            $0.taken = 1_717_000_000
            $0.tags = ["animal": 0.8]
            $0.sharpness = 20
        }
        return seeded
    }

    /// The modification time of a file is not the capture time of a photo.
    @Test func photosWithoutADateComeLastAndInNoMonth() async throws {
        let seeded = try SeededGallery()
        func add(_ name: String, _ taken: Int, _ source: String = "exif") throws {
            try seeded.add(name) { ($0.taken, $0.takenSource) = (taken, source) }
        }
        try add("copied.jpg", 1_795_000_000, "file")
        try add("old.jpg", 1_000_000_000)
        try add("saved.jpg", 900_000_000, "file")
        try add("new.jpg", 1_700_000_000)
        let gallery = seeded.gallery
        #expect(try await gallery.names("") == ["new", "old", "saved", "copied"])
        #expect(
            try await gallery.search("", now: 0).hits.map(\.photo.taken) == [1_700_000_000, 1_000_000_000, nil, nil])
        #expect(try await gallery.timeline("", now: 0)?.map(\.year) == [2023, 2001])
        #expect(try await gallery.facets("", now: 0).years.map(\.name) == ["2023", "2001"])
        for query in ["date:1990..2050", "before:2050 after:1990", "date:..2050"] {
            #expect(try await gallery.names(query) == ["new", "old"], "\(query)")
        }
        #expect(try await gallery.names("before:2050") == ["new", "old"])
        #expect(try await gallery.names("november") == ["new"])
        // Facts that are found later, and photos that are added later.
        try add("latest.jpg", 1_795_100_000)
        try add("sent.jpg", 1_796_000_000, "file")
        #expect(try await gallery.names("") == ["latest", "new", "old", "sent", "saved", "copied"])
        try seeded.database.transaction { () throws(StoreError) in
            try seeded.database.execute("UPDATE photos SET taken_source = 'sidecar', taken = 950000000 WHERE id = 1")
            try seeded.database.execute(
                "INSERT OR REPLACE INTO photo_changes VALUES (1, (SELECT max(number) + 1 FROM photo_changes))")
        }
        #expect(try await gallery.names("") == ["latest", "new", "old", "copied", "sent", "saved"])
        #expect(try await gallery.timeline("", now: 0)?.map(\.count).reduce(0, +) == 4)
    }

    @Test func relatedTagsAreFoundBothWays() async throws {
        let gallery = try life().gallery
        #expect(try await gallery.names("beach") == ["ourBeachHouse", "harbour evening", "IMG_0001"])
        #expect(try await gallery.names("seashore") == ["harbour evening", "IMG_0001"])
        #expect(try await gallery.names("ocean") == ["harbour evening", "IMG_0001"])
    }

    /// Books stand in bookcases, and a crane may be no bird.
    @Test func thingsThatBelongTogetherAreNotTheSame() async throws {
        let seeded = try SeededGallery()
        for (name, tag) in [
            ("1", "book"), ("2", "library"), ("3", "helmet"), ("4", "sombrero"), ("5", "construction crane"),
            ("6", "toilet paper"),
        ] {
            try seeded.add("\(name).jpg") { $0.tags = [tag: 0.9] }
        }
        #expect(try await seeded.gallery.names("bookcase") == ["2"])
        #expect(Set(try await seeded.gallery.names("library")) == ["1", "2"])
        #expect(try await seeded.gallery.names("hat") == ["4"])
        #expect(try await seeded.gallery.names("bird").isEmpty)
        #expect(try await seeded.gallery.names("document").isEmpty)
        #expect(try await seeded.gallery.names("toilet paper") == ["6"])
    }

    @Test func generalWordsFindKindsAndNeverTheOtherWayRound() async throws {
        let gallery = try life().gallery
        #expect(try await gallery.names("animal") == ["zoo", "rex"])
        #expect(try await gallery.names("pets") == ["rex"])
        #expect(try await gallery.names("dog") == ["rex"])
        #expect(try await gallery.names("retriever") == ["rex"])
        #expect(try await gallery.names("tag:sea") == ["harbour evening"])
    }

    @Test func eachHitSaysWhy() async throws {
        let gallery = try life().gallery
        func why(_ query: String) async throws -> [[String]] { try await gallery.search(query, now: 0).hits.map(\.why) }
        #expect(try await why("seashore -tag:sea") == [["seashore ← beach 83 %"]])
        #expect(try await why("pet") == [["pet ← dog 92 %", "pet ← dog ← golden retriever 71 %"]])
        #expect(try await why("beach -tag:sea -tag:beach") == [["file name"]])
        #expect(try await why("blue italy") == [["color blue 41 %", "folder"]])
        #expect(try await why("near:43.77,11.25,500m") == [["0 m away"]])
        #expect(try await why("2023 -night") == [["folder"]])
        #expect(try await why("tag:dog") == [["dog 92 %"]])
        #expect(try await why("home") == [["home ← house 90 %", "title"]])
        #expect(try await why("") == [[], [], [], [], []])
    }

    @Test func conditionsAreToldInWords() async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg") {
            ($0.camera, $0.lens, $0.rating, $0.kind) = ("Canon EOS 6D", "EF 50mm", 1, "panorama")
            ($0.sharpness, $0.brightness, $0.place) = (10, 0.1, (48.1, 11.6))
        }
        try seeded.database.execute("UPDATE photos SET faces = 3")
        try GalleryText.write(photo: 1, to: seeded.database)
        let words = [
            "camera:canon": "camera Canon EOS 6D", "lens:50mm": "lens EF 50mm", "rating:1..": "1 star",
            "rating:0..3": "1 star", "faces:1..": "3 faces", "kind:panorama": "a panorama", "is:blurred": "blurred",
            "is:dark": "dark", "has:gps": "says where it was taken", "near:48,11,900km": "46 km away",
        ]
        for (query, reason) in words {
            #expect(try await seeded.gallery.search(query, now: 0).hits.map(\.why) == [[reason]], "\(query)")
        }
        try seeded.database.execute("UPDATE photos SET faces = 1, file_rating = NULL")
        try GalleryText.write(photo: 1, to: seeded.database)
        #expect(try await seeded.gallery.search("faces:1..", now: 0).hits.map(\.why) == [["1 face"]])
        #expect(try await seeded.gallery.search("rating:0", now: 0).hits.map(\.why) == [["no stars"]])
    }

    @Test func conditionsCanBeCombined() async throws {
        let gallery = try life().gallery
        #expect(try await gallery.names("date:2023 -night") == ["IMG_0001"])
        #expect(try await gallery.names("date:2024-05 OR rating:4..").count == 4)
        #expect(try await gallery.names("(beach OR dog) is:blurred").isEmpty)
        #expect(try await gallery.names("animal is:blurred") == ["zoo"])
        #expect(try await gallery.names("camera:\"eos canon\"") == ["IMG_0001"])
        #expect(try await gallery.names("in:italy has:gps").count == 2)
        #expect(try await gallery.names("in:/home/anna/Pictures/2024").count == 3)
        #expect(try await gallery.names("name:img_0001.jpg") == ["IMG_0001"])
        #expect(try await gallery.names("img 1") == [])
        #expect(try await gallery.names("\"harbour evening\"") == ["harbour evening"])
        #expect(try await gallery.names("harb*") == ["harbour evening"])
        #expect(try await gallery.names("may 2024").count == 3)
        #expect(try await gallery.names("july") == ["harbour evening", "IMG_0001"])
        #expect(try await gallery.names("before:2024 after:2023-06").count == 2)
        #expect(try await gallery.names("tag:dog tag:animal") == ["rex"])
    }

    @Test func whatAPersonHidIsFoundByThatAlone() async throws {
        let seeded = try SeededGallery()
        let rex = try seeded.add("rex.jpg") { $0.tags = ["dog": 0.9] }
        try seeded.add("bello.jpg") { ($0.tags, $0.place) = (["dog": 0.8], (48.1, 11.6)) }
        let gallery = seeded.gallery
        try await gallery.say(.right, of: "hidden", on: [rex], now: 1)
        for query in ["", "dog", "tag:dog", "similar:2", "dog OR rex", "-beach", "is:hidden OR bello"] {
            let isSpokenOf = query.contains("hidden")
            #expect(try await gallery.names(query).contains("rex") == isSpokenOf, "\(query)")
        }
        #expect(try await gallery.names("is:hidden") == ["rex"])
        #expect(try await gallery.names("tag:hidden") == ["rex"])
        #expect(try await gallery.names("dog -is:hidden") == ["bello"])
        #expect(try await gallery.search("is:hidden", now: 0).hits.map(\.why) == [["hidden"]])
        #expect(try await gallery.timeline("", now: 0)?.map(\.count) == [1])
        #expect(try await gallery.albums(now: 0).filter { $0.name == "2024" }.map(\.count) == [1])
        #expect(try await gallery.suggestions("is:h", now: 0).map(\.query) == ["is:hidden "])
        try await gallery.takeBack(rex, tag: "hidden", now: 2)
        #expect(try await gallery.names("dog").count == 2)
        #expect(try await gallery.names("is:hidden").isEmpty)
    }

    /// A keyword in a file does not hide anything.
    @Test func aKeywordOfAFileHidesNothing() async throws {
        let seeded = try SeededGallery()
        try seeded.add("rex.jpg") { ($0.tags, $0.source) = (["hidden": 1], "metadata") }
        #expect(try await seeded.gallery.names("") == ["rex"])
        #expect(try await seeded.gallery.names("is:hidden").isEmpty)
    }

    @Test func nothingIsFoundWhereNothingFits() async throws {
        let page = try await life().gallery.search("submarine", now: 0)
        #expect(page.total == 0)
        #expect(page.hits.isEmpty)
        #expect(try await life().gallery.names("anna").isEmpty)
    }

    @Test func pagesFollowEachOther() async throws {
        let gallery = try life().gallery
        let first = try await gallery.search("", offset: 0, limit: 2, now: 0)
        let second = try await gallery.search("", offset: 2, limit: 2, now: 0)
        #expect(first.total == 5)
        #expect(first.revision == second.revision)
        #expect((first.hits + second.hits).map(\.photo.id) == [5, 4, 3, 2])
        #expect(try await gallery.search("", offset: 99, limit: 2, now: 0).hits.isEmpty)
        #expect(try await gallery.search("", offset: -1, limit: -1, now: 0).hits.isEmpty)
    }

    @Test func changesOfOthersAreSeen() async throws {
        let seeded = try life()
        let gallery = seeded.gallery
        #expect(try await gallery.names("dog") == ["rex"])
        let before = try await gallery.search("", now: 0).revision
        try seeded.add("2022/fido.jpg") {
            $0.taken = 1_600_000_000
            $0.tags = ["dog": 0.5]
        }
        try seeded.add("2025/bello.jpg") {
            $0.taken = 1_740_000_000
            $0.tags = ["dog": 0.5]
        }
        #expect(try await gallery.names("dog") == ["bello", "rex", "fido"])
        #expect(try await gallery.names("bello") == ["bello"])
        #expect(try await gallery.search("", now: 0).revision != before)
        try seeded.database.execute("UPDATE photos SET taken = 1 WHERE id = 4")
        try seeded.database.execute("DELETE FROM photo_tags WHERE photo = 6")
        for id in [4, 6] { try GalleryText.write(photo: id, to: seeded.database) }
        #expect(try await gallery.names("dog") == ["bello", "rex"])
        // A program that does not record its change.
        try seeded.database.execute("DELETE FROM files WHERE photo = 4")
        #expect(try await gallery.names("dog") == ["bello"])
        #expect(try await gallery.names("").count == 6)
    }

    @Test func mistakesNameTheirPlace() async throws {
        let gallery = try life().gallery
        await #expect(
            throws: GalleryError.query(
                "colr:blue", reason: "at character 1: unknown filter colr:; did you mean color:?")
        ) {
            try await gallery.search("colr:blue", now: 0)
        }
        await #expect(throws: GalleryError.unknownAlbum("x")) { try await gallery.search("album:x", now: 0) }
        await #expect(throws: GalleryError.unknownPhoto("99")) { try await gallery.search("similar:99", now: 0) }
    }

    @Test func monthsAreCounted() async throws {
        let months = try #require(try await life().gallery.timeline("", now: 0))
        #expect(months.map { [$0.year, $0.month, $0.count] } == [[2024, 5, 3], [2023, 7, 2]])
    }
}
