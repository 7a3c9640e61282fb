package import Espy
package import Foundation

/// A script of Benchmarks/wasmbench that runs the build for browsers by Node, a line of text for each question and answer.
package struct NodeProgram {
    private let script: String
    private let arguments: [String]

    private static let program = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

    /// A file of this repository.
    package static func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }

    /// What `make wasm` builds.
    package static let modules = path(".build/wasm")

    package struct Ended: Error {}

    package init(_ script: String, _ arguments: String...) {
        self.script = Self.path("Benchmarks/wasmbench/\(script)")
        self.arguments = arguments
    }

    /// Whether there are Node and these modules.
    package static func canRun(_ modules: String...) -> Bool {
        program != nil
            && modules.allSatisfy { FileManager.default.fileExists(atPath: "\(Self.modules)/\($0).wasm") }
    }

    /// The answers of one process to several questions.
    ///
    /// - Parameter questions: makes the lines, with a folder for their files.
    package func answers(_ questions: (_ folder: URL) throws -> [String]) throws -> [JSONValue] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("espy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("questions")
        try Data((try questions(folder).joined(separator: "\n") + "\n").utf8).write(to: file)
        return try output(of: file).split(separator: 0x0A).map { try JSONValue(parsing: Array($0)) }
    }

    private func output(of questions: URL) throws -> Data {
        guard let program = Self.program else { throw Ended() }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [script] + arguments
        process.standardInput = try FileHandle(forReadingFrom: questions)
        process.standardOutput = output
        try process.run()
        let answers = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Ended() }
        return answers
    }

    /// Writes the pixels of a picture as a page hands them over: red, green, blue and opacity.
    package static func write(_ image: RGBImage, to file: URL) throws {
        var pixels = [UInt8](repeating: 255, count: 4 * image.width * image.height)
        for index in 0..<image.width * image.height {
            for color in 0..<3 { pixels[4 * index + color] = image.pixels[3 * index + color] }
        }
        try Data(pixels).write(to: file)
    }
}
