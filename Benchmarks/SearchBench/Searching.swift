import Dispatch
import Espy
import Foundation

/// Times many queries to a gallery.
struct Searching {
    let path: String

    /// The day of all queries.
    private static let now = 1_763_726_400

    func run(count: Int) async throws {
        let start = DispatchTime.now()
        let first = try Gallery(path: path)
        _ = try await first.search("", limit: 100, now: Self.now)
        say(["kind": "first page, cold", "first": [Self.since(start)], "again": []])
        var random = Random(seed: 2)
        for (kind, queries) in Self.queries(count, &random) {
            // Each kind of query starts with only the photos in memory. Texts only get a meaning if that is measured;
            // otherwise, it
            // would be included in every measurement.
            let gallery = try Gallery(path: path, texts: kind.hasPrefix("meaning") ? InventedTexts.meaning : nil)
            _ = try await gallery.search("", limit: 100, now: Self.now)
            var times: [[Double]] = []
            var work: [[Double]] = []
            var found = 0
            for _ in 0..<2 {
                var round: [Double] = []
                var processor: [Double] = []
                for (index, query) in queries.enumerated() {
                    let (start, busy) = (DispatchTime.now(), clock())
                    found += try await ask(gallery, kind, query, index)
                    round.append(Self.since(start))
                    // Processor time of all threads: the cost on a shared machine.
                    processor.append(Double(clock() - busy) / Double(CLOCKS_PER_SEC) * 1e3)
                }
                times.append(round)
                work.append(processor)
            }
            say([
                "kind": kind, "first": times[0], "again": times[1], "work": work[0], "workAgain": work[1],
                "found": Double(found) / Double(2 * queries.count),
                "all": queries,
            ])
        }
    }

    private func ask(_ gallery: Gallery, _ kind: String, _ query: String, _ index: Int) async throws -> Int {
        switch kind {
        case "facets": return try await gallery.facets(query, now: Self.now).tags.count
        case "timeline": return try await gallery.timeline(query, now: Self.now)?.count ?? 0
        case "suggestions": return try await gallery.suggestions(query, now: Self.now).count
        case "albums": return try await gallery.albums(now: Self.now).count
        case "page anywhere": return try await gallery.search("", offset: index * 397, limit: 100, now: Self.now).total
        default: return try await gallery.search(query, limit: 100, now: Self.now).total
        }
    }

    private static func queries(_ count: Int, _ random: inout Random) -> [(String, [String])] {
        func several(_ make: (inout Random) -> String) -> [String] { (0..<count).map { _ in make(&random) } }
        func tag(_ random: inout Random) -> String { Words.tags[random.below(Words.tags.count)] }
        let colors = ColorName.allCases.map(\.rawValue)
        return [
            ("page anywhere", several { _ in "" }),
            ("rare word", several { Words.name($0.below(5_000)) }),
            ("common word", ["img", "holiday", "italy", "family", "work", "garden", "hiking", "birthday"]),
            ("beginning", several { String(Words.name($0.below(5_000)).prefix(4)) + "*" }),
            ("phrase", ["canon eos", "eos 80d", "pixel 6", "iphone 12", "nikon d750"].map { "\"\($0)\"" }),
            ("tag", several { "tag:\"\(tag(&$0))\"" }),
            ("tag word", several { tag(&$0) }),
            ("two words", several { "\(tag(&$0)) \(tag(&$0))" }),
            ("general word", ["animal", "vehicle", "food", "nature", "outdoor", "building", "pet", "furniture"]),
            ("color", colors.map { "color:\($0)" }),
            (
                "filters",
                several { "\(tag(&$0)) color:\(colors[$0.below(16)]) -\(tag(&$0)) date:\(2010 + $0.below(16))" }
            ),
            ("dates", several { "date:\(2010 + $0.below(15))-0\(1 + $0.below(9)).." }),
            ("near", several { "near:\(35 + $0.below(40)),\($0.below(50)),\(5 + $0.below(100))km" }),
            ("camera", ["camera:canon", "camera:\"pixel 6\"", "camera:nikon", "camera:iphone"]),
            ("similar", several { "similar:\(1 + $0.below(20_000))" }),
            ("meaning", several { "like:\"\(Words.name($0.below(9_000))) \(tag(&$0))\"" }),
            ("meaning, nothing fits", several { "like:\"\(Words.name($0.below(9_000)))\"" }),
            (
                "meaning of words",
                several { "\(tag(&$0)) \(Words.name($0.below(9_000))) date:\(2010 + $0.below(16)).." }
            ),
            ("timeline", several { tag(&$0) }),
            ("facets", several { tag(&$0) }),
            ("suggestions", several { String(tag(&$0).prefix(2)) }),
            ("albums", ["", ""]),
        ]
    }

    private static func since(_ start: DispatchTime) -> Double {
        Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e6
    }

    private func say(_ line: [String: Any]) {
        guard let bytes = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys]) else { return }
        FileHandle.standardOutput.write(bytes + Data("\n".utf8))
    }
}

/// Finds similar hashes among many.
enum Pairing {
    static func run(count: Int) {
        var random = Random(seed: 3)
        var hashes = (0..<max(1, count - count / 20)).map { _ in random.next() & ~1 }
        while hashes.count < count {
            let turned = PerceptualHash.orientations(of: hashes[random.below(hashes.count)])[random.below(8)]
            hashes.append(turned ^ (1 << UInt64(1 + random.below(63))))
        }
        let start = DispatchTime.now()
        var pairs = 0
        HashPairs(hashes).visit(wants: { _, _ in true }, pair: { _ in pairs += 1 })
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        print("{\"hashes\": \(count), \"pairs\": \(pairs), \"seconds\": \(seconds)}")
    }
}
