import Espy
import EspyApp
import EspyTool
import Foundation
import Testing

/// Where `espy rack` writes, and which files it never touches.
struct RackWritingTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("a.jpg", try Pictures.blank())
        try scratch.write("b.jpg", try Pictures.blank())
    }

    private func read(_ names: [String], _ flags: String...) async throws -> Ending {
        try await espy(["rack"] + names.map { scratch.file($0) } + flags)
    }

    @Test func annotatedPhotoByExtension() async throws {
        for (name, magic) in [("x.jpg", [0xFF, 0xD8]), ("x.jpeg", [0xFF, 0xD8]), ("x.PNG", [0x89, 0x50])] {
            #expect(try await read(["a.jpg"], "-o", scratch.file(name)).exit == 1)
            let bytes = try scratch.bytes(name)
            #expect(bytes.prefix(2).map(Int.init) == magic)
            let image = try ImageDecoder().decode(bytes)
            #expect(image.width == 320)
            #expect(image.height == 240)
        }
    }

    @Test func annotatedPhotosInAFolder() async throws {
        _ = try await read(["a.jpg", "b.jpg"], "-o", scratch.file("out/"))
        _ = try await read(["a.jpg"], "-o", scratch.file("out"))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("out")).sorted()
        #expect(names == ["a.annotated-2.jpg", "a.annotated.jpg", "b.annotated.jpg"])
    }

    @Test func outputsThatCannotBe() async throws {
        let wrongs: [([String], [String], String)] = [
            (["a.jpg", "b.jpg"], ["-o", scratch.file("x.jpg")], "several inputs need a folder"),
            (["a.jpg"], ["-o", scratch.file("x.gif")], "the name must end in .jpg, .jpeg or .png"),
            (["a.jpg"], ["-o", scratch.file("a.jpg")], "is an input file"),
            (["a.jpg"], ["--csv", scratch.file("a.jpg")], "is an input file"),
            (["a.jpg"], ["-o", "-"], "need the name of a file or a folder, not -"),
            (["a.jpg"], ["-o", scratch.file("x.png"), "--csv", scratch.file("x.png")], "name the same file"),
        ]
        let before = scratch.names
        for (names, flags, message) in wrongs {
            let ending = try await espy(["rack"] + names.map { scratch.file($0) } + flags)
            #expect(ending.exit == 64)
            #expect(ending.out.isEmpty)
            #expect(ending.err.contains(message), "\(ending.err)")
        }
        #expect(scratch.names == before)
    }

    @Test func tableInAFile() async throws {
        let ending = try await read(["a.jpg"], "--csv", scratch.file("t.csv"), "-v")
        #expect(ending.out.isEmpty)
        #expect(try scratch.text("t.csv") == "value,x,y,rect,row,col\r\n")
        #expect(ending.err.hasSuffix("t.csv: written\n"))
        _ = try await read(["a.jpg", "b.jpg"], "--csv", scratch.file("t.csv"))
        #expect(try scratch.text("t.csv") == "file,value,x,y,rect,row,col\r\n")
    }

    @Test func tablesInAFolderAreNeverReplaced() async throws {
        _ = try await read(["a.jpg", "b.jpg"], "--csv", scratch.file("tables/"))
        _ = try await read(["a.jpg"], "--csv", scratch.file("tables"))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("tables")).sorted()
        let stem = "vials_\(Timestamp.fileName(1_771_597_822))"
        #expect(names == ["\(stem)-2.csv", "\(stem)-3.csv", "\(stem).csv"])
    }

    @Test func timestampFollowsTheSpecification() throws {
        #expect(Timestamp.fileName(1_771_597_822).wholeMatch(of: /2026-02-\d\d_\d{6}/) != nil)
    }

    @Test func jsonAndTableTogether() async throws {
        let ending = try await read(["a.jpg"], "--json", "--csv", scratch.file("t.csv"))
        #expect(ending.out.hasPrefix("{"))
        #expect(ending.out.contains(#""vials":[]"#))
        #expect(try scratch.text("t.csv").hasPrefix("value,"))
    }

    @Test func oldTableSurvivesWhenNothingWasRead() async throws {
        try scratch.write("t.csv", "old")
        try scratch.write("c.jpg", "text")
        #expect(try await read(["c.jpg"], "--csv", scratch.file("t.csv")).exit == 2)
        #expect(try scratch.text("t.csv") == "old")
    }

    @Test func unwritableOutputsAreErrors() async throws {
        for flag in ["-o", "--csv"] {
            let path = scratch.file("none/x.png")
            let ending = try await read(["a.jpg"], flag, path)
            #expect(ending.exit == 2)
            #expect(ending.err.contains("\(path): no such file or directory; check the name"))
        }
        try scratch.write("file", "")
        #expect(try await read(["a.jpg"], "-o", scratch.file("file/")).exit == 2)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDiskIsAnError() async throws {
        let ending = try await read(["a.jpg"], "--csv", "/dev/full")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("/dev/full: no space left on device; free some space and run again"))
    }
}
