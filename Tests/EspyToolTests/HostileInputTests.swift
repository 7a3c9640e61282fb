import Espy
import EspyApp
import EspyServer
import EspySystem
import EspyTool
import Foundation
import Testing

/// The limits of small files, strange names and paired devices.
struct HostileInputTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 35 bytes that claim to be 14,000 pixels wide and high; one byte makes each file different.
    private func bomb(_ number: UInt8) throws -> String {
        let head: [UInt8] = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0xB0, 0x36, 0xB0, 0x36, 0x80, 0x00, 0x00, number]
        let rest: [UInt8] = [
            0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B,
        ]
        return try scratch.write("bomb\(number).gif", head + rest)
    }

    @Test func picturesThatUnpackToGigabytesAreRefused() async throws {
        let bombs = try (0..<4).map { try bomb($0) }
        for command in [["rack"], ["shelf", "--no-text"]] {
            let ending = try await espy(command + bombs + ["--json", "--no-history"])
            #expect(ending.exit == 2)
            let lines = ending.out.split(separator: "\n").filter { $0.contains("tooManyPixels") }
            #expect(lines.count == 4, "\(command): \(ending.out) \(ending.err)")
            #expect(ending.err.contains("--max-memory"))
        }
    }

    @Test func thereIsRoomForWhatIsAskedFor() async throws {
        let photo = Repository.path("Tests/Samples/rack/box-9x9.jpg")
        #expect(try await espy("rack", photo, "--max-memory", "64", "--no-history").exit == 0)
        #expect(try await espy("rack", photo, "--max-memory", "63").exit == 64)
    }

    @Test func controlGroupsLeaveLess() throws {
        try scratch.write("root/proc/self/cgroup", "0::/a/b\n")
        try scratch.write("root/sys/fs/cgroup/a/memory.max", "536870912\n")
        try scratch.write("root/sys/fs/cgroup/a/b/memory.max", "max\n")
        #expect(MemoryShare(root: scratch.file("root")).bytes == 512 << 20)
        #expect(MemoryShare(root: scratch.file("root")).photos(atMost: 8) == 1)
        try scratch.write("old/proc/self/cgroup", "5:memory,cpu:/c\n0::/\n")
        try scratch.write("old/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "268435456\n")
        #expect(MemoryShare(root: scratch.file("old")).bytes == 256 << 20)
        #expect(MemoryShare(root: scratch.file("old")).photos(atMost: 8) == 1)
        #expect(MemoryShare(root: scratch.file("nothing")).bytes > 256 << 20)
    }

    /// No setting accepts a file name from a device, nor a path that leads elsewhere.
    @Test func devicesCannotPointSettingsAtFiles() throws {
        let settings = SettingsStore(AppEnvironment(variables: ["HOME": scratch.path], now: { 0 }))
        let keys = CommandTable.espy.settings.compactMap { $0.setting?.key }
        #expect(keys.count > 20)
        for key in keys {
            for value in ["/etc/passwd", "../../x"] {
                #expect(throws: (any Error).self, "\(key)") { try settings.change(settings.checked([key: value])) }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.file(".config/espy/config.json")))
    }

    @Test func aSettingThatIsNoNameIsNamed() async throws {
        try scratch.write(".config/espy/config.json", #"{"count": {"detector": "../../x"}}"#)
        let ending = try await espy("count", "x.jpg", variables: ["HOME": scratch.path])
        #expect(ending.exit == 64, "\(ending.err)")
        #expect(ending.err.contains("count.detector"), "\(ending.err)")
    }

    @Test func namesThatAreNoTextAreToldAsSuch() throws {
        let photo = Repository.path("Tests/Samples/rack/box-9x9.jpg")
        let ending = try shell(
            "cp \(photo) $'bad\\xff.jpg'; \"$espy\" rack $'bad\\xff.jpg' --no-history", in: scratch.path)
        #expect(ending.exit == 2, "\(ending.err)")
        #expect(ending.err.contains("is not UTF-8"), "\(ending.err)")
    }

    @Test func theDataFolderIsForItsUserAlone() async throws {
        let folder = scratch.file("data/espy")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let photo = Repository.path("Tests/Samples/rack/box-9x9.jpg")
        #expect(
            try await espy("rack", photo, "--grid", "9x9", variables: ["XDG_DATA_HOME": scratch.file("data")]).exit == 0
        )
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }
}
