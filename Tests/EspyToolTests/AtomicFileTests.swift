import EspyTool
import Foundation
import Testing

struct AtomicFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func problem(_ work: () throws(FileError) -> Void) -> FileError.Problem? {
        do throws(FileError) {
            try work()
            return nil
        } catch {
            return error.problem
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

    // A device that is always full stands in for a full disk.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDiskIsAnError() {
        #expect(
            problem { () throws(FileError) in try AtomicFile.replace("/dev/full", with: [1]) } == .system(ENOSPC))
        #expect(FileError("x", .system(ENOSPC)).text == "no space left on device; free some space and run again")
    }

    @Test func createNeverReplaces() throws {
        for (number, expected) in ["v.csv", "v-2.csv", "v-3.csv"].enumerated() {
            let path = try AtomicFile.create(in: scratch.path, stem: "v", ext: "csv", [UInt8(number)])
            #expect(path == scratch.file(expected))
        }
        #expect(try scratch.bytes("v.csv") == [0] && scratch.bytes("v-3.csv") == [2])
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
}
