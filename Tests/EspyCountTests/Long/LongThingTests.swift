import Espy
import EspyPixels
import EspyTestSupport
import Synchronization
import Testing

/// Things many times as long as wide, side by side: rendered, and in a photo with known truth.
@Suite(.enabled(if: Shipped.areThere, "models or runtime are not there"), .serialized)
struct LongThingTests {
    private func count(_ image: RGBImage, _ options: CountOptions = .init()) async throws -> Count {
        try await Counter(models: try await Shipped.models, options: options).count(image)
    }

    private func strips(_ number: Int, _ length: Double, _ width: Double, _ gap: Double, _ degrees: Double) -> Strips {
        var strips = Strips()
        (strips.number, strips.length, strips.width) = (number, length, width)
        (strips.gap, strips.degrees) = (gap, degrees)
        return strips
    }

    private static let shapes: [(number: Int, length: Double, width: Double, gap: Double)] = [
        (12, 300, 30, 12), (16, 400, 20, 4), (9, 420, 14, 20), (18, 450, 15, 9),
    ]

    @Test(arguments: shapes, [0.0, 90, 30]) func eachCountsOnce(
        shape: (number: Int, length: Double, width: Double, gap: Double), degrees: Double
    ) async throws {
        let strips = strips(shape.number, shape.length, shape.width, shape.gap, degrees)
        let count = try await count(strips.image)
        #expect(count.count == shape.number)
        #expect(count.parameters.pipeline == .seeker)
        #expect(count.range.low <= shape.number)
        #expect(count.range.high >= shape.number)
        #expect(strips.boxes.allSatisfy { box in count.main.count { $0.rect.iou(box) > 0.6 } >= 1 })
        #expect(strips.quads.allSatisfy { quad in count.main.count { quad.contains($0.rect.center) } == 1 })
    }

    @Test(arguments: shapes, [0.0, 90, 30]) func eachLikeAnExampleCountsOnce(
        shape: (number: Int, length: Double, width: Double, gap: Double), degrees: Double
    ) async throws {
        let strips = strips(shape.number, shape.length, shape.width, shape.gap, degrees)
        let count = try await count(strips.image, CountOptions(like: strips.boxes[3]))
        #expect(count.count == shape.number)
        #expect(count.parameters.like == strips.boxes[3])
        #expect(strips.quads.allSatisfy { quad in count.main.count { quad.contains($0.rect.center) } == 1 })
    }

    @Test(arguments: [CountOptions.Pipeline.auto, .seeker]) func bothWaysLeadThere(
        pipeline: CountOptions.Pipeline
    )
        async throws
    {
        let count = try await count(Strips().image, CountOptions(pipeline: pipeline))
        #expect(count.count == 12)
    }

    @Test func regionAndBorderLimitWhatCounts() async throws {
        let upper = [Point(x: 0, y: 0), Point(x: 660, y: 0), Point(x: 660, y: 330), Point(x: 0, y: 330)]
        let image = Strips().image
        let half = try await count(image, CountOptions(region: upper))
        let rest = try await count(image, CountOptions(exclusions: [upper]))
        #expect(half.count == 6)
        #expect(rest.count == 6)
        #expect(half.parameters.region == upper)
        #expect(half.main.allSatisfy { $0.rect.center.y < 330 })
        let named = try await count(image, CountOptions(regions: [.init(name: "upper", corners: upper)]))
        #expect(named.regions.map(\.count) == [6])
    }

    @Test func progressRisesToTheEnd() async throws {
        let steps = Mutex<[CountProgress]>([])
        _ = try await Counter(models: try await Shipped.models).count(Strips().image) { step in
            steps.withLock { $0.append(step) }
        }
        let told = steps.withLock { $0 }
        #expect(told.map(\.fraction) == told.map(\.fraction).sorted())
        #expect(told.last == CountProgress(stage: .complete, fraction: 1))
        #expect(told.count { $0.stage == .complete } == 1)
    }

    /// Stripes that run from edge to edge have no ends, and might as well be a cloth.
    @Test(arguments: [0.0, 90, 30]) func stripesOfAClothAreNotCounted(degrees: Double) async throws {
        let count = try await count(strips(30, 2000, 20, 20, degrees).image)
        #expect(count.range.low == 0)
    }

    /// The gaps between stripes end where the stripes do.
    @Test func stripesOfASheetAreNotSure() async throws {
        var strips = Strips()
        (strips.sheet, strips.shift) = (Color(hex: 0xF0F0E8), 0)
        strips.thing = Color(hex: 0x8A2B2B)
        let count = try await count(strips.image)
        #expect(count.range.low == 0)
    }

    /// 14 strips of 500 by 20 pixels.
    @Test(
        .enabled(if: PhotoSets.has("reports/strips-14.jpg"), "the photo lies outside the repository"),
        arguments: [nil, Rect(x: 79, y: 156, width: 500, height: 20)])
    func stripsOfAPhoto(like: Rect?) async throws {
        let photo = try CountPhoto(try PhotoSets.bytes("reports/strips-14.jpg"))
        let count = try await Counter(models: try await Shipped.models, options: CountOptions(like: like)).count(photo)
        #expect(count.count == 14)
        #expect(count.range.low <= 14)
        #expect(count.range.high >= 14)
    }
}
