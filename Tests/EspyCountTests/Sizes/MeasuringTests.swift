import Espy
import EspyPixels
import Foundation
import Synchronization
import Testing

/// Ellipses of known size that a fake detector finds.
struct MeasuringTests {
    /// 20, 30, 40 and 50 pixels wide, 20 high.
    private static let boxes = (0..<4).map {
        Rect(x: 30 + 120 * Double($0), y: 60, width: 20 + 10 * Double($0), height: 20)
    }
    private static let coin = Rect(x: 300, y: 250, width: 60, height: 60)
    private static let image = RGBImage.ellipses(boxes + [coin])

    private func count(
        _ measuring: Measuring?, coin: Bool = false, image: RGBImage = image
    ) async throws -> Count {
        var models = CountModels(detector: .fake(Self.boxes + (coin ? [Self.coin] : [])))
        models.outliner = ThingOutliner.bright()
        let options = CountOptions(
            pipeline: .reference, filtersSize: false, filtersAspect: false, measuring: measuring)
        return try await Counter(models: models, options: options).count(image)
    }

    private func isNear(_ value: Double?, _ truth: Double, _ share: Double = 0.015) -> Bool {
        value.map { abs($0 / truth - 1) < share } ?? false
    }

    @Test func nothingIsMeasuredUnasked() async throws {
        let count = try await count(nil)
        #expect(count.count == 4)
        #expect(count.sizes == nil)
        #expect(count.detections.allSatisfy { $0.size == nil })
        #expect(!count.csv().contains("length"))
    }

    @Test func pixelsAreTheUnitWithoutAScale() async throws {
        let sizes = try #require(try await count(Measuring()).sizes)
        #expect(sizes.unit == "px")
        #expect(sizes.measured == 4)
        #expect(isNear(sizes.length.median, 35))
        #expect(isNear(sizes.length.least, 20))
        #expect(isNear(sizes.length.most, 50))
        #expect(isNear(sizes.width.mean, 20))
        #expect(isNear(sizes.area.most, .pi / 4 * 50 * 20))
        #expect(sizes.length.histogram.counts.reduce(0, +) == 4)
    }

    @Test func scalesTurnPixelsIntoLengths() async throws {
        let count = try await count(Measuring(scale: LengthScale(pixelsPerUnit: 10, unit: .millimeter)))
        let sizes = try #require(count.sizes)
        #expect(sizes.unit == "mm")
        #expect(isNear(sizes.length.median, 3.5))
        #expect(isNear(sizes.area.least, .pi / 4 * 4))
        let table = count.table()
        #expect(table.columns.suffix(5) == ["length_mm", "width_mm", "diameter_mm", "area_mm2", "color"])
        #expect(isNear(Double(table.rows[0][9]), 2))
        #expect(count.stages.last?.name == "measuring")
    }

    @Test func limitsLeaveOutWhatIsTooSmallOrTooLarge() async throws {
        let scale = LengthScale(pixelsPerUnit: 10, unit: .millimeter)
        let count = try await count(Measuring(scale: scale, smallest: 2.5, largest: 4.5))
        #expect(count.count == 2)
        #expect(count.main.map(\.width) == [30, 40])
        #expect(count.range.low <= 2)
        #expect(count.range.high >= 2)
        #expect(count.clusters.first?.count == 2)
        #expect(count.detections.count == 4, "what does not count is told all the same")
        let none = try await self.count(Measuring(smallest: 300))
        #expect(none.count == 0)
        #expect(none.sizes == nil)
    }

