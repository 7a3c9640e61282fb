import Espy
import EspyPixels
import EspyTestSupport
import Testing

/// The default pipeline with the shipped models, on pictures with known truth.
///
/// Skipped without the runtime, which `Scripts/setup` fetches, or without the models.
@Suite(.enabled(if: Shipped.areThere, "models or runtime are not there"), .serialized)
struct ShippedModelTests {
    private struct Outcome {
        let count, truth, marks, hits: Int

        func isWithin(_ share: Double) -> Bool { abs(Double(count - truth)) <= share * Double(truth) }
    }

    private func outcome(_ photo: [UInt8], _ truth: CountTruth) async throws -> Outcome {
        let count = try await Counter(models: try await Shipped.models).count(CountPhoto(photo))
        return Outcome(
            count: count.count, truth: truth.count, marks: count.main.count,
            hits: truth.hits(count.main.map(\.rect.center)))
    }

    @Test(arguments: CountFloors.trays) func traysAreCounted(floor: CountFloors.Tray) async throws {
        let (photo, truth) = try CountTruth.tray(floor.name)
        let found = try await outcome(photo, truth)
        #expect(found.hits >= floor.hits, "\(found)")
        #expect(found.marks - found.hits <= floor.wrong, "\(found)")
    }

    /// Skipped without the photos beside the repository.
    @Test(.enabled(if: PhotoSets.isThere, "the photos with truth lie outside the repository"))
    func photosAreCounted() async throws {
        var all: [(file: String, found: Outcome)] = []
        for (file, truth) in try CountTruth.photos() {
            all.append((file, try await outcome(try PhotoSets.bytes("count/\(file)"), truth)))
        }
        let report = all.map { "\($0.file): \($0.found.count) of \($0.found.truth), \($0.found.hits) hits" }
            .joined(separator: "\n")
        let pooled =
            Double(2 * all.reduce(0) { $0 + $1.found.hits })
            / Double(all.reduce(0) { $0 + $1.found.marks + $1.found.truth })
        #expect(pooled >= CountFloors.f1, "\(pooled)\n\(report)")
        for (share, floor) in [(0.05, CountFloors.within5), (0.1, CountFloors.within10)] {
            let reached = Double(all.count { $0.found.isWithin(share) }) / Double(all.count)
            #expect(reached >= floor, "\(reached) within \(share)\n\(report)")
        }
    }
}
