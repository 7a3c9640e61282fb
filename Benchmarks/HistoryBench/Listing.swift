import Espy
import Foundation

/// Times what a user waits for when the history is opened: the file, the entries, and a thumbnail of each.
struct Listing {
    let path: String

    func run() async throws {
        let clock = ContinuousClock()
        var times: [Double] = []
        var shown = 0
        var bytes = 0
        for _ in 0..<21 {
            let start = clock.now
            let history = try History(path: path)
            let entries = try await history.entries(limit: 100)
            let pictures = try await history.thumbnails(of: entries)
            times.append((clock.now - start) / .milliseconds(1))
            shown = pictures.count
            bytes = pictures.values.reduce(0) { $0 + $1.count }
        }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let sorted = times.sorted()
        say(
            "listed \(shown) with \(bytes / 1_000) kB of pictures: \(sorted[10]) ms median, \(sorted[20]) ms at most; "
                + "file \(Double(size) / 1_000_000) MB")
    }
}
