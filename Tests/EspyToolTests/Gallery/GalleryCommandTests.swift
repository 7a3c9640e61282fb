import Espy
import EspyTool
import Foundation
import Testing

/// `espy gallery`, with only colors and quality: no test here needs a model.
struct GalleryCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ arguments: String...) async throws -> Ending {
        let plain = ["--tagger", "none", "--detector", "none"]
        return try await espy(["gallery"] + arguments + plain, variables: ["XDG_DATA_HOME": scratch.file("data")])
    }

    /// Writes a unique photo of one color.
    @discardableResult
    private func photo(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, size: Int = 200) throws -> String {
        var image = RGBImage(width: size + 40, height: size, red: red, green: green, blue: blue)
        for x in 0..<20 { for y in 0..<20 { image.pixels[3 * (y * image.width + x)] = UInt8(40 + 5 * x) } }
        return try scratch.write("photos/\(name)", try ImageEncoder.jpeg(image))
    }

    private func lines(_ ending: Ending) -> [String] {
        ending.out.split(separator: "\n").map { ($0 as NSString).lastPathComponent }
    }

    @Test func foldersAreIndexedAndSearched() async throws {
        try photo("harbor.jpg", 30, 70, 190)
        try photo("summer/meadow.jpg", 30, 120, 40)
        try scratch.write("photos/notes.txt", "no photo")
        let added = try await run("add", scratch.file("photos"))
        #expect(added.exit == 0)
        #expect(added.err.contains("2 photos in the gallery, 2 new"))
        #expect(lines(try await run("search", "color:blue")) == ["harbor.jpg"])
        #expect(lines(try await run("search", "meadow")) == ["meadow.jpg"])
        #expect(lines(try await run("search", "summer", "green")) == ["meadow.jpg"])
        #expect(Set(lines(try await run("search"))) == ["harbor.jpg", "meadow.jpg"])
        #expect(try await run("search", "-v", "color:blue").out.contains("\tcolor blue "))
        let status = try await run("status")
        #expect(status.out.hasPrefix("photos    2\nfiles     2\nproblems  0\nuntagged  0\n"))
    }

    @Test func nothingThatFitsIsSaidPlainly() async throws {
        try photo("harbor.jpg", 30, 70, 190)
        _ = try await run("add", scratch.file("photos"))
        let none = try await run("search", "submarine")
        #expect(none.exit == 1)
        #expect(none.out.isEmpty)
        #expect(none.err.hasPrefix("no photo matches\na CLIP model also finds photos by meaning"))
        #expect(try await run("search", "tag:submarine").err == "no photo matches\n")
    }

    @Test func theFolderForPhotosOfDevicesIsChosen() async throws {
        let variables = ["HOME": scratch.path, "XDG_CONFIG_HOME": scratch.file("config")]
        func inbox(_ arguments: String...) async throws -> Ending {
            try await espy(["gallery", "inbox"] + arguments, variables: variables)
        }
        #expect(try await inbox().out == scratch.file("Pictures/Espy") + "\n")
        #expect(try await inbox(scratch.file("Phone")).out == scratch.file("Phone") + "\n")
        #expect(try await inbox().out == scratch.file("Phone") + "\n")
        #expect(try await inbox("none").out == "none\n")
        let refused = try await inbox(scratch.file("config/espy/photos/../.."), "x")
        #expect(refused.exit == 64)
        let own = try await inbox(scratch.file(".local/share/espy/photos"))
        #expect(own.exit == 2)
        #expect(own.err.contains("belongs to Espy itself"))
        #expect(try await inbox("auto").out == scratch.file("Pictures/Espy") + "\n")
    }

    @Test func pagesFollowEachOther() async throws {
        for step in 0..<5 { try photo("\(step).jpg", 10, UInt8(40 * step + 20), 200) }
        _ = try await run("add", scratch.file("photos"))
        let first = try await run("search", "--json", "--limit", "2")
        #expect(first.out.contains("\"next\":2"))
        #expect(first.out.contains("\"total\":5"))
        let last = try await run("search", "--json", "--limit", "2", "--offset", "4")
        #expect(last.out.contains("\"next\":null"))
        #expect(lines(try await run("search", "--limit", "0")).count == 5)
    }

    @Test func photosAreNeverTouched() async throws {
        let file = try photo("harbor.jpg", 30, 70, 190)
        let before = try FileManager.default.attributesOfItem(atPath: file)
        let bytes = try scratch.bytes("photos/harbor.jpg")
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("add-tag", "boats", file)
        _ = try await run("remove", scratch.file("photos"))
        let after = try FileManager.default.attributesOfItem(atPath: file)
        #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
        #expect(try scratch.bytes("photos/harbor.jpg") == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("photos")) == ["harbor.jpg"])
        #expect(try await run("status").out.hasPrefix("photos    0\n"))
    }

    @Test func correctionsStay() async throws {
        let file = try photo("harbor.jpg", 30, 70, 190)
        _ = try await run("add", scratch.file("photos"))
        #expect(try await run("add-tag", "boats", file).exit == 0)
        #expect(lines(try await run("search", "tag:boats")) == ["harbor.jpg"])
        // Also if the photo is removed and added again.
        _ = try await run("remove", scratch.file("photos"))
        _ = try await run("add", scratch.file("photos"))
        #expect(lines(try await run("search", "tag:boats")) == ["harbor.jpg"])
        #expect(try await run("remove-tag", "boats", file).exit == 0)
        #expect(try await run("search", "tag:boats").exit == 1)
    }

    @Test func whatWasSaidIsTakenBack() async throws {
        let file = try photo("harbor.jpg", 30, 70, 190)
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("add-tag", "boats", file)
        #expect(try await run("reset-tag", "boats", file).exit == 0)
        #expect(try await run("search", "tag:boats").exit == 1)
        #expect(try await !run("export").out.contains("boats\",\"time"))
    }

    @Test func starsAreGivenAndTakenBack() async throws {
        let file = try photo("harbor.jpg", 30, 70, 190)
        let bytes = try scratch.bytes("photos/harbor.jpg")
        _ = try await run("add", scratch.file("photos"))
        #expect(try await run("rate", "4", file).exit == 0)
        #expect(try await run("search", "-v", "rating:4..").out.hasSuffix("harbor.jpg\t4 stars\n"))
        #expect(try await run("export").out.contains("\"rated\":{\"rating\":4,"))
        for odd in ["6", "-1", "x", ""] {
            let refused = try await run("rate", odd, file)
            #expect(refused.exit == 64, "\(odd): \(refused.err)")
            #expect(refused.err.hasPrefix("espy: "), "\(odd): \(refused.err)")
        }
        #expect(try await run("search", "rating:4").exit == 0)
        #expect(try await run("rate", "file", file).exit == 0)
        #expect(try await run("search", "rating:1..").exit == 1)
        #expect(try scratch.bytes("photos/harbor.jpg") == bytes)
    }

    @Test func movedPhotosAreTheSame() async throws {
        let file = try photo("harbor.jpg", 30, 70, 190)
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("add-tag", "boats", file)
        try FileManager.default.moveItem(atPath: file, toPath: scratch.file("photos/port.jpg"))
        let moved = try await run("update")
        #expect(moved.exit == 0)
        #expect(moved.err.contains("1 moved or copied"))
        #expect(lines(try await run("search", "tag:boats")) == ["port.jpg"])
    }

    @Test func brokenFilesAreListedWithTheReason() async throws {
        try photo("harbor.jpg", 30, 70, 190)
        try scratch.write("photos/broken.jpg", Array(try scratch.bytes("photos/harbor.jpg").prefix(400)))
        let added = try await run("add", scratch.file("photos"))
        #expect(added.exit == 1)
        #expect(added.err.contains("1 not readable"))
        let problems = try await run("problems").out
        #expect(problems.contains("broken.jpg\t"))
        #expect(problems.split(separator: "\n").count == 1)
    }

    @Test func duplicatesAreToldApart() async throws {
        try photo("harbor.jpg", 30, 70, 190)
        try scratch.write("photos/copy.jpg", try scratch.bytes("photos/harbor.jpg"))
        _ = try await run("add", scratch.file("photos"))
        let found = try await run("duplicates")
        #expect(found.out.hasPrefix("the same file:\n"))
        #expect(found.out.contains("copy.jpg"))
    }

    @Test func albumsFollowTheirQuery() async throws {
        try photo("harbor.jpg", 30, 70, 190)
        _ = try await run("add", scratch.file("photos"))
        #expect(try await run("save-album", "Sea", "color:blue").exit == 0)
        #expect(try await run("albums").out.contains("Sea"))
        try photo("lake.jpg", 20, 60, 160)
        _ = try await run("update")
        #expect(Set(lines(try await run("search", "album:Sea"))) == ["harbor.jpg", "lake.jpg"])
        #expect(try await run("rename-album", "Sea", "Water").exit == 0)
        #expect(try await run("delete-album", "Water").exit == 0)
        #expect(try await run("delete-album", "Water").err == "espy: no album “Water”\n")
    }

    @Test func whatCannotBeIsSaidInOneLine() async throws {
        #expect(try await run("search", "dog").err.contains("no gallery yet"))
        let nowhere = try await run("add", scratch.file("nowhere"))
        #expect(nowhere.exit == 2)
        #expect(nowhere.err.split(separator: "\n").count == 1)
        try photo("harbor.jpg", 30, 70, 190)
        _ = try await run("add", scratch.file("photos"))
        let query = try await run("search", "colour:(")
        #expect(query.exit == 64)
        #expect(query.err.split(separator: "\n").count == 1)
        #expect(try await run("add-tag", "boats", "elsewhere.jpg").err.contains("no photo “elsewhere.jpg”"))
        #expect(try await run("teach", "boats", scratch.file("photos/harbor.jpg")).exit == 2)
    }
}

