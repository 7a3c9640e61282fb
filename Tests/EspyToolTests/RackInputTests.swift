import EspyTool
import Foundation
import Testing

/// The handling of all kinds of input by `espy rack`.
struct RackInputTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func read(_ names: String..., flags: [String] = []) async throws -> Ending {
        try await espy(["rack"] + names.map { scratch.file($0) } + flags)
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
        (
            "photo.jxl", [0xFF, 0x0A, 0, 0],
            "JPEG XL is not supported; supported: JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF and DNG"
        ),
    ])
    func badFile(name: String, bytes: [UInt8], message: String) async throws {
        let path = try scratch.write(name, bytes)
        #expect(try await read(name) == Ending(exit: 2, out: "", err: "espy: \(path): \(message)\n"))
    }

    /// The readable part of a truncated photo is read, with a warning.
    @Test func truncatedPhoto() async throws {
        let photo = try Pictures.blank()
        let half = try scratch.write("half.jpg", Array(photo[..<(photo.count / 2)]))
        let ending = try await read("half.jpg")
        #expect(ending.exit == 1)
        #expect(ending.out == "value,x,y,rect,row,col\r\n")
        #expect(ending.err.hasPrefix("espy: \(half): warning: the file ends early, and only "))
        let head = try scratch.write("head.jpg", Array(photo[..<(photo.count / 5)]))
        let nothing = try await read("head.jpg")
        #expect(nothing.exit == 2)
        #expect(nothing.out.isEmpty)
        #expect(nothing.err == "espy: \(head): the JPEG file ends too early; copy it again\n")
    }

    @Test func missingFile() async throws {
        let ending = try await read("none.jpg")
        #expect(ending.exit == 2)
        #expect(ending.out.isEmpty)
        #expect(ending.err == "espy: \(scratch.file("none.jpg")): no such file or directory; check the name\n")
    }

    @Test func pipeIsRefusedAtOnce() async throws {
        #expect(mkfifo(scratch.file("pipe"), 0o600) == 0)
        #expect(try await read("pipe").err.contains("pipe: is not a regular file; to read a pipe"))
    }

    @Test func photoWithoutCodes() async throws {
        let path = try scratch.write("blank.jpg", try Pictures.blank())
        let ending = try await read("blank.jpg")
        #expect(ending.exit == 1)
        #expect(ending.out == "value,x,y,rect,row,col\r\n")
        #expect(ending.err == "espy: \(path): no code was found; move closer, focus, or add light\n")
        #expect(try await read("blank.jpg", flags: ["-q"]).err.isEmpty)
    }

    @Test func otherInputsAreStillRead() async throws {
        try scratch.write("a.jpg", "text")
        try scratch.write("b.jpg", try Pictures.blank())
        let ending = try await read("a.jpg", "b.jpg", "c.jpg")
        #expect(ending.exit == 2)
        #expect(ending.out == "file,value,x,y,rect,row,col\r\n")
        #expect(ending.err.split(separator: "\n").count == 3)
    }

    @Test func standardInput() async throws {
        let ending = try await espy(["rack", "-", "--json"], input: try Pictures.blank())
        #expect(ending.exit == 1)
        #expect(ending.out.contains(#""file":"-""#))
        #expect(ending.err.hasPrefix("espy: -: no code"))
        let twice = try await espy("rack", "-", "-")
        #expect(twice.exit == 64)
        #expect(twice.err.contains("standard input can only be read once"))
    }

    @Test func folderStandsForItsPhotos() async throws {
        for name in ["box/b.JPG", "box/a.png", "box/sub/c.jpg", "box/notes.txt", "box/.hidden.jpg"] {
            try scratch.write(name, try Pictures.blank(width: 40, height: 30))
        }
        let ending = try await read("box", flags: ["--json", "-q"])
        let names = try objects(ending).compactMap { $0["file"] as? String }
        #expect(names == [scratch.file("box/a.png"), scratch.file("box/b.JPG")])
    }

    /// Photos of all supported formats are found by their extensions; the decoder's tests check that they can be read.
    @Test func folderStandsForPhotosOfAllFormats() async throws {
        let names = ["a.avif", "b.bmp", "c.dng", "d.gif", "e.heic", "f.jpeg", "g.png", "h.TIF", "i.tiff", "j.webp"]
        for name in names { try scratch.write("box/\(name)", try Pictures.blank(width: 40, height: 30)) }
        let ending = try await read("box", flags: ["--json", "-q"])
        #expect(try objects(ending).compactMap { $0["file"] as? String } == names.map { scratch.file("box/\($0)") })
    }

    @Test func folderWithoutPhotos() async throws {
        try scratch.write("box/notes.txt", "x")
        let ending = try await read("box")
        #expect(ending.exit == 2)
        #expect(ending.err.hasPrefix("espy: \(scratch.file("box")): contains no photos; "))
    }

    @Test func onePhotoInAFolderStillNamesItsFile() async throws {
        try scratch.write("box/a.jpg", try Pictures.blank())
        #expect(try await read("box").out == "file,value,x,y,rect,row,col\r\n")
    }

    @Test func everyInputHasItsObjectInOrder() async throws {
        var names: [String] = []
        for index in 0..<12 {
            let isGood = index % 3 != 0
            names.append(try scratch.write("\(index).jpg", isGood ? try Pictures.blank() : [UInt8(index)]))
        }
        let ending = try await espy(["rack", "--json", "--threads", "4", "-q"] + names)
        let found = try objects(ending)
        #expect(found.compactMap { $0["file"] as? String } == names)
        for (index, object) in found.enumerated() {
            let error = object["error"] as? [String: String]
            #expect(error?["kind"] == (index % 3 == 0 ? "notAnImage" : nil))
            #expect((object["complete"] as? Bool) == (index % 3 == 0 ? nil : false))
            #expect((object["schema"] == nil) == (index % 3 == 0))
        }
    }

    @Test func plainProgressCountsInputs() async throws {
        try scratch.write("a.jpg", try Pictures.blank())
        try scratch.write("b.jpg", try Pictures.blank())
        let ending = try await read("a.jpg", "b.jpg", flags: ["--progress", "plain", "--threads", "1"])
        #expect(ending.err.contains("1 of 2 done: a.jpg\n"))
        #expect(ending.err.contains("2 of 2 done: b.jpg\n"))
    }

    @Test func nothingIsDrawnWithoutATerminal() async throws {
        try scratch.write("a.jpg", try Pictures.blank())
        #expect(try await read("a.jpg").err.contains("\r") == false)
    }

    @Test func hostileNameCannotReachTheTerminal() async throws {
        try scratch.write("\u{1B}[2Jx.jpg", "text")
        let ending = try await read("\u{1B}[2Jx.jpg")
        #expect(!ending.err.contains("\u{1B}"))
        #expect(ending.err.contains("\\u{1b}[2Jx.jpg"))
    }

    private func objects(_ ending: Ending) throws -> [[String: Any]] {
        try ending.out.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }
}
