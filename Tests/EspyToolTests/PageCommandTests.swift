import Espy
import EspySystem
import EspyTestSupport
import EspyTool
import Foundation
import Testing

/// Files with several pictures, and damaged ones, from the file to the answer.
struct PageCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The fake counter finds one thing per 100 pixels of width.
    private func scan(_ widths: Int...) throws -> String {
        try scratch.write(
            "scan.tif", Scans.tiff(widths.map { RGBImage(width: $0, height: 40, red: 90, green: 120, blue: 150) }))
    }

    private func count(_ arguments: String...) async throws -> Ending {
        try await espy(["count"] + arguments, counting: FakeCounting.engine)
    }

    private func objects(_ ending: Ending) throws -> [[String: Any]] {
        try ending.out.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func aCountSaysThatThereIsMore() async throws {
        let path = try scan(200, 400)
        let ending = try await count(path)
        #expect(ending.out == "2\n")
        #expect(ending.exit == 0)
        #expect(
            ending.err
                == "espy: \(path): the file has 2 pages; only page 1 was read; use --page for the others\n")
        #expect(try await count(path, "-q").err.isEmpty)
        let json = try #require(try objects(try await count(path, "--json")).first)
        #expect(json["page"] as? Int == 1)
        #expect(json["pages"] as? Int == 2)
        #expect(json["file"] as? String == path)
        // A file with one picture gets no note.
        let one = try await count(try scan(300), "--json")
        #expect(one.err.isEmpty)
        #expect(!one.out.contains("\"page"))
    }

    @Test func aPageIsCountedByItsNumber() async throws {
        let path = try scan(200, 400, 300)
        let ending = try await count(path, "--page", "2")
        #expect(ending == Ending(exit: 0, out: "4\n", err: ""))
        let beyond = try await count(path, "--page", "4")
        #expect(beyond.exit == 2)
        #expect(beyond.out.isEmpty)
        #expect(beyond.err == "espy: \(path) page 4: the file has no page 4: it has 3\n")
        for wrong in ["0", "-1", "x", ""] { #expect(try await count(path, "--page", wrong).exit == 64) }
    }

    @Test func allPagesAreResultsOfTheirOwn() async throws {
        let path = try scan(200, 400, 300)
        let ending = try await count(path, "--page", "all")
        #expect(ending.out == "2\t\(path) page 1\n4\t\(path) page 2\n3\t\(path) page 3\n9\ttotal\n")
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        let found = try objects(try await count(path, "--page", "all", "--json"))
        #expect(found.compactMap { $0["page"] as? Int } == [1, 2, 3])
        #expect(found.compactMap { $0["file"] as? String } == (1...3).map { "\(path) page \($0)" })
        // One picture cannot be the output of several results.
        #expect(try await count(path, "--page", "all", "-o", scratch.file("x.jpg")).exit == 64)
        _ = try await count(path, "--page", "all", "-o", scratch.file("out/"), "--csv", scratch.file("out/"))
        #expect(scratch.names.contains("out"))
        for page in 1...3 {
            #expect(try !scratch.bytes("out/scan page \(page).annotated.jpg").isEmpty)
            #expect(try scratch.text("out/scan page \(page).count.csv").hasPrefix("number,"))
        }
    }

    @Test func pagesOfStandardInput() async throws {
        let bytes = Scans.tiff([200, 400].map { RGBImage(width: $0, height: 40, red: 90, green: 120, blue: 150) })
        let all = try await espy(["count", "-", "--page", "all"], input: bytes, counting: FakeCounting.engine)
        #expect(all.out == "2\t- page 1\n4\t- page 2\n6\ttotal\n")
        let second = try await espy(["count", "-", "--page", "2"], input: bytes, counting: FakeCounting.engine)
        #expect(second.out == "4\n")
    }

    /// Single pictures, and files that are not pictures, are handled as without the flag.
    @Test func allPagesOfAFolder() async throws {
        try scratch.write("in/a.jpg", try Pictures.blank())
        try scratch.write(
            "in/b.tif", Scans.tiff([200, 400].map { RGBImage(width: $0, height: 40, red: 9, green: 9, blue: 9) }))
        try scratch.write("in/c.jpg", "no picture")
        let ending = try await count(scratch.file("in"), "--page", "all")
        let names = ending.out.split(separator: "\n").map { $0.split(separator: "/").last ?? "" }
        #expect(names == ["a.jpg", "b.tif page 1", "b.tif page 2", "9\ttotal"])
        #expect(ending.exit == 2)
        #expect(ending.err.contains("c.jpg: not a supported image format"))
    }

    /// Results of different pages do not replace each other.
    @Test func resultsOfPagesAreKeptBesideOneAnother() async throws {
        let path = try scan(200, 400)
        for _ in 0..<2 { _ = try await count(path, "--page", "all", "--results", scratch.file("results")) }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("results"))
        #expect(names.count == 2)
    }

    @Test func eachPageIsAnEntryOfTheHistory() async throws {
        let (path, home) = (try scan(200, 400), scratch.path)
        _ = try await espy(
            ["count", path, "--page", "all"], variables: ["HOME": home], counting: FakeCounting.engine)
        let list = try await espy("history", "list", variables: ["HOME": home]).out
        #expect(list.contains("scan.tif page 1"))
        #expect(list.contains("scan.tif page 2"))
    }

    @Test func framesOfAnAnimationAreNoPages() async throws {
        // A one-pixel GIF with its frame twice.
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        let file = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 9, 9, 9, 200, 200, 200] + frame + frame + [0x3B]
        let path = try scratch.write("moves.gif", file)
        let ending = try await count(path, "--json")
        #expect(ending.err.contains("\(path): an animation of 2 frames; only the first was read\n"))
        #expect(try objects(ending).first?["frames"] as? Int == 2)
        let second = try await count(path, "--page", "2")
        #expect(second.exit == 2)
        #expect(
            second.err.contains("the file has no page 2: it is an animation of 2 frames, of which the first is read"))
        #expect(try await count(path, "--page", "all").out == "0\t\(path)\n0\ttotal\n")
    }

    /// Scans from users, each with its current result.
    @Test(.enabled(if: PhotoSets.has("reports/two-pages.tif")))
    func theSharedScanIsTwoBoxes() async throws {
        let path = PhotoSets.folder.appendingPathComponent("reports/two-pages.tif").path
        let all = try await espy("rack", path, "--grid", "3x4", "--page", "all", "--no-history", "--json")
        let values = try objects(all).map { page in
            (page["vials"] as? [[String: Any]] ?? []).compactMap { $0["value"] as? String }
        }
        func box(_ letter: String) -> [String] { (0..<12).map { "\(letter)0\($0 < 10 ? "0" : "")\($0)" } }
        #expect(values == [box("A"), box("B")])
        let one = try await espy("rack", path, "--grid", "3x4", "--no-history")
        #expect(one.err.contains("the file has 2 pages; only page 1 was read"))
    }

    private func box(_ name: String) throws -> RGBImage {
        try ImageDecoder().decode(
            [UInt8](Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/Samples/rack/\(name).jpg")))))
    }

    @Test func aScanOfTwoBoxesIsTwoBoxes() async throws {
        let small = try box("box-5x5-mixed")
        let path = try scratch.write("boxes.tif", Scans.tiff([small, small]))
        let one = try await espy("rack", path, "--no-history", "--json")
        #expect(one.err.contains("the file has 2 pages; only page 1 was read"))
        #expect(try objects(one).first?["pages"] as? Int == 2)
        let all = try await espy("rack", path, "--page", "all", "--no-history")
        let lines = all.out.split(separator: "\r\n").dropFirst()
        #expect(lines.count { $0.hasPrefix("\(path) page 1,") } == 24)
        #expect(lines.count { $0.hasPrefix("\(path) page 2,") } == 24)
    }

    @Test func aRackOfADamagedPhotoIsNotComplete() async throws {
        let photo = try [UInt8](
            Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/Samples/rack/box-9x9.jpg"))))
        let whole = try await espy(["rack", "-", "--grid", "9x9", "--no-history"], input: photo)
        #expect(whole.exit == 0)
        let path = try scratch.write("no-end.jpg", Array(photo.dropLast(2)))
        let ending = try await espy("rack", path, "--grid", "9x9", "--no-history")
        #expect(ending.out == whole.out)
        #expect(ending.exit == 1)
        #expect(
            ending.err
                == "espy: \(path): warning: the file ends early, and its picture may be wrong in places; copy it again\n"
        )
        let json = try objects(try await espy("rack", path, "--grid", "9x9", "--json", "--no-history"))[0]
        #expect(json["complete"] as? Bool == false)
        #expect(json["shown"] as? Double == 1)
        let warnings = (json["warnings"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
        #expect(warnings == ["damagedPhoto"])
        // If only part of a photo is readable, that part is used.
        let half = try scratch.write("half.jpg", Array(photo[..<(photo.count * 7 / 10)]))
        let part = try await espy("rack", half, "--grid", "9x9", "--no-history")
        #expect(part.exit == 1)
        #expect(part.err.contains("% of the picture is visible"))
        #expect(part.out.split(separator: "\r\n").count > 30)
        // A photo that is less than a quarter readable is rejected.
        try scratch.write("piece.jpg", Array(photo[..<(photo.count / 8)]))
        let piece = try await espy("rack", scratch.file("piece.jpg"))
        #expect(piece.exit == 2)
        #expect(piece.err.contains("the JPEG file ends too early; copy it again"))
    }

    @Test func aCountInADamagedPhotoIsNotComplete() async throws {
        let image = RGBImage(width: 400, height: 300, red: 90, green: 20, blue: 10)
        let path = try scratch.write("no-end.jpg", Array(try ImageEncoder.jpeg(image).dropLast(2)))
        let ending = try await count(path, "--json")
        #expect(ending.exit == 1)
        #expect(ending.err.contains("warning: the file ends early"))
        let json = try #require(try objects(ending).first)
        #expect(json["count"] as? Int == 4)
        #expect(json["complete"] as? Bool == false)
        #expect(json["shown"] as? Double == 1)
        #expect((json["warnings"] as? [String])?.contains("damagedPhoto") == true)
    }
}
