import Espy
import EspyTestSupport
import Foundation
import Testing

/// Real users' libraries, with the files and metadata that other programs left.
@Suite(.enabled(if: PhotoSets.has("reports/cases.json"))) struct GalleryReportTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ arguments: String...) async throws -> Ending {
        let plain = ["--tagger", "none", "--detector", "none", "--language", "none", "--faces", "none"]
        return try await espy(["gallery"] + arguments + plain, variables: ["XDG_DATA_HOME": scratch.file("data")])
    }

    /// Adds a copy of a folder of reports to a gallery.
    private func add(_ set: String) async throws -> Ending {
        let place = scratch.file(set)
        if !FileManager.default.fileExists(atPath: place) {
            try FileManager.default.copyItem(
                atPath: PhotoSets.folder.appendingPathComponent("reports/\(set)").path, toPath: place)
        }
        return try await run("add", place)
    }

    private func exported() async throws -> String { try await run("export").out }

    private func lines(_ ending: Ending) -> [String] {
        ending.out.split(separator: "\n").map { ($0 as NSString).lastPathComponent }
    }

    @Test func whatLiesBesideAPhotoIsRead() async throws {
        #expect(try await add("takeout").exit == 0)
        let photo = try await exported()
        #expect(photo.contains("\"taken\":\"2009-11-16T12:51:58\""))
        #expect(photo.contains("\"takenSource\":\"sidecar\""))
        #expect(photo.contains("\"latitude\":41.8902"))
        #expect(photo.contains("\"description\":\"harbour walk\""))
    }

    @Test func aYearIsADate() async throws {
        _ = try await add("partial")
        #expect(lines(try await run("search", "date:1987")) == ["scan.jpg"])
        #expect(try await run("search", "date:1987-01").exit == 1)
        #expect(try await run("search", "--json", "date:1987").out.contains("\"taken\":\"1987\""))
        #expect(try await exported().contains("\"taken\":\"1987\""))
    }

    @Test(arguments: [
        ("afternoon", "2013-08-12T15:12:05", "exif"), ("messenger", "2019-05-21", "name"),
        ("midnight", "2019-01-01T00:04:20", "exif"),
    ])
    func clocksAndNames(_ set: String, _ taken: String, _ source: String) async throws {
        _ = try await add(set)
        let photo = try await exported()
        #expect(photo.contains("\"taken\":\"\(taken)\""), "\(photo)")
        #expect(photo.contains("\"takenSource\":\"\(source)\""), "\(photo)")
    }

    @Test func smallCopiesAreLeftOutAndCounted() async throws {
        _ = try await add("nas")
        #expect(try await run("status").out.contains("photos    1\n"))
        #expect(try await run("status").out.contains("\npassed    1 small copies of other programs\n"))
        #expect(try await run("status", "--json").out.contains("\"passedOver\":{\"smallCopy\":1}"))
    }

    @Test func endingsThatAreOnNoListAreLookedAt() async throws {
        #expect(try await add("endings").exit == 0)
        #expect(try await run("status").out.hasPrefix("photos    2\n"))
        #expect(try await !run("status").out.contains("passed"))
    }

    @Test func linksAreFollowed() async throws {
        let place = PhotoSets.folder.appendingPathComponent("reports/links").path
        try FileManager.default.copyItem(atPath: place, toPath: scratch.file("links"))
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("links/holiday.jpg"), withDestinationPath: ".store/9f.jpg")
        _ = try await add("links")
        #expect(try await run("status").out.hasPrefix("photos    1\n"))
        #expect(lines(try await run("search", "holiday")) == ["holiday.jpg"])
        // Its metadata is written beside the link, and read from there.
        #expect(try await run("rate", "4", scratch.file("links/holiday.jpg")).exit == 0)
        #expect(try await run("sidecars", scratch.file("links/holiday.jpg")).exit == 0)
        #expect(try scratch.text("links/holiday.jpg.xmp").contains("<xmp:Rating>4<"))
        #expect(try await run("rate", "file", scratch.file("links/holiday.jpg")).exit == 0)
        #expect(try await run("search", "rating:4").exit == 1)
        #expect(try await run("update").err.contains("1 read again"))
        #expect(lines(try await run("search", "rating:4")) == ["holiday.jpg"])
    }

    @Test func wordsInFilesAreSearched() async throws {
        _ = try await add("words")
        #expect(lines(try await run("search", "picnic")) == ["com.jpg"])
        #expect(lines(try await run("search", "florence")) == ["city.jpg"])
        #expect(lines(try await run("search", "anna")) == ["person.jpg"])
        #expect(try await exported().contains("\"people\":[\"Anna Bell\"]"))
    }
}

/// The same for files made here.
struct GallerySidecarCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ arguments: String..., home: String = "data") async throws -> Ending {
        let plain = ["--tagger", "none", "--detector", "none", "--language", "none", "--faces", "none"]
        return try await espy(["gallery"] + arguments + plain, variables: ["XDG_DATA_HOME": scratch.file(home)])
    }

    @Test func brokenSidecarsAreProblems() async throws {
        try scratch.write(
            "photos/a.jpg", try ImageEncoder.jpeg(RGBImage(width: 64, height: 48, red: 9, green: 70, blue: 190)))
        try scratch.write("photos/a.jpg.json", "{\"title\":")
        let added = try await run("add", scratch.file("photos"))
        #expect(added.exit == 1)
        #expect(added.err.contains("1 not readable"))
        #expect(try await run("problems").out.hasSuffix("/a.jpg.json\tthe sidecar is not JSON; copy it again\n"))
        try scratch.write("photos/a.jpg.json", "{\"description\": \"by the lake\"}")
        #expect(try await run("update").exit == 0)
        #expect(try await run("search", "-v", "lake").out.hasSuffix("a.jpg\tdescription\n"))
    }

    @Test func sidecarsOfOneGalleryAreReadByAnother() async throws {
        let photo = try scratch.write(
            "photos/a.jpg", try ImageEncoder.jpeg(RGBImage(width: 64, height: 48, red: 9, green: 70, blue: 190)))
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("rate", "5", photo)
        _ = try await run("add-tag", "boats & <nets>", photo)
        #expect(try await run("sidecars", photo).exit == 0)
        _ = try await run("add", scratch.file("photos"), home: "other")
        #expect(try await run("search", "rating:5 tag:\"boats & <nets>\"", home: "other").exit == 0)
    }
}