    @Test func aThingOfKnownLengthGivesTheScaleAndIsNotCounted() async throws {
        let reference = Measuring.Reference(box: Self.coin.expanded(by: 2), length: 24, unit: .millimeter)
        let count = try await count(Measuring(reference: reference), coin: true)
        #expect(count.count == 4)
        #expect(isNear(count.scale?.pixelsPerUnit, 60.0 / 24))
        #expect(isNear(count.sizes?.length.most, 20))
        let empty = Measuring.Reference(box: Rect(x: 500, y: 300, width: 40, height: 40), length: 24, unit: .millimeter)
        await #expect(throws: CountError.unusableReference(empty.box)) {
            try await self.count(Measuring(reference: empty))
        }
    }

    @Test(arguments: [
        (Measuring(scale: LengthScale(pixelsPerUnit: 0, unit: .inch)), CountError.unusableScale),
        (Measuring(scale: LengthScale(pixelsPerUnit: .nan, unit: .inch)), .unusableScale),
        (Measuring(smallest: 5, largest: 4), .unusableLimits), (Measuring(smallest: -1), .unusableLimits),
        (
            Measuring(reference: .init(box: Rect(x: 0, y: 0, width: 9, height: 9), length: -2, unit: .meter)),
            .unusableScale
        ),
        (
            Measuring(reference: .init(box: Rect(x: 0, y: 0, width: 0, height: 9), length: 2, unit: .meter)),
            .unusableExample(Rect(x: 0, y: 0, width: 0, height: 9))
        ),
    ])
    func whatCannotBe(measuring: Measuring, error: CountError) async throws {
        await #expect(throws: error) { try await self.count(measuring) }
    }

    @Test func withoutTheModelItIsSaid() async throws {
        let counter = Counter(
            models: CountModels(detector: .fake(Self.boxes)),
            options: CountOptions(pipeline: .reference, measuring: Measuring()))
        await #expect(throws: CountError.model(.missingModel(id: "espy-outliner", path: ""))) {
            try await counter.count(Self.image)
        }
    }

    /// The analyzed picture has half the size of the file.
    @Test func sizesAreInPixelsOfTheFile() async throws {
        var models = CountModels(detector: .fake(Self.boxes))
        models.outliner = ThingOutliner.bright()
        let scale = LengthScale(pixelsPerUnit: 20, unit: .millimeter)
        let options = CountOptions(
            pipeline: .reference, filtersSize: false, filtersAspect: false,
            measuring: Measuring(scale: scale, smallest: 2.5))
        let photo = CountPhoto(Self.image, width: 1200, height: 800)
        let count = try await Counter(models: models, options: options).count(photo)
        #expect(count.scale == scale)
        #expect(count.parameters.measuring?.scale == scale)
        #expect(isNear(count.main.last?.size?.length, 100))
        #expect(isNear(count.sizes?.length.most, 5))
        #expect(count.count == 3)
        let outline = try #require(count.main.last?.size?.outline)
        #expect(isNear(area(of: outline), count.main.last?.size?.area ?? 0, 0.005))
    }

    @Test func progressEndsWithMeasuring() async throws {
        let seen = Mutex<[CountProgress]>([])
        var models = CountModels(detector: .fake(Self.boxes))
        models.outliner = ThingOutliner.bright()
        let options = CountOptions(pipeline: .reference, measuring: Measuring())
        _ = try await Counter(models: models, options: options).count(Self.image) { step in
            seen.withLock { $0.append(step) }
        }
        let steps = seen.withLock { $0 }
        #expect(steps.suffix(2).map(\.stage) == [.measuring, .complete])
        #expect(steps.last?.fraction == 1)
        #expect(steps.count { $0.stage == .complete } == 1)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
    }

    @Test func optionsAndResultsAreKept() async throws {
        let count = try await count(Measuring(scale: LengthScale(pixelsPerUnit: 3, unit: .inch), largest: 9))
        let data = try JSONEncoder().encode(count)
        #expect(try JSONDecoder().decode(Count.self, from: data) == count)
        let answer = try JSONSerialization.jsonObject(with: JSONEncoder().encode(CountAnswer(count, file: "a.jpg")))
        #expect(((answer as? [String: Any])?["sizes"] as? [String: Any])?["unit"] as? String == "in")
    }

    @Test func otherProgramsGetOutlines() async throws {
        let count = try await count(Measuring())
        let coco = try JSONSerialization.jsonObject(
            with: Data(try MarkFormat.coco.bytes(of: count, file: "a.jpg", name: "tart")))
        let thing = try #require(((coco as? [String: Any])?["annotations"] as? [[String: Any]])?.last)
        let outline = try #require((thing["segmentation"] as? [[Double]])?.first)
        #expect(isNear(thing["area"] as? Double, .pi / 4 * 50 * 20))
        #expect(outline.count >= 40)
        for format in [MarkFormat.labelme, .imagej] {
            let photo = try #require(try MarkFile.photos(in: format.bytes(of: count, file: "a.jpg", name: "x")).first)
            #expect(photo.marks.count == 4)
            for (mark, box) in zip(photo.marks, Self.boxes) {
                guard case .box(let found) = mark.place else { continue }
                #expect(found.iou(box) > 0.9, "\(format): \(found)")
            }
        }
    }

    @Test func othersThatAreChosenKeepTheLimits() {
        let scale = LengthScale(pixelsPerUnit: 1, unit: .millimeter)
        func thing(_ x: Double, _ side: Double, cluster: Int) -> Count.Detection {
            var found = Count.Detection(at: x, 100, side: side, cluster: cluster, main: cluster == 0)
            found.size = Count.Size(outline: Quad(found.rect).corners, color: "#000000")
            return found
        }
        var count = Count.made(
            [thing(50, 40, cluster: 0), thing(150, 40, cluster: 1), thing(250, 20, cluster: 1)],
            options: CountOptions(pipeline: .reference, measuring: Measuring(scale: scale, smallest: 30)))
        count.scale = scale
        #expect(count.counting(clusters: [1])?.main.map(\.x) == [130])
    }
}
