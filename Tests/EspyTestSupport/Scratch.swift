import Foundation

/// A folder for one test, removed after the test.
package final class Scratch: Sendable {
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "espy-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = file(name)
        let folder = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    package func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// Names in the folder, including hidden ones.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// A separate file system, which only root may mount, and not everywhere.
package final class Mount {
    package let path: String
    private let folder: Scratch

    /// - Parameter options: such as `size=256k` or `ro`.
    /// - Returns: nil if it may not be mounted.
    package init?(_ options: String) throws {
        folder = try Scratch()
        path = folder.path
        guard try Self.run("/usr/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]) else { return nil }
    }

    deinit { _ = try? Self.run("/usr/bin/umount", ["-l", path]) }

    package func remount(_ options: String) throws -> Bool {
        try Self.run("/usr/bin/mount", ["-o", "remount,\(options)", path])
    }

    /// Fills all remaining room.
    package func fill() throws {
        guard let file = fopen(path + "/filling", "w") else { throw POSIXError(.EIO) }
        defer { fclose(file) }
        let bytes = [UInt8](repeating: 1, count: 4096)
        while write(fileno(file), bytes, bytes.count) > 0 {}
    }

    /// Whether this machine can mount one at all.
    package static let isPossible = geteuid() == 0 && (try? Mount("size=64k")) != nil

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
