import Espy
import EspySystem
import EspyTool
import Foundation
import Testing

/// Files of other tools on the command line.
struct CountMarkTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("a.jpg", try Pictures.blank(width: 600, height: 100))
        try scratch.write("b.jpg", try Pictures.blank(width: 200, height: 100))
    }

    private func count(_ names: [String], _ flags: String...) async throws -> Ending {
        try await espy(
            ["count"] + names.map { scratch.file($0) } + flags, variables: ["XDG_DATA_HOME": scratch.path],
            counting: FakeCounting.engine)
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.file(folder)).sorted()
    }

    @Test func aFileForAllAndOneForEach() async throws {
        let flags = ["--coco", "--yolo", "--labelme", "--imagej"].flatMap {
            [$0, scratch.file(String($0.dropFirst(2)))]
        }
        let ending = try await espy(
            ["count", scratch.file("a.jpg"), scratch.file("b.jpg"), "--label", "tart", "-v", "--no-history"] + flags,
            counting: FakeCounting.engine)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(try names(in: "yolo") == ["a.txt", "b.txt", "classes.txt"])
        #expect(try names(in: "labelme") == ["a.json", "b.json"])
        #expect(try names(in: "imagej") == ["a.zip", "b.zip"])
        #expect(try scratch.text("yolo/classes.txt") == "tart\n")
        let photos = try MarkFile.photos(in: try scratch.bytes("coco"))
        #expect(photos.map(\.marks.count) == [4, 2])
        #expect(photos.map(\.file) == ["a.jpg", "b.jpg"].map(scratch.file))
        #expect(try MarkFile.photos(in: try scratch.bytes("imagej/a.zip"))[0].marks.count == 4)
    }

    @Test func labelsOfAPhotoAreNeverReplaced() async throws {
        #expect(try await count(["a.jpg"], "--yolo", scratch.file("y"), "--no-history").exit == 0)
        let again = try await count(["a.jpg", "b.jpg"], "--yolo", scratch.file("y"), "--no-history")
        #expect(again.exit == 2)
        #expect(again.err.contains("y/a.txt: "))
        #expect(try names(in: "y") == ["a.txt", "b.txt", "classes.txt"])
    }

    @Test func cocoNeedsAllPhotos() async throws {
        let ending = try await count(["a.jpg"], "--coco", scratch.file("c"), "--results", scratch.file("r"))
        #expect(ending.exit == 64)
        #expect(ending.err.contains("--coco and --results exclude each other"))
    }

    @Test func truthTellsErrorRecallAndPrecision() async throws {
        try scratch.write("truth.csv", "file,x,y\na.jpg,50,45\na.jpg,150,45\na.jpg,550,45\nb.jpg,50,45\nb.jpg,5,5\n")
        let ending = try await count(
            ["a.jpg", "b.jpg"], "--truth", scratch.file("truth.csv"), "--json", "--no-history")
        let first = try #require(
            try JSONSerialization.jsonObject(with: Data(ending.out.prefix { $0 != "\n" }.utf8)) as? [String: Any])
        let score = try #require(first["score"] as? [String: Double])
        #expect(score == ["count": 4, "truth": 3, "hits": 2, "error": 1.0 / 3, "recall": 2.0 / 3, "precision": 0.5])
        #expect(
            ending.err.contains(
                "a.jpg: 4 counted, 3 marked (+33.3%): 66.7% of the marks found, 50.0% of the detections right")
        )
        #expect(ending.err.contains("total: 6 counted, 5 marked (+20.0%)"))
    }

    @Test func truthInAFolderAndOfOtherPhotos() async throws {
        try scratch.write("marks/a.csv", "x,y\n50,45\n")
        let ending = try await count(["a.jpg", "b.jpg"], "--truth", scratch.file("marks"), "--no-history")
        #expect(ending.exit == 1)
        #expect(ending.err.contains("a.jpg: 4 counted, 1 marked (+300.0%)"))
        #expect(ending.err.contains("b.jpg: --truth does not contain this photo"))
        #expect(ending.out.hasSuffix("6\ttotal\n"))
    }

    @Test(arguments: ["nothing", "{}", "x,y\n1\n"])
    func truthThatIsNone(text: String) async throws {
        try scratch.write("truth", text)
        let ending = try await count(["a.jpg"], "--truth", scratch.file("truth"))
        #expect(ending.exit == 64)
        #expect(ending.err.contains("--truth: "))
        #expect(ending.out.isEmpty)
        #expect(try await count(["a.jpg"], "--truth", scratch.file("gone")).exit == 64)
    }

    @Test func aKeptCountIsCorrectedByMarks() async throws {
        _ = try await count(["a.jpg"])
        try scratch.write("truth.csv", "x,y,width,height\n30,20,40,50\n130,20,40,50\n530,20,40,50\n400,60,30,30\n")
        let id = try await run("list", "--json").out.split(separator: "\"id\":\"")[1].prefix(8)
        let ending = try await run("correct", String(id), "--truth", scratch.file("truth.csv"))
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.err.contains("4 in place of 4: 2 added, 2 removed"), "\(ending.err)")
        let shown = try await run("show", String(id)).out
        #expect(shown.contains("corrected   yes"))
        #expect(try await run("correct", String(id)).exit == 64)
    }

    private func run(_ words: String...) async throws -> Ending {
        try await espy(["history"] + words, variables: ["XDG_DATA_HOME": scratch.path])
    }
}
