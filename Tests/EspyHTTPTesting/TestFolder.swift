import Foundation

/// A folder for one test, removed after the test.
package final class TestFolder: Sendable {
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "espy-server-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { path + "/" + name }
}
