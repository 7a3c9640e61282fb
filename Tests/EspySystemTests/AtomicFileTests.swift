import EspySystem
import EspyTestSupport
import Foundation
import Testing

struct AtomicFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func problem(_ work: () throws(FileError) -> Void) -> FileError.Cause? {
        do throws(FileError) {
            try work()
            return nil
        } catch {
            return error.cause
        }
    }

    @Test func replacesAndLeavesNothingBeside() throws {
        let path = try scratch.write("a.csv", "old")
        try AtomicFile.replace(path, with: Array("new".utf8))
        #expect(try scratch.text("a.csv") == "new")
        #expect(scratch.names == ["a.csv"])
    }

    @Test func newFileHasTheUsualPermissions() throws {
        try AtomicFile.replace(scratch.file("a"), with: [1])
        let mask = umask(0)
        umask(mask)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file("a"))
        #expect((attributes[.posixPermissions] as? Int) == Int(0o666 & ~mask))
    }

    @Test func linkIsFollowed() throws {
        try scratch.write("real", "old")
        try FileManager.default.createSymbolicLink(atPath: scratch.file("link"), withDestinationPath: "real")
        try AtomicFile.replace(scratch.file("link"), with: Array("new".utf8))
        #expect(try scratch.text("real") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.file("link")) == "real")
    }

    @Test func failuresLeaveNoTemporaryFile() throws {
        #expect(problem { () throws(FileError) in try AtomicFile.replace(scratch.path, with: [1]) } == .folder)
        let missing = scratch.file("none/a")
        #expect(
            problem { () throws(FileError) in try AtomicFile.replace(missing, with: [1]) } == .system(ENOENT))
        #expect(scratch.names.isEmpty)
    }

    // A device that is always full takes the place of a full disk.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDiskIsAnError() {
        #expect(
            problem { () throws(FileError) in try AtomicFile.replace("/dev/full", with: [1]) } == .system(ENOSPC))
        #expect(FileError("x", .system(ENOSPC)).reason == "No space left on device")
    }

    @Test func createNeverReplaces() throws {
        for (number, expected) in ["v.csv", "v-2.csv", "v-3.csv"].enumerated() {
            let path = try AtomicFile.create(in: scratch.path, stem: "v", ext: "csv", [UInt8(number)])
            #expect(path == scratch.file(expected))
        }
        #expect(try scratch.bytes("v.csv") == [0])
        #expect(try scratch.bytes("v-3.csv") == [2])
        #expect(scratch.names == ["v-2.csv", "v-3.csv", "v.csv"])
    }

    @Test func createdAtTheSameTimeAllSurvive() async throws {
        let folder = scratch.path
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { _ = try? AtomicFile.create(in: folder, stem: "v", ext: "csv", [UInt8(number)]) }
            }
        }
        let values = try scratch.names.map { try scratch.bytes($0)[0] }
        #expect(values.sorted() == Array(0..<20))
    }

    @Test func privateFileIsForItsOwnerAlone() throws {
        try AtomicFile.create(scratch.file("a"), [1], isPrivate: true)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file("a"))
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        #expect(
            problem { () throws(FileError) in try AtomicFile.create(scratch.file("a"), [2]) } == .system(EEXIST))
        #expect(try scratch.bytes("a") == [1])
    }

    /// Where files need no name until they are complete, nothing can be left behind.
    @Test func whatKilledProcessesLeftIsTakenAway() throws {
        let names = [".espy-abc123", ".espy-new456", ".espy-toolong", ".other-abc123", ".espy-locked"]
        for name in names { try scratch.write(name, "left") }
        let old = Date(timeIntervalSinceNow: -3_600)
        for name in names where name != ".espy-new456" {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: scratch.file(name))
        }
        let file = try #require(FileHandle(forReadingAtPath: scratch.file(".espy-locked")))
        #expect(flock(file.fileDescriptor, LOCK_EX) == 0)
        try AtomicFile.replace(scratch.file("a"), with: [1])
        #expect(scratch.names == [".espy-locked", ".espy-new456", ".espy-toolong", ".other-abc123", "a"])
        try file.close()
    }
}
