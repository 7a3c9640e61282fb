import EspyStore
import Foundation
import Testing

/// A folder of its own for one test, gone when the test is.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "espy-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name)))) }

    /// Names in the folder.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// A file system of its own, which only root may mount, and not everywhere.
final class Mount {
    let path: String
    private let folder: Folder

    /// - Parameter options: such as `size=256k` or `ro`.
    /// - Returns: nil where it may not be mounted.
    init?(_ options: String) throws {
        folder = try Folder()
        path = folder.path
        guard try Self.run("/usr/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]) else { return nil }
    }

    deinit { _ = try? Self.run("/usr/bin/umount", ["-l", path]) }

    func remount(_ options: String) throws -> Bool {
        try Self.run("/usr/bin/mount", ["-o", "remount,\(options)", path])
    }

    /// Takes all room that is left.
    func fill() throws {
        let file = try #require(fopen(path + "/filling", "w"))
        defer { fclose(file) }
        let bytes = [UInt8](repeating: 1, count: 4096)
        while write(fileno(file), bytes, bytes.count) > 0 {}
    }

    /// Can this machine do it at all?
    static let isPossible = geteuid() == 0 && (try? Mount("size=64k")) != nil

    private static func run(_ program: String, _ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
