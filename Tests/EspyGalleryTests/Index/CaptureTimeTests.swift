import Espy
import EspyCodecs
import EspyStore
import Foundation
import Testing

/// Capture times, with their precision and source.
struct CaptureTimeTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try await library.watchedGallery()
    }

    /// A photo with one date in its XMP.
    private func add(_ name: String, _ property: String, _ date: String) throws {
        let text = """
            http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
             xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
             xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             \(property)="\(date)"/></rdf:RDF></x:xmpmeta>
            """
        let jpeg = try LibraryFolder.jpeg(seed: name.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF)
        let length = text.utf8.count + 2
        try library.write(
            name, jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + text.utf8 + jpeg[2...])
    }

    private func details(_ name: String) async throws -> GalleryPhotoDetails {
        let photo = try #require(try await gallery.photo(library.path(name)))
        return try #require(try await gallery.details(of: photo))
    }

    @Test func partialDatesFitWhatHoldsThem() async throws {
        try add("year.jpg", "photoshop:DateCreated", "1987")
        try add("month.jpg", "photoshop:DateCreated", "1987-05")
        try add("day.jpg", "photoshop:DateCreated", "1987-05-21")
        try add("whole.jpg", "photoshop:DateCreated", "1987-05-21T10:00:00")
        try await gallery.index()
        func found(_ query: String) async throws -> Set<String> { Set(try await gallery.names(query)) }
        let all: Set = ["year", "month", "day", "whole"]
        for query in ["date:1987", "1987", "date:1980..1989", "before:1988", "after:1986", "date:1987-01..1987-12"] {
            #expect(try await found(query) == all, "\(query)")
        }
        for query in ["date:1987-05", "date:may", "may 1987", "date:1987-05..1987-06", "before:1987-06 after:1987-04"] {
            #expect(try await found(query) == ["month", "day", "whole"], "\(query)")
        }
        for query in ["date:1987-05-21", "date:may-21", "1987-05-21"] {
            #expect(try await found(query) == ["day", "whole"], "\(query)")
        }
        for query in [
            "date:1987-01", "date:1987-01-01", "date:january", "date:1987-05-01", "date:1987-02..", "date:..1987-03",
        ] {
            #expect(try await found(query).isDisjoint(with: ["year"]), "\(query)")
        }
        #expect(try await found("date:1987-01").isEmpty)
        #expect(try await found("date:1987-05-01").isEmpty)
        #expect(try await gallery.search("date:1987 name:year", now: 0).hits.first?.why.first == "taken 1987")
        #expect(try await gallery.search("date:1987 name:month", now: 0).hits.first?.why.first == "taken 1987-05")
        let lines = try await gallery.exportedText()
        for taken in ["1987", "1987-05", "1987-05-21", "1987-05-21T10:00:00"] {
            #expect(lines.contains("\"taken\":\"\(taken)\""), "\(taken)")
        }
    }

    @Test func whatIsSureComesFirst() async throws {
        let times: [(name: String, property: String, date: String, source: String, taken: Int)] = [
            // The name of a messenger's file takes precedence over a later change.
            ("IMG-20190521-WA0003.jpg", "xmp:ModifyDate", "2024-02-02T02:02:02", "name", 1_558_396_800),
            // A capture time takes precedence over the name.
            ("IMG_20190521_104552.jpg", "photoshop:DateCreated", "2018-01-01T00:00:00", "exif", 1_514_764_800),
            // A name with the same date and more precision completes it.
            ("IMG_20190521_104553.jpg", "photoshop:DateCreated", "2019-05-21", "name", 1_558_435_553),
            ("scan 1987-05-21.jpg", "photoshop:DateCreated", "1987", "name", 548_553_600),
            ("scan 1988-05-21.jpg", "photoshop:DateCreated", "1987", "exif", 536_457_600),
        ]
        for time in times { try add(time.name, time.property, time.date) }
        try await gallery.index()
        for time in times {
            let found = try await details(time.name)
            #expect(found.takenSource == time.source, "\(time.name): \(found.taken ?? 0)")
            #expect(found.taken == time.taken, "\(time.name): \(found.taken ?? 0)")
        }
        #expect(try await details("IMG-20190521-WA0003.jpg").photo.takenDetail == .day)
        #expect(try await details("IMG_20190521_104553.jpg").photo.takenDetail == nil)
    }

    @Test func datesThatDoNotExistAreNotUsed() async throws {
        try add("a.jpg", "photoshop:DateCreated", "2019-02-30")
        try library.age("a.jpg", 1_000_000_000)
        try await gallery.index()
        let found = try await details("a.jpg")
        #expect(found.takenSource == "file")
        #expect(found.taken == nil)
    }

    /// A gallery of an earlier version is migrated, and its photos are read again once.
    @Test func earlierGalleriesAreReadAgainOnce() async throws {
        let old = library.file + "-old"
        try add("a.jpg", "photoshop:DateCreated", "1987")
        let status = try FileManager.default.attributesOfItem(atPath: library.path("a.jpg"))
        let modified = try #require(status[.modificationDate] as? Date).timeIntervalSince1970
        do {
            let database = try Database(
                path: old, identity: GallerySchema.identity, migrations: Array(GallerySchema.migrations.prefix(1)))
            try database.execute("INSERT INTO folders (id, path, added) VALUES (1, ?, 0)", [.text(library.photos)])
            let digest = try await digest(of: "a.jpg")
            try database.execute(
                """
                INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source, analysis)
                VALUES (1, ?, 1, 'jpeg', 64, 64, 5, 'file', '1')
                """, [.bytes(digest)])
            try database.execute(
                "INSERT INTO files (folder, path, photo, size, modified) VALUES (1, ?, 1, ?, ?)",
                [
                    .text(library.path("a.jpg")), .integer(try #require(status[.size] as? Int)),
                    .integer(Int(modified * 1_000_000_000)),
                ])
            try database.execute("INSERT INTO ratings (digest, rating, time) VALUES (?, 4, 1)", [.bytes(digest)])
        }
        let gallery = try Gallery(path: old)
        #expect(try await gallery.status().photos == 1)
        let analyzer = MiddleAnalyzer()
        #expect(try await gallery.index(analyzer).reread == 1)
        #expect(try await gallery.names("date:1987 rating:4") == ["a"])
        #expect(try await gallery.details(of: 1)?.photo.takenDetail == .year)
        #expect(try await gallery.index(analyzer).reread == 0)
    }

    private func digest(of name: String) async throws -> [UInt8] {
        let gallery = try library.gallery()
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path(name)))
        let text = try #require(try await gallery.details(of: photo)).digest
        return stride(from: 0, to: text.count, by: 2).compactMap { place in
            let start = text.index(text.startIndex, offsetBy: place)
            return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16)
        }
    }
}
