import Espy
import EspyTool
import Foundation
import Testing

/// `espy backup` and `espy restore`, even during other work.
struct BackupTests {
    private let scratch: Scratch
    private let rack = Repository.path("Tests/Samples/rack/box-9x9.jpg")
    private let kills = ProcessInfo.processInfo.environment["ESPY_KILLS"].flatMap { Int($0) } ?? 12

    init() throws { scratch = try Scratch() }

    private func variables(_ home: String) -> [String: String] {
        [
            "HOME": scratch.file(home), "XDG_DATA_HOME": scratch.file("\(home)/data"),
            "XDG_CONFIG_HOME": scratch.file("\(home)/config"), "XDG_CACHE_HOME": scratch.file("cache"),
        ]
    }

    private func run(_ home: String, _ arguments: String...) async throws -> Ending {
        try await espy(arguments, variables: variables(home))
    }

    /// Creates one of everything that is stored.
    private func fill(_ home: String, entries: Int = 2) async throws {
        try FileManager.default.createDirectory(
            atPath: scratch.file("\(home)/photos"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: rack, toPath: scratch.file("\(home)/photos/box.jpg"))
        for _ in 0..<entries { #expect(try await run(home, "rack", rack, "--grid", "9x9").exit == 0) }
        #expect(try await run(home, "config", "set", "threads", "3").exit == 0)
        #expect(try await run(home, "tokens", "new", "--name", "lims", "--scope", "scan").exit == 0)
        let added = try await run(home, "gallery", "add", scratch.file("\(home)/photos"), "--tagger", "none")
        #expect(added.exit < 64, "\(added.err)")
    }

    /// The output of all commands that show its state.
    private func state(_ home: String) async throws -> [String] {
        var state: [String] = []
        for arguments in [
            ["history", "list", "--json"], ["config"], ["tokens", "list", "--json"], ["gallery", "export"],
        ] { state.append(try await espy(arguments, variables: variables(home)).out) }
        return state
    }

    /// The room taken by photos kept with results.
    private func photos(_ home: String) async throws -> HistoryPhoto.Room {
        try await History(path: scratch.file("\(home)/data/espy/history.sqlite")).photoRoom()
    }

    @Test func whatWasThereComesBackElsewhere() async throws {
        try await fill("a")
        let before = try await state("a")
        let file = scratch.file("all.tar")
        let written = try await run("a", "backup", file)
        #expect(written.exit == 0, "\(written.err)")
        #expect(written.err.contains(" written to "), "\(written.err)")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let listed = try shell("tar tf \(file)").out.split(separator: "\n").map(String.init)
        #expect(listed.first == "espy-backup.json")
        #expect(listed.contains("data/history.sqlite"))
        #expect(listed.contains("data/tokens.json"))
        #expect(listed.contains("config/config.json"))
        #expect(listed.contains("data/gallery/gallery.sqlite"))
        #expect(try await run("b", "restore", file).exit == 64)
        let restored = try await run("b", "restore", file, "--yes")
        #expect(restored.exit == 0, "\(restored.err)")
        let after = try await state("b")
        #expect(after[0] == before[0])
        #expect(!before[0].isEmpty)
        #expect(after[1].replacing("/b/", with: "/a/") == before[1])
        #expect(after[2] == before[2])
        #expect(after[3] == before[3])
        let rooms = try await (photos("a"), photos("b"))
        #expect(rooms.0 == rooms.1)
        #expect(rooms.0.photos == 2)
        #expect(scratch.names.allSatisfy { !$0.hasPrefix(".espy") })
    }

    @Test func whatIsThereIsReplaced() async throws {
        try await fill("a", entries: 1)
        let before = try await state("a")
        _ = try await run("a", "backup", scratch.file("all.tar"))
        _ = try await run("a", "rack", rack, "--grid", "9x9")
        _ = try await run("a", "config", "set", "threads", "7")
        #expect(try await state("a") != before)
        #expect(try await run("a", "restore", scratch.file("all.tar"), "-y", "-q").exit == 0)
        #expect(try await state("a") == before)
    }

    /// A gallery damaged after a restore is recovered as it was restored, not as it was before.
    @Test func theCopyOfWhatWasSaidIsRestored() async throws {
        try await fill("a", entries: 0)
        let photo = scratch.file("a/photos/box.jpg")
        func rate(_ stars: String) async throws {
            #expect(try await run("a", "gallery", "rate", stars, photo).exit == 0)
        }
        func copy() throws -> String { try scratch.text("a/data/espy/gallery/gallery.sqlite-said") }
        try await rate("2")
        _ = try await run("a", "backup", scratch.file("two.tar"))
        let said = try copy()
        try await rate("5")
        #expect(try copy() != said)
        #expect(try await run("a", "restore", scratch.file("two.tar"), "-y").exit == 0)
        #expect(try copy() == said)
    }

    @Test func damagedBackupsChangeNothing() async throws {
        try await fill("a", entries: 1)
        _ = try await run("a", "backup", scratch.file("all.tar"))
        _ = try await run("a", "rack", rack, "--grid", "9x9")
        let before = try await state("a")
        let good = try Data(contentsOf: URL(fileURLWithPath: scratch.file("all.tar")))
        for (number, place) in [0, 100, 600, 5_000, good.count / 2, good.count - 5_000].enumerated() {
            var bad = good
            bad[place] ^= 0x41
            let path = scratch.file("bad\(number).tar")
            try bad.write(to: URL(fileURLWithPath: path))
            let ending = try await run("a", "restore", path, "-y")
            // An insignificant byte may differ: then everything else is as it was written.
            if ending.exit == 0 { continue }
            #expect(ending.exit == 2, "\(place): \(ending.err)")
            #expect(ending.err.contains("nothing was changed"), "\(place): \(ending.err)")
            #expect(try await state("a") == before)
        }
        for length in [0, 511, 512, 5_000, good.count / 2] {
            try good.prefix(length).write(to: URL(fileURLWithPath: scratch.file("short.tar")))
            #expect(try await run("a", "restore", scratch.file("short.tar"), "-y").exit == 2)
        }
        #expect(try await state("a") == before)
    }

    @Test func namesThatLeadElsewhereAreRefused() async throws {
        for name in [
            "data/../../evil.json", "/etc/x.json", "data/x/../y.json", "data/.hidden.json", "data/models/m.json",
        ] {
            let script = """
                import hashlib, io, json, sys, tarfile
                body = b"{}"
                files = [{"name": "\(name)", "bytes": 2, "sha256": hashlib.sha256(body).hexdigest()}]
                text = json.dumps({"version": 1, "created": 0, "program": "x", "files": files}).encode()
                with tarfile.open("\(scratch.file("evil.tar"))", "w", format=tarfile.USTAR_FORMAT) as archive:
                    for name, data in (("espy-backup.json", text), ("\(name)", body)):
                        entry = tarfile.TarInfo(name)
                        entry.size = len(data)
                        archive.addfile(entry, io.BytesIO(data))
                """
            try scratch.write("make.py", script)
            #expect(try shell("python3 \(scratch.file("make.py"))").exit == 0)
            let ending = try await run("c", "restore", scratch.file("evil.tar"), "-y")
            #expect(ending.exit == 2, "\(name): \(ending.err)")
            #expect(ending.err.contains("does not belong to Espy"), "\(name): \(ending.err)")
        }
        #expect(try shell("find \(scratch.path) -name 'evil.json' -o -name y.json").out == "")
    }

    /// Killed at any moment, a restore leaves either the old state or the new one.
    @Test func aKilledRestoreIsAllOrNothing() async throws {
        try await fill("a", entries: 2)
        try await fill("b", entries: 3)
        let (old, new) = (try await state("b"), try await state("a"))
        let (backup, other) = (scratch.file("new.tar"), scratch.file("old.tar"))
        _ = try await run("a", "backup", backup)
        _ = try await run("b", "backup", other)
        for round in 0..<kills {
            #expect(try await run("b", "restore", other, "-y").exit == 0)
            let pause = Double(round % 12) * 0.008
            _ = try shell(
                "\"$espy\" restore \(backup) -y & sleep \(pause); kill -9 $! 2>/dev/null; wait",
                variables: variables("b"), killing: true)
            let state = try await state("b")
            let isNew = state[0] == new[0]
            #expect(state[0] == (isNew ? new : old)[0], "round \(round)")
            #expect(state[2] == (isNew ? new : old)[2])
            #expect(state[3] == (isNew ? new : old)[3])
        }
        // The next restore removes what the previous one left when it was killed before it took effect.
        #expect(try await run("b", "restore", other, "-y").exit == 0)
        #expect(try shell("find \(scratch.file("b/data")) -name 'restore' -o -name '.espy-restore*'").out == "")
    }

    /// Everything was in place, but deleting the pending files was interrupted after their list was deleted.
    @Test func whatIsLeftOfARestoreStopsNobody() async throws {
        try await fill("a")
        let before = try await state("a")
        let waiting = scratch.file("a/data/espy/restore")
        try FileManager.default.createDirectory(atPath: waiting, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: scratch.file("a/data/espy/history.sqlite"), toPath: "\(waiting)/0")
        #expect(try await state("a") == before)
        #expect(try shell("ls -A \(scratch.file("a/data/espy")) | grep restore").out == "")
    }

    /// A backup during writes holds one consistent state of each file.
    @Test func aBackupWhileOthersWriteIsWhole() async throws {
        try await fill("a", entries: 1)
        let ending = try shell(
            """
            for i in 1 2 3 4; do "$espy" rack \(rack) --grid 9x9 -q > /dev/null & done
            for i in 1 2 3 4 5; do "$espy" backup \(scratch.file("during.tar")) -q || echo failed; done; wait
            """, variables: variables("a"))
        #expect(ending.out == "", "\(ending)")
        #expect(ending.exit == 0, "\(ending)")
        #expect(try await run("c", "restore", scratch.file("during.tar"), "-y").exit == 0)
        #expect(try await run("c", "history", "list").exit == 0)
    }
}
