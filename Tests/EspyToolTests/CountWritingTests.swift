import Espy
import EspyTool
import Foundation
import Testing

/// The output of `espy count`, and where it goes.
struct CountWritingTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("a.jpg", try Pictures.blank(width: 600, height: 100))
        try scratch.write("b.jpg", try Pictures.blank(width: 200, height: 100))
    }

    private func count(_ names: [String], _ flags: String...) async throws -> Ending {
        try await espy(["count"] + names.map { scratch.file($0) } + flags, counting: FakeCounting.engine)
    }

    private func objects(_ ending: Ending) throws -> [[String: Any]] {
        try ending.out.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func jsonTellsEverything() async throws {
        let ending = try await count(["a.jpg"], "--json")
        let object = try #require(try objects(ending).first)
        #expect(try objects(ending).count == 1)
        #expect(object["file"] as? String == scratch.file("a.jpg"))
        #expect(object["count"] as? Int == 4)
        #expect(object["complete"] as? Bool == true)
        #expect(object["range"] as? [String: Int] == ["low": 3, "high": 5])
        #expect((object["detections"] as? [[String: Any]])?.count == 6)
        let review = try #require(object["review"] as? [[String: Any]])
        #expect(review.map { $0["number"] as? Int } == [1, 6])
        #expect(review.map { $0["index"] as? Int } == [0, 5])
        #expect((object["model"] as? [String: String])?["detector"] == "fake-detector")
        #expect((object["stages"] as? [[String: Any]])?.first?["name"] as? String == "detecting")
    }

    @Test func jsonLinesEndWithTheTotal() async throws {
        try scratch.write("c.jpg", "text")
        let found = try objects(try await count(["a.jpg", "c.jpg", "b.jpg"], "--json", "-q"))
        try #require(found.count == 4)
        #expect(found[1]["count"] == nil)
        #expect((found[1]["error"] as? [String: String])?["kind"] == "notAnImage")
        let total = try #require(found[3]["total"] as? [String: Any])
        #expect(total["count"] as? Int == 6)
        #expect(total["photos"] as? Int == 2)
        #expect(found[3]["file"] == nil)
        #expect(total["range"] as? [String: Int] == ["low": 5, "high": 7])
    }

    @Test func tableOfOnePhotoAndOfSeveral() async throws {
        #expect(try await count(["a.jpg"], "--csv", scratch.file("t.csv")).out == "4\n")
        let lines = try scratch.text("t.csv").components(separatedBy: "\r\n")
        #expect(lines[0] == "number,x,y,width,height,confidence,cluster,main,doubt")
        #expect(lines.count == 8)
        #expect(lines[1] == "1,30.0,20.0,40.0,50.0,0.9,0,true,0.75")
        #expect(lines[6] == "6,530.0,20.0,40.0,50.0,0.9,1,false,0.75")
        _ = try await count(["a.jpg", "b.jpg"], "--csv", scratch.file("t.csv"))
        let several = try scratch.text("t.csv").components(separatedBy: "\r\n")
        try #require(several.count == 10)
        #expect(several[0].hasPrefix("file,number,x,"))
        #expect(several[8].hasPrefix("\(scratch.file("b.jpg")),2,"))
    }

    @Test func tablesInAFolderAreNeverReplaced() async throws {
        _ = try await count(["a.jpg", "b.jpg"], "--csv", scratch.file("tables/"))
        _ = try await count(["a.jpg"], "--csv", scratch.file("tables"))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("tables")).sorted()
        #expect(names == ["a.count-2.csv", "a.count.csv", "b.count.csv"])
    }

    @Test func annotatedPhotosInAFolder() async throws {
        let ending = try await count(["a.jpg", "b.jpg"], "-o", scratch.file("out/"), "-v")
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("out")).sorted()
        #expect(names == ["a.annotated.jpg", "b.annotated.jpg"])
        #expect(ending.err.contains("out/a.annotated.jpg: written"))
        let drawn = try ImageDecoder().decode(try scratch.bytes("out/a.annotated.jpg"))
        #expect(drawn.width.isMultiple(of: 600))
        #expect(drawn.height > 100)
    }

    @Test func outputsThatCannotBe() async throws {
        let wrongs: [([String], [String], String)] = [
            (["a.jpg", "b.jpg"], ["-o", scratch.file("x.jpg")], "several inputs need a folder"),
            (["a.jpg"], ["-o", scratch.file("x.gif")], "the name must end in .jpg, .jpeg or .png"),
            (["a.jpg"], ["-o", scratch.file("a.jpg")], "is an input file"),
            (["a.jpg"], ["--csv", "-"], "need the name of a file or a folder, not -"),
        ]
        let before = scratch.names
        for (names, flags, message) in wrongs {
            let ending = try await espy(
                ["count"] + names.map { scratch.file($0) } + flags, counting: FakeCounting.engine)
            #expect(ending.exit == 64, "\(ending.err)")
            #expect(ending.out.isEmpty, "\(ending.err)")
            #expect(ending.err.contains(message), "\(ending.err)")
        }
        #expect(scratch.names == before)
    }

    @Test func unwritableOutputsAreErrorsButTheNumberIsTold() async throws {
        let ending = try await count(["a.jpg"], "-o", scratch.file("none/x.png"))
        #expect(ending.exit == 2)
        #expect(ending.out == "4\n")
        #expect(ending.err.contains("none/x.png: no such file or directory; check the name"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDiskIsAnError() async throws {
        let ending = try await count(["a.jpg"], "--csv", "/dev/full")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("/dev/full: no space left on device"))
    }

    @Test func plainProgressCountsInputs() async throws {
        let ending = try await count(["a.jpg", "b.jpg"], "--progress", "plain")
        #expect(ending.err.contains("1 of 2 done: a.jpg\n"))
        #expect(ending.err.contains("2 of 2 done: b.jpg\n"))
    }

    @Test func threadsChangeNothingButTime() async throws {
        let names = (0..<6).map { $0.isMultiple(of: 2) ? "a.jpg" : "b.jpg" }
        #expect(try await count(names, "--threads", "1") == count(names, "--threads", "4"))
    }
}
