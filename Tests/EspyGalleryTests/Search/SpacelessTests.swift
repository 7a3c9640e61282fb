import Espy
import EspyStore
import EspyTestSupport
import Foundation
import Testing

/// Words in scripts without spaces between them.
struct SpacelessTests {
    @Test(arguments: [
        ("京都の庭", "京都"), ("大阪城公園", "公園"), ("我的北京旅行", "北京"), ("大阪城公園", "城"), ("東京タワー", "タワー"),
        ("서울여행사진", "여행"), ("서울여행사진".decomposedStringWithCanonicalMapping, "여행"),
        ("ｶﾞｰﾃﾞﾝ", "ガーデン"), ("ガーデン", "ｶﾞｰﾃﾞﾝ"), ("ガーデン".decomposedStringWithCanonicalMapping, "ガー"),
        ("ＴＯＫＹＯ２０２４", "tokyo"), ("tokyo2024", "ＴＯＫＹＯ"), ("iPhone写真2024", "写真"), ("iPhone写真2024", "iphone"),
        ("iPhone写真1812", "1812"), ("2024年京都旅行", "京都"), ("二条城の桜", "二条城"),
        ("ตลาดน้ำอัมพวา", "ตลาด"), ("ตลาดน้ำอัมพวา", "น้ำ"), ("ວັດພູ", "ວັດ"), ("ភ្នំពេញ", "ពេញ"),
        ("北京旅行", "\"北京旅行\""), ("北京旅行", "旅*"), ("北京 旅行", "\"北京 旅行\""), ("हिन्दी फिल्म", "हिन्दी"),
    ])
    func anyPartOfANameIsFound(name: String, query: String) async throws {
        let seeded = try SeededGallery()
        try seeded.add("\(name).jpg")
        try seeded.add("other.jpg")
        let hits = try await seeded.gallery.search(query, now: 0).hits
        #expect(hits.map(\.why) == [["file name"]])
        #expect(hits.first?.photo.path.hasSuffix("/\(name).jpg") == true)
    }

    @Test(arguments: [
        // In another order, across two words, with another vowel sign, in part of a Latin word.
        ("京都の庭", "都京"), ("京都 市場", "都市"), ("京都-市場", "都市"), ("ตาตี", "ตาตา"), ("写真iphone", "phone"),
        ("大阪城公園", "公国"), ("북한산", "한국"),
    ])
    func whatIsNotInANameIsNotFound(name: String, query: String) async throws {
        let seeded = try SeededGallery()
        try seeded.add("\(name).jpg")
        #expect(try await seeded.gallery.search(query, now: 0).hits.isEmpty)
    }

    @Test func textsAndTagsAreFoundByTheirParts() async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg") { $0.title = "春の京都、桜の庭" }
        try seeded.add("b.jpg") { $0.tags = ["大阪城公園": 0.9] }
        try seeded.add("c.jpg")
        try seeded.database.execute("UPDATE photos SET text = '本日は京 都の\n庭園を' WHERE id = 3")
        try GalleryText.write(photo: 3, to: seeded.database)
        try seeded.add("京都/d.jpg")
        #expect(try await seeded.gallery.names("京都") == ["d", "c", "a"])
        let why = try await seeded.gallery.search("京都", now: 0).hits.map(\.why)
        #expect(why == [["folder"], ["text on it"], ["title"]])
        // Printed lines break in the middle of words.
        #expect(try await seeded.gallery.names("都の庭園") == ["c"])
        #expect(try await seeded.gallery.names("公園") == ["b"])
        #expect(try await seeded.gallery.search("公園", now: 0).hits.map(\.why) == [["公園 ← 大阪城公園 90 %"]])
        #expect(try await seeded.gallery.names("name:京都").isEmpty)
        #expect(try await seeded.gallery.names("in:京") == ["d"])
        #expect(try await seeded.gallery.names("text:庭園") == ["c"])
    }

    @Test func latinWordsAreFoundAsBefore() async throws {
        let seeded = try SeededGallery()
        try seeded.add("Größe des Ärmelkanals.jpg")
        #expect(try await seeded.gallery.names("grösse").count == 1)
        #expect(try await seeded.gallery.names("armelkanal").count == 1)
        #expect(try await seeded.gallery.names("kanal").isEmpty)
    }

    /// A gallery of the previous version, which split words differently.
    @Test func anOlderGalleryIsFilledAgain() async throws {
        let folder = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/gallery.sqlite"
        do {
            let old = try Database(
                path: path, identity: GallerySchema.identity, migrations: Array(GallerySchema.migrations.prefix(2)))
            try old.execute("INSERT INTO folders (id, path, added) VALUES (1, '/p', 0)")
            try old.execute(
                """
                INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source)
                VALUES (1, x'01', 1, 'jpeg', 4, 3, 0, 'exif')
                """)
            try old.execute(
                "INSERT INTO files (folder, path, photo, size, modified) VALUES (1, '/p/京都の庭 beach.jpg', 1, 1, 0)")
            try old.execute("INSERT INTO photo_words (rowid, name) VALUES (1, '京都の庭 beach')")
        }
        for _ in 0..<2 {
            let gallery = try Gallery(path: path)
            #expect(try await gallery.search("京都", now: 0).total == 1)
            #expect(try await gallery.search("beaches", now: 0).total == 1)
        }
    }

    @Test(.enabled(if: PhotoSets.has("reports/cjk"), "there are no reports in ../shared"))
    func reportedNamesAreFound() async throws {
        let library = try LibraryFolder()
        let names = try FileManager.default.contentsOfDirectory(
            atPath: PhotoSets.folder.appendingPathComponent("reports/cjk").path)
        for name in names { try library.write(name, try PhotoSets.bytes("reports/cjk/\(name)")) }
        let gallery = try library.gallery()
        _ = try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index()
        #expect(try await gallery.names("京都") == ["京都の庭"])
        #expect(try await gallery.names("公園") == ["大阪城公園"])
        #expect(try await gallery.names("北京") == ["我的北京旅行"])
    }
}
