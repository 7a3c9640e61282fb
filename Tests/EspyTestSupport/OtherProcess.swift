import Foundation

/// A separate process that uses a history or a gallery: see Benchmarks/HistoryBench and Benchmarks/GalleryBench.
package final class OtherProcess {
    private let process = Process()
    private let output = Pipe()
    private var written = Data()

    package convenience init(_ arguments: String...) throws { try self.init(program: "HistoryBench", arguments) }

    package convenience init(program: String, _ arguments: String...) throws {
        try self.init(program: program, arguments)
    }

    private init(program: String, _ arguments: [String]) throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent(program)
        process.arguments = arguments
        process.standardOutput = output
        // It may be killed while it writes its coverage profile, which then could not be merged.
        process.environment = ProcessInfo.processInfo.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits until it has written something.
    package func waitForOutput() { written += output.fileHandleForReading.availableData }

    /// - Returns: the lines that it wrote, without an incomplete last one.
    package func lines(killing: Bool = false) throws -> [String] {
        if killing { kill(process.processIdentifier, SIGKILL) }
        written += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: written, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    package var status: Int32 { process.terminationStatus }
}