/// `espy gallery import-photos`.
struct GalleryArchiveTests {
    private static let plain = ["--tagger", "none", "--detector", "none", "--language", "none", "--faces", "none"]
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(
            "photos/sea.jpg", try ImageEncoder.jpeg(RGBImage(width: 240, height: 200, red: 30, green: 70, blue: 190)))
        try scratch.write("photos/broken.jpg", "no picture")
    }

    private func gallery(_ arguments: String..., input: [UInt8] = []) async throws -> Ending {
        try await espy(
            ["gallery"] + arguments, variables: ["XDG_DATA_HOME": scratch.file("data")], input: input)
    }

    private func rows() async throws -> String {
        let found = try await espy(
            ["gallery", "tag", "--json", "--archive", "pictures", scratch.file("photos")] + Self.plain)
        #expect(found.exit == 2, "\(found.err)")
        return found.out
    }

    @Test func photosAreTakenInFromAFolderOfResults() async throws {
        for (number, line) in try await rows().split(separator: "\n").enumerated() {
            try scratch.write("rows/\(number).json", "\(line)")
        }
        let taken = try await gallery("import-photos", scratch.file("photos"), scratch.file("rows"), "--json")
        #expect(taken.exit == 0, "\(taken.err)")
        #expect(taken.out == "{\"added\":1,\"failed\":1,\"known\":0,\"problems\":[],\"senseless\":0}\n")
        #expect(taken.err == "1 photo added, 1 not readable where they are\n")
        #expect(try await gallery("search", "blue").out == scratch.file("photos/sea.jpg") + "\n")
        #expect(try await gallery("problems").out.contains("broken.jpg"))
    }

    @Test func photosAreTakenInFromStandardInputUnderAnAddress() async throws {
        let text = try await rows().replacingOccurrences(of: scratch.file("photos"), with: "s3://lab")
        let taken = try await gallery("import-photos", "s3://lab", "-", input: Array(text.utf8))
        #expect(taken.exit == 0, "\(taken.err)")
        #expect(try await gallery("status").out.contains("s3://lab: 1 photos (remote"))
        #expect(try await gallery("remove", "s3://lab").exit == 0)
        #expect(try await gallery("status").out.hasPrefix("photos    0\n"))
    }

    @Test func linesThatMakeNoSenseAreTold() async throws {
        try scratch.write("rows.jsonl", "nonsense\n{}\n")
        let taken = try await gallery("import-photos", scratch.file("photos"), scratch.file("rows.jsonl"))
        #expect(taken.exit == 1)
        #expect(taken.err.contains("skipped 2 lines, such as 1, 2"))
        let missing = try await gallery("import-photos", scratch.file("photos"), scratch.file("nosuch.jsonl"))
        #expect(missing.exit == 2)
        #expect(missing.err.contains("nosuch.jsonl"))
    }
}
