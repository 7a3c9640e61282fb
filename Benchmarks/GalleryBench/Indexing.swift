import Espy
import Foundation

/// Indexes folders, and prints the results.
struct Indexing {
    let path: String

    func run(jobs: Int, folders: [String]) async throws {
        let gallery = try Gallery(path: path, patience: .seconds(60))
        for folder in folders {
            try await gallery.addFolder(URL(fileURLWithPath: folder).path, at: 1_700_000_000)
        }
        let start = ContinuousClock.now
        let clock: @Sendable () -> Double = { (ContinuousClock.now - start) / .seconds(1) }
        let indexer = GalleryIndexer(
            gallery: gallery, analyzer: PlainAnalyzer.analyzer, options: IndexingOptions(jobs: jobs), clock: clock,
            words: { "\($0)" })
        say("begin")
        let summary = try await indexer.run()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        say(String(decoding: try encoder.encode(summary), as: UTF8.self))
        say("seconds \(clock()) peak \(Self.peakMegabytes) MB")
    }

    /// The peak memory of this process.
    private static var peakMegabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Int($0.filter(\.isNumber)) } ?? 0) / 1024
    }
}
