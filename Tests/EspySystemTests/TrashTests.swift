import EspySystem
import EspyTestSupport
import Foundation
import Testing

/// The Trash specification, on the disk of the home.
struct TrashTests {
    private let scratch: Scratch
    private let trash: Trash
    private let date = "2026-02-20T14:30:22"

    init() throws {
        scratch = try Scratch()
        trash = Trash(dataFolder: scratch.file("data"))
        try Files.makeFolder(scratch.file("photos/trip"))
    }

    private var photos: String { scratch.file("photos") }

    private func put(_ name: String) throws(Trash.Failure) -> Trash.Item {
        try trash.put("\(photos)/\(name)", below: photos, date: date)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Files.read(scratch.file("data/Trash/\(name)")), as: UTF8.self)
    }

    @Test func filesGoAndComeBack() throws {
        let path = try scratch.write("photos/trip/a b%ü.jpg", "sea")
        let item = try put("trip/a b%ü.jpg")
        #expect(item == Trash.Item(path: path, name: "a b%ü.jpg"))
        #expect(!Files.exists(path))
        #expect(try text("files/a b%ü.jpg") == "sea")
        let coded = "\(photos)/trip/a%20b%25%C3%BC.jpg"
        #expect(try text("info/a b%ü.jpg.trashinfo") == "[Trash Info]\nPath=\(coded)\nDeletionDate=\(date)\n")
        #expect(
            try FileManager.default.attributesOfItem(atPath: scratch.file("data/Trash"))[.posixPermissions] as? Int
                == 0o700)
        try trash.restore(item, below: photos)
        #expect(try String(decoding: Files.read(path), as: UTF8.self) == "sea")
        #expect(try Files.allNames(in: scratch.file("data/Trash/info")) == [])
        #expect(try Files.allNames(in: scratch.file("data/Trash/files")) == [])
    }

    @Test func equalNamesGetNumbers() throws {
        for (name, text) in [("a.jpg", "one"), ("trip/a.jpg", "two"), ("trip/b", "three")] {
            try scratch.write("photos/\(name)", text)
        }
        #expect(try put("a.jpg").name == "a.jpg")
        let second = try put("trip/a.jpg")
        #expect(second.name == "a.2.jpg")
        #expect(try text("files/a.jpg") == "one")
        #expect(try text("files/a.2.jpg") == "two")
        // A file that another program left without its info is not replaced.
        try scratch.write("data/Trash/files/b", "stray")
        #expect(try put("trip/b").name == "b.2")
        #expect(try text("files/b") == "stray")
        #expect(
            try Files.allNames(in: scratch.file("data/Trash/info")) == [
                "a.2.jpg.trashinfo", "a.jpg.trashinfo", "b.2.trashinfo",
            ])
        try trash.restore(second, below: photos)
        #expect(Files.exists("\(photos)/trip/a.jpg"))
        #expect(!Files.exists("\(photos)/a.jpg"))
    }

    @Test func nothingOutsideTheFolderIsMoved() throws {
        try scratch.write("secret.jpg", "secret")
        try scratch.write("photos/real.jpg", "real")
        try FileManager.default.createSymbolicLink(atPath: "\(photos)/away", withDestinationPath: scratch.path)
        try FileManager.default.createSymbolicLink(
            atPath: "\(photos)/link.jpg", withDestinationPath: "\(photos)/real.jpg")
        for name in ["away/secret.jpg", "../secret.jpg", "link.jpg", "trip", "none.jpg", "trip/../real.jpg", ""] {
            #expect(throws: Trash.Failure.missing, "\(name)") { try put(name) }
        }
        #expect(throws: Trash.Failure.missing) { try trash.put(scratch.file("secret.jpg"), below: photos, date: date) }
        #expect(Files.exists(scratch.file("secret.jpg")))
        #expect(Files.exists("\(photos)/real.jpg"))
    }

    @Test func restoringReplacesNothingAndBelievesNobody() throws {
        let path = try scratch.write("photos/a.jpg", "old")
        let item = try put("a.jpg")
        try scratch.write("photos/a.jpg", "new")
        #expect(throws: Trash.Failure.nameInUse) { try trash.restore(item, below: photos) }
        #expect(try String(decoding: Files.read(path), as: UTF8.self) == "new")
        #expect(try text("files/a.jpg") == "old")
        for (where_, name) in [
            ("\(photos)/b.jpg", "a.jpg"), (path, "../files/a.jpg"), (path, ".."), (path, ""), (path, "none.jpg"),
            (scratch.file("c.jpg"), "a.jpg"),
        ] {
            #expect(throws: Trash.Failure.missing, "\(name) to \(where_)") {
                try trash.restore(Trash.Item(path: where_, name: name), below: photos)
            }
        }
    }

    /// Another disk has its own trash, whose paths are relative to its top.
    @Test(.enabled(if: OtherDisk.exists)) func otherDisksHaveTheirOwn() throws {
        let disk = OtherDisk.path
        let folder = "\(disk)/espy-trash-\(UUID().uuidString)"
        try Files.makeFolder(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let name = "\(UUID().uuidString).jpg"
        try Data("sea".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        let own = "\(disk)/.Trash-\(getuid())"
        if !Files.exists(own) {
            defer { try? FileManager.default.removeItem(atPath: own) }
            // Every user may put a link there.
            try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: scratch.path)
            #expect(throws: Trash.Failure.noTrash) { try trash.put("\(folder)/\(name)", below: folder, date: date) }
            #expect(Files.exists("\(folder)/\(name)"))
        }
        let item = try trash.put("\(folder)/\(name)", below: folder, date: date)
        #expect(Files.exists("\(own)/files/\(item.name)"))
        let info = String(decoding: try Files.read("\(own)/info/\(item.name).trashinfo"), as: UTF8.self)
        #expect(info.contains("\nPath=\(Path.name(of: folder))/\(name)\n"))
        #expect(!Files.exists(scratch.file("data")))
        try trash.restore(item, below: folder)
        #expect(Files.exists("\(folder)/\(name)"))
        #expect(!Files.exists("\(own)/info/\(item.name).trashinfo"))
    }
}

/// A disk in memory, as Linux has for shared memory.
private enum OtherDisk {
    static let path = "/dev/shm"

    static var exists: Bool {
        let other = try? FileStatus(path: path).identity.device
        return other != nil
            && other != (try? FileStatus(path: NSTemporaryDirectory(), followingLinks: true).identity.device)
            && access(path, W_OK) == 0
    }
}
