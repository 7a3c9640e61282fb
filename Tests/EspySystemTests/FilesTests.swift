import EspySystem
import EspyTestSupport
import Foundation
import Testing

struct FilesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func problem(_ path: String, limit: Int = 1_000) -> FileError.Cause? {
        do throws(FileError) {
            _ = try Files.read(path, limit: limit)
            return nil
        } catch {
            return error.cause
        }
    }

    @Test func readsAllBytes() throws {
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try Files.read(scratch.write("a", bytes)) == bytes)
    }

    @Test func whatIsNoFileIsRefused() throws {
        #expect(problem(scratch.file("none")) == .system(ENOENT))
        #expect(problem(scratch.path) == .folder)
        #expect(problem("/dev/zero") == .special)
        #expect(mkfifo(scratch.file("pipe"), 0o600) == 0)
        #expect(problem(scratch.file("pipe")) == .special)
        #expect(problem(try scratch.write("a", "x") + "/b") == .system(ENOTDIR))
    }

    @Test func sizeIsLimited() throws {
        let path = try scratch.write("a", [UInt8](repeating: 1, count: 11))
        #expect(problem(path, limit: 11) == nil)
        #expect(problem(path, limit: 10) == .larger(thanBytes: 10))
    }

    @Test func hugeFileIsRefusedUnread() throws {
        let path = try scratch.write("huge", [])
        #expect(truncate(path, 300 << 20) == 0)
        #expect(problem(path, limit: Files.inputLimit) == .larger(thanBytes: 256 << 20))
        #expect(FileError(path, .larger(thanBytes: 256 << 20)).reason == "more than 256 MB")
    }

    @Test func namesAreSortedAndVisible() throws {
        for name in ["b.jpg", "a.jpg", ".c.jpg", "Z.jpg"] { try scratch.write(name, "") }
        #expect(try Files.names(in: scratch.path) == ["Z.jpg", "a.jpg", "b.jpg"])
    }

    @Test func foldersAreMadeWithTheirParents() throws {
        let path = scratch.file("a/b/c")
        try Files.makeFolder(path)
        try Files.makeFolder(path + "/")
        #expect(Files.isFolder(path))
        try scratch.write("file", "")
        #expect(throws: FileError.self) { try Files.makeFolder(scratch.file("file/x")) }
    }

    @Test func sameFileByAnyName() throws {
        let path = try scratch.write("a", "x")
        #expect(link(path, scratch.file("b")) == 0)
        #expect(Files.same(path, scratch.file("b")))
        #expect(Files.same(path, scratch.path + "/./a"))
        #expect(!Files.same(path, try scratch.write("c", "x")))
        #expect(!Files.same(path, scratch.file("none")))
    }

    @Test func movedFilesTakeNoPlaceOfOthers() throws {
        let path = try scratch.write("a", "new")
        try scratch.write("taken", "old")
        #expect(try !Files.move(path, to: scratch.file("taken")))
        #expect(try scratch.text("taken") == "old")
        #expect(try Files.move(path, to: scratch.file("free")))
        #expect(scratch.names == ["free", "taken"])
        #expect(try scratch.text("free") == "new")
        #expect(throws: FileError.self) { try Files.move(path, to: scratch.file("b")) }
        #expect(throws: FileError.self) { try Files.move(scratch.file("free"), to: scratch.file("no/b")) }
        #expect(scratch.names == ["free", "taken"])
    }

    @Test func aFileSaysWhenItWasChanged() throws {
        let path = try scratch.write("a", "x")
        for time in [1_600_000_000_123_000_000, -1_500_000_000] {
            try DiskFile(path, for: .changing).setModified(time)
            #expect(try FileStatus(path: path).modified == time)
        }
    }

    /// A new file may get the number of a deleted one, and have its size and date.
    @Test func aDateThatWasSetBackHidesNoChange() throws {
        let path = try scratch.write("a", "old")
        let time = 1_600_000_000_000_000_000
        try DiskFile(path, for: .changing).setModified(time)
        let before = try FileStatus(path: path)
        #expect(try FileStatus(path: path) == before)
        // Clocks of file systems take steps of milliseconds.
        usleep(20_000)
        try scratch.write("a", "new")
        try DiskFile(path, for: .changing).setModified(time)
        let after = try FileStatus(path: path)
        #expect(after.modified == before.modified)
        #expect(after != before)
    }

    @Test func roomIsThatOfTheNearestFolder() throws {
        let room = try #require(Files.freeSpace(scratch.file("not/there")))
        #expect(room > 0)
        #expect(Files.freeSpace("/proc") == 0)
    }

    @Test func writableLooksAtTheNearestFolder() throws {
        #expect(Files.isWritable(scratch.file("not/there/yet")))
        #expect(!Files.isWritable(try scratch.write("file", "") + "/x"))
    }
}
