import Espy
import EspyApp
import EspyTool
import Foundation
import Testing

/// The handling of all kinds of input by `espy count`.
struct CountInputTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func count(
        _ names: String..., flags: [String] = [], engine: CountEngine = FakeCounting.engine
    )
        async throws -> Ending
    {
        try await espy(["count"] + names.map { scratch.file($0) } + flags, counting: engine)
    }

    @Test func answerIsTheNumberAlone() async throws {
        try scratch.write("a.jpg", try Pictures.blank(width: 400))
        #expect(try await count("a.jpg") == Ending(exit: 0, out: "4\n", err: ""))
    }

    @Test func severalPhotosAndTheirTotal() async throws {
        let (a, b) = (
            try scratch.write("a.jpg", try Pictures.blank(width: 400)),
            try scratch.write("b.jpg", try Pictures.blank(width: 200))
        )
        let ending = try await count("a.jpg", "b.jpg", "a.jpg")
        #expect(ending == Ending(exit: 0, out: "4\t\(a)\n2\t\(b)\n4\t\(a)\n10\ttotal\n", err: ""))
    }

    @Test func folderStandsForItsPhotos() async throws {
        for name in ["box/b.jpg", "box/a.png"] { try scratch.write(name, try Pictures.blank(width: 300)) }
        #expect(
            try await count("box").out
                == "3\t\(scratch.file("box/a.png"))\n3\t\(scratch.file("box/b.jpg"))\n6\ttotal\n")
    }

    @Test(arguments: [
        (
            "text.jpg", Array("not a picture at all".utf8),
            "not a supported image format; supported: JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF and DNG"
        ),
        ("empty.jpg", [], "the file is empty; export or copy it again"),
        (
            "bomb.png", Pictures.bomb,
            "30000 x 30000 pixels is above the limit of 200 million; save it smaller"
        ),
    ])
    func badFile(name: String, bytes: [UInt8], message: String) async throws {
        let path = try scratch.write(name, bytes)
        #expect(try await count(name) == Ending(exit: 2, out: "", err: "espy: \(path): \(message)\n"))
    }

    @Test func otherInputsAreStillCounted() async throws {
        try scratch.write("a.jpg", "text")
        let b = try scratch.write("b.jpg", try Pictures.blank(width: 300))
        let ending = try await count("a.jpg", "b.jpg", "c.jpg")
        #expect(ending.exit == 2)
        #expect(ending.out == "3\t\(b)\n3\ttotal\n")
        #expect(ending.err.split(separator: "\n").count == 2)
    }

    @Test func standardInput() async throws {
        let ending = try await espy(
            ["count", "-"], input: try Pictures.blank(width: 300), counting: FakeCounting.engine)
        #expect(ending == Ending(exit: 0, out: "3\n", err: ""))
        #expect(try await espy("count", "-", "-").exit == 64)
    }

    @Test func nothingFoundGivesAdvice() async throws {
        let path = try scratch.write("a.jpg", try Pictures.blank(width: 90))
        let ending = try await count("a.jpg")
        #expect(ending.exit == 1)
        #expect(ending.out == "0\n")
        #expect(ending.err.hasPrefix("espy: \(path): no objects were found; add light, move closer or farther"))
        #expect(ending.err.contains("--confidence 0.001"))
        #expect(try await count("a.jpg", flags: ["-q"]) == Ending(exit: 1, out: "0\n", err: ""))
    }

    @Test func darkPhotoHasItsOwnHint() async throws {
        try scratch.write("a.jpg", try Pictures.blank(width: 90))
        try scratch.write("b.jpg", try Pictures.blank(width: 200))
        let engine = FakeCounting.fixed { $0.warnings.append(.dark) }
        #expect(try await count("a.jpg", engine: engine).err.contains("no objects were found: the photo is dark"))
        let found = try await count("b.jpg", engine: engine)
        #expect(found.exit == 0)
        #expect(found.err.contains("warning: the photo is dark, so things may be missed"))
    }

    @Test func oneObjectIsFine() async throws {
        try scratch.write("a.jpg", try Pictures.blank(width: 150))
        let ending = try await count("a.jpg", flags: ["-v"])
        #expect(ending.exit == 0)
        #expect(ending.out == "1\n")
        #expect(ending.err.hasSuffix("a.jpg: 1 thing\n"))
    }

    @Test func passedOverThingsMakeItIncomplete() async throws {
        try scratch.write("a.jpg", try Pictures.blank(width: 300))
        let ending = try await count("a.jpg", engine: FakeCounting.fixed { $0.warnings = [.tooMany] })
        #expect(ending.exit == 1)
        #expect(ending.out == "3\n")
        #expect(ending.err.contains("too many candidates"))
    }

    @Test(arguments: [(1, 1), (1, 5000), (5000, 1)])
    func thinPictures(width: Int, height: Int) async throws {
        try scratch.write(
            "a.png", try ImageEncoder.png(RGBImage(width: width, height: height, red: 9, green: 9, blue: 9)))
        let ending = try await count("a.png", flags: ["-o", scratch.file("o.png"), "-q"])
        #expect(ending.exit == (width > 99 ? 0 : 1))
        #expect(try ImageDecoder().decode(try scratch.bytes("o.png")).width >= 1)
    }

    @Test(arguments: [
        (
            InferenceError.runtimeUnavailable("no OpenVINO here; run Scripts/setup"),
            "no OpenVINO here; run Scripts/setup"
        ),
        (.unknownModel(id: "espy-detctor", known: ["espy-detector"]), "no model “espy-detctor”; did you mean"),
        (.missingModel(id: "big", path: "/m/big.onnx"), "espy models install big"),
        (
            .wrongChecksum(id: "big", expected: "aa", found: "bb"),
            "has the wrong checksum (expected aa, found bb)"
        ),
        (.corruptModel(id: "big", reason: "bad\u{1B}header"), "is damaged (bad\\u{1b}header)"),
        (.wrongTask(id: "big", expected: .detector, found: .embedder), "is an embedder, not a detector"),
        (.wrongShape(id: "big", expected: "1,3", found: "1,4"), "wrong shape"),
        (.notFinite(id: "big"), "returned invalid numbers"),
        (.badManifest(path: "m.json", reason: "no models"), "m.json: no models"),
    ])
    func modelTroubleIsOneLine(error: InferenceError, message: String) async throws {
        try scratch.write("a.jpg", try Pictures.blank(width: 300))
        let ending = try await count("a.jpg", engine: FakeCounting.broken(error))
        #expect(ending.exit == 2)
        #expect(ending.out.isEmpty)
        #expect(ending.err.hasPrefix("espy: "), "\(ending.err)")
        #expect(ending.err.contains(message), "\(ending.err)")
        #expect(ending.err.split(separator: "\n").count == 1)
    }

    @Test func hostileNameCannotReachTheTerminal() async throws {
        try scratch.write("\u{1B}[2Jx.jpg", try Pictures.blank(width: 300))
        try scratch.write("b.jpg", try Pictures.blank(width: 300))
        let ending = try await count("\u{1B}[2Jx.jpg", "b.jpg")
        #expect(!ending.out.contains("\u{1B}"))
        #expect(ending.out.contains("\\u{1b}[2Jx.jpg"))
    }

    @Test func interruptedRunEndsAtOnce() async throws {
        try scratch.write("a.jpg", try Pictures.blank(width: 300))
        let engine = CountEngine { _, _ in
            { (_, _, _, _) throws(CountError) in
                do { try await Task.sleep(for: .seconds(60)) } catch { throw .cancelled }
                throw .cancelled
            }
        }
        let path = scratch.file("a.jpg")
        let task = Task { try await espy(["count", path], counting: engine) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(try await task.value == Ending(exit: 130, out: "", err: "espy: interrupted\n"))
    }
}
