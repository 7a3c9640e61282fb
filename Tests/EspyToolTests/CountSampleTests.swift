import Espy
import EspyTool
import Foundation
import Testing

/// `espy count` on the committed trays, with the models that come with the program. Without them there is nothing to
/// count with, and these tests are skipped.
@Suite(.enabled(if: ShippedModels.areThere))
struct CountSampleTests {
    private func path(_ name: String) -> String { Repository.path("Tests/Samples/count/\(name).jpg") }

    private struct Truth: Decodable {
        struct Thing: Decodable {
            let kind: Int
            let center: Point
            let box: Rect
        }

        let count: Int
        let things: [Thing]

        /// Those that count.
        var main: [Thing] {
            let sizes = Dictionary(things.map { ($0.kind, 1) }, uniquingKeysWith: +)
            let kind = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
            return things.filter { $0.kind == kind }
        }
    }

    private func truth(_ name: String) throws -> Truth {
        try JSONDecoder().decode(
            Truth.self, from: Data(try Repository.text("Tests/Samples/count/\(name).json").utf8))
    }

    private func count(_ name: String) async throws -> Count {
        let ending = try shell("$espy count '\(path(name))' --json -q --no-history")
        return try JSONDecoder().decode(Count.self, from: Data(ending.out.utf8))
    }

    /// Floors: at most this far from the truth, and at least this share of the true things marked.
    @Test(arguments: [
        ("tarts-5x7", 2, 0.9), ("vials-6x10", 6, 0.9), ("coins", 2, 0.9), ("capsules", 10, 0.85), ("one-orange", 0, 1),
        ("empty", 0, 1),
    ])
    func samplesAreCounted(name: String, error: Int, recall: Double) async throws {
        let truth = try truth(name)
        let found = try await count(name)
        #expect(abs(found.count - truth.count) <= error, "\(found.count) of \(truth.count)")
        let marked = truth.main.count { thing in
            found.main.contains {
                let (reach, center) = (0.35 * min(thing.box.width, thing.box.height), $0.rect.center)
                return abs(center.x - thing.center.x) <= reach && abs(center.y - thing.center.y) <= reach
            }
        }
        #expect(Double(marked) >= recall * Double(truth.count), "\(marked) of \(truth.count) are marked")
    }

    @Test func exampleOfTheOtherKindCountsThat() async throws {
        let truth = try truth("coins")
        let button = try #require(truth.things.first { $0.kind == 1 })
        let box = [button.box.x, button.box.y, button.box.width, button.box.height].map { String($0) }
        let ending = try shell(
            "$espy count '\(path("coins"))' --like \(box.joined(separator: ",")) -q --no-history")
        let buttons = truth.things.count { $0.kind == 1 }
        #expect(abs((Int(ending.out.dropLast()) ?? 0) - buttons) <= 1, "\(ending.out) of \(buttons)")
    }
}
