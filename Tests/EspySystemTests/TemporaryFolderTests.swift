import EspySystem
import EspyTestSupport
import Foundation
import Testing

struct TemporaryFolderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func goneWithTheValue() throws {
        do {
            let folder = try TemporaryFolder.make(in: scratch.file("models"), prefix: ".staging-")
            #expect(FileManager.default.createFile(atPath: folder.path + "/a.onnx", contents: Data([1])))
            #expect(try inside().count == 1)
        }
        #expect(try inside().isEmpty)
    }

    /// A killed process has released its lock.
    @Test func leftoversGoAndWhatIsInUseStays() throws {
        try scratch.write("models/.staging-left01/a.onnx", "left")
        try scratch.write("models/.stagingless/a.onnx", "mine")
        try scratch.write("models/manifest.json", "{}")
        let first = try TemporaryFolder.make(in: scratch.file("models"), prefix: ".staging-")
        let second = try TemporaryFolder.make(in: scratch.file("models"), prefix: ".staging-")
        let expected = [".stagingless", "manifest.json", name(first.path), name(second.path)].sorted()
        #expect(try inside() == expected)
    }

    @Test func lockKeepsOthersOut() async throws {
        let (path, file) = (scratch.path, scratch.file("number"))
        try scratch.write("number", "0")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<25 {
                        guard let lock = try? FileLock.wait(for: path) else { continue }
                        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
                        try? "\((Int(text) ?? 0) + 1)".write(toFile: file, atomically: false, encoding: .utf8)
                        _ = consume lock
                    }
                }
            }
        }
        #expect(try scratch.text("number") == "200")
    }

    private func inside() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.file("models")).sorted()
    }

    private func name(_ path: String) -> String { (path as NSString).lastPathComponent }
}
