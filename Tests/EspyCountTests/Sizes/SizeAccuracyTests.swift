import Espy
import EspySamples
import EspyTestSupport
import Foundation
import Testing

/// Sizes measured by the shipped models, compared with those of the repository's rendered trays.
@Suite(.enabled(if: Shipped.areThere, "models or runtime are not there"), .serialized)
struct SizeAccuracyTests {
    /// Ceilings of the median error of areas and lengths. They are only ever lowered.
    @Test(arguments: [
        ("coins", 0.033, 0.02), ("tarts-5x7", 0.06, 0.018), ("capsules", 0.065, 0.014), ("one-orange", 0.015, 0.01),
    ])
    func medianErrors(tray: String, areas: Double, lengths: Double) async throws {
        let file = CountTruth.trays.appendingPathComponent(tray)
        let photo = try CountPhoto([UInt8](Data(contentsOf: file.appendingPathExtension("jpg"))))
        let text = try String(contentsOf: file.appendingPathExtension("json"), encoding: .utf8)
        let truth = try TrayTruth(json: text)
        let options = CountOptions(measuring: Measuring())
        let count = try await Counter(models: try await Shipped.models, options: options).count(photo)
        var (area, length): ([Double], [Double]) = ([], [])
        for thing in truth.things where !thing.cut && thing.visible > 0.98 {
            let found = count.detections.max { $0.rect.iou(thing.box) < $1.rect.iou(thing.box) }
            guard let found, found.rect.iou(thing.box) > 0.5, let size = found.size else { continue }
            area.append(abs(size.area / thing.area - 1))
            length.append(abs(size.length / thing.length - 1))
        }
        #expect(2 * area.count > truth.things.count, "\(area.count) of \(truth.things.count)")
        #expect(area.sorted()[area.count / 2] < areas, "\(area.sorted())")
        #expect(length.sorted()[length.count / 2] < lengths, "\(length.sorted())")
    }
}
