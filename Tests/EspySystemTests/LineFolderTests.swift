import EspySystem
import EspyTestSupport
import Foundation
import Testing

struct LineFolderTests {
    private let folder: Scratch
    private let lines: LineFolder

    init() throws {
        folder = try Scratch()
        lines = LineFolder(path: folder.file("a/b"), suffix: ".jsonl")
    }

    @Test func appendsWholeLines() throws {
        #expect(try !lines.exists())
        #expect(try lines.files().isEmpty)
        try lines.make()
        try lines.make()
        try lines.append(Array("one\n".utf8), to: "x.jsonl")
        try lines.append(Array("two\nthree\n".utf8), to: "x.jsonl")
        #expect(try folder.bytes("a/b/x.jsonl") == Array("one\ntwo\nthree\n".utf8))
        #expect(try lines.files() == [.init(name: "x.jsonl", size: 14)])
        #expect(try lines.read("x.jsonl", from: 4, atMost: 3) == Array("two".utf8))
        #expect(try lines.read("x.jsonl", from: 10, atMost: 99) == Array("ree\n".utf8))
        #expect(try lines.read("x.jsonl", from: 99, atMost: 9).isEmpty)
        try lines.remove("x.jsonl")
        try lines.remove("x.jsonl")
        #expect(try lines.read("x.jsonl", from: 0, atMost: 9).isEmpty)
    }

    @Test func endsALineThatWasCutShort() throws {
        try lines.make()
        _ = try folder.write("a/b/x.jsonl", Array("one\ntw".utf8))
        try lines.append(Array("three\n".utf8), to: "x.jsonl")
        #expect(try folder.bytes("a/b/x.jsonl") == Array("one\ntw\nthree\n".utf8))
    }

    /// Simulates a program that starts during a write and inherits the descriptor for a moment.
    @Test func lockIsGivenBackThoughAnotherHasTheDescriptor() throws {
        try lines.make()
        let path = folder.file("a/b/lock")
        let copy = try lines.locked { () throws(FileError) -> Int32? in
            let held = (3..<4_096).map(Int32.init).first { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
            }
            return held.map { dup($0) }
        }
        let other = try #require(copy)
        defer { close(other) }
        try lines.locked { () throws(FileError) in }
    }

    @Test func lockIsForOne() throws {
        try lines.make()
        try lines.locked { () throws(FileError) -> Void in
            _ = #expect(throws: FileError(folder.file("a/b/lock"), .system(EAGAIN))) {
                try lines.locked { () throws(FileError) in }
            }
        }
        #expect(try lines.locked { () throws(FileError) in 7 } == 7)
    }

    @Test func otherFilesAreNotListed() throws {
        try lines.make()
        _ = try folder.write("a/b/y.txt", [])
        try FileManager.default.createDirectory(atPath: folder.file("a/b/z.jsonl"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a/b/l.jsonl"), withDestinationPath: folder.file("a/b/y.txt"))
        #expect(try lines.files().isEmpty)
        #expect(throws: FileError.self) { try lines.append([0x0A], to: "l.jsonl") }
        #expect(throws: FileError.self) { try lines.read("l.jsonl", from: 0, atMost: 1) }
    }

    /// A write that does not fit leaves the file unchanged.
    @Test(.enabled(if: Mount.isPossible)) func fullDisk() throws {
        let disk = try #require(try Mount("size=64k"))
        let lines = LineFolder(path: disk.path + "/log", suffix: ".jsonl")
        try lines.make()
        try lines.append(Array("first\n".utf8), to: "x.jsonl")
        #expect(throws: FileError(disk.path + "/log/x.jsonl", .system(ENOSPC))) {
            try lines.append([UInt8](repeating: 0x61, count: 1 << 17) + [0x0A], to: "x.jsonl")
        }
        #expect(try lines.read("x.jsonl", from: 0, atMost: 99) == Array("first\n".utf8))
        try lines.append(Array("second\n".utf8), to: "x.jsonl")
        #expect(try lines.read("x.jsonl", from: 0, atMost: 99) == Array("first\nsecond\n".utf8))
    }
}
