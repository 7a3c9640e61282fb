import EspySystem
import Foundation

/// Files of the repository, located relative to this source file.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }

    static func text(_ relative: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(relative), encoding: .utf8)
    }

    /// Paths below `folder` with an extension, relative to the repository, in order.
    static func files(in folder: String, ext: String) throws -> [String] {
        let found = FileManager.default.enumerator(atPath: path(folder))?.allObjects as? [String] ?? []
        return found.filter { $0.hasSuffix(".\(ext)") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The program that was built together with these tests.
    static var program: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("espy").path
    }
}

/// The bytes of a committed sample box.
func sample(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: Repository.root.appendingPathComponent("Tests/Samples/rack/\(name).jpg")))
}
