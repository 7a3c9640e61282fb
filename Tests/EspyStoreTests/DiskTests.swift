import EspyStore
import EspyTestSupport
import Foundation
import Testing

/// Full and read-only disks: separate file systems, which only root may mount.
@Suite(.enabled(if: Mount.isPossible, "only root may mount a small file system"))
struct DiskTests {
    @Test func fullDiskIsToldOfAndLosesNothing() throws {
        let mount = try #require(try Mount("size=256k"))
        let path = mount.path + "/a.sqlite"
        var kept: [String] = []
        let database = try Things.open(path)
        let error = #expect(throws: StoreError.self) {
            for number in 0..<1_000 {
                try database.transaction { () throws(StoreError) in
                    try database.add("thing \(number)", data: [UInt8](repeating: 7, count: 9_000))
                }
                kept.append("thing \(number)")
            }
        }
        #expect(error == .full(path: path))
        #expect(kept.count > 3)
        #expect(try database.names() == kept)
        #expect(try Things.open(path).names() == kept)
    }

    @Test func fullDiskWithoutRoomForANewFile() throws {
        let mount = try #require(try Mount("size=8k"))
        let path = mount.path + "/a.sqlite"
        #expect(throws: StoreError.full(path: path)) { try Things.open(path) }
    }

    @Test func fullDiskCanBeRead() throws {
        let mount = try #require(try Mount("size=256k"))
        let path = mount.path + "/a#1?b%41.sqlite"
        do { try Things.open(path).add("a") }
        try mount.fill()
        #expect(throws: StoreError.full(path: path)) { try Things.open(path) }
        let database = try Things.read(path)
        #expect(database.refusal == .full(path: path))
        #expect(try database.names() == ["a"])
        #expect(throws: StoreError.full(path: path)) { try database.add("b") }
        #expect(throws: StoreError.full(path: path)) {
            try database.transaction { () throws(StoreError) in try database.add("b") }
        }
        #expect(try database.names() == ["a"])
        #expect(throws: StoreError.full(path: path)) {
            try Things.read(path, migrations: Things.migrations + ["CREATE TABLE other (x INTEGER)"])
        }
    }

    /// A disk that the system made read-only after an error, during a write: the log must be read, too.
    @Test func readOnlyFileSystemWithALogCanBeRead() throws {
        let (folder, mount) = (try Scratch(), try #require(try Mount("size=4m")))
        let path = mount.path + "/a.sqlite"
        do {
            let database = try Things.open(folder.file("a.sqlite"))
            try database.add("a")
            for name in folder.names {
                try FileManager.default.copyItem(atPath: folder.file(name), toPath: "\(mount.path)/\(name)")
            }
            #expect(folder.names.count == 3)
        }
        #expect(try mount.remount("ro"))
        let database = try Things.read(path)
        #expect(try database.names() == ["a"])
        #expect(throws: try #require(database.refusal)) { try database.add("b") }
    }

    @Test func whereItCanBeWrittenReadingIsAsOpening() throws {
        let folder = try Scratch()
        try Things.open(folder.file("a.sqlite")).add("a")
        let database = try Things.read(folder.file("a.sqlite"))
        #expect(database.refusal == nil)
        try database.add("b")
        #expect(try database.names() == ["a", "b"])
    }

    @Test func readOnlyFileSystem() throws {
        let mount = try #require(try Mount("size=1m"))
        let path = mount.path + "/a.sqlite"
        do { try Things.open(path).add("a") }
        #expect(try mount.remount("ro"))
        #expect(try Things.read(path).names() == ["a"])
        #expect(throws: StoreError.self) { try Things.read(mount.path + "/new.sqlite") }
        for path in [path, mount.path + "/new.sqlite"] {
            #expect {
                try Things.open(path)
            } throws: { error in
                if case StoreError.inaccessible(path, _) = error { true } else { false }
            }
        }
    }
}

/// Actions that file permissions forbid.
@Suite(.enabled(if: geteuid() != 0, "root may write anywhere"))
struct PermissionTests {
    @Test(arguments: [0o500, 0o000])
    func folderWithoutPermission(mode: Int) throws {
        let folder = try Scratch()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        #expect(throws: StoreError.inaccessible(path: folder.file("a.sqlite"), reason: "Permission denied")) {
            try Things.open(folder.file("a.sqlite"))
        }
    }

    @Test func fileWithoutPermission() throws {
        let folder = try Scratch()
        let path = folder.file("a.sqlite")
        do { try Things.open(path).add("a") }
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        #expect(throws: StoreError.inaccessible(path: path, reason: "it may not be written to")) {
            try Things.open(path)
        }
    }
}
