import Espy
import EspyPixels
import EspyTestSupport
import Foundation
import Testing

/// The whole way from a photo to a count, with the graphs of the pilot.
@Suite(.enabled(if: Pilot.isThere, "the pilot's graphs are not there")) struct SeekerPipelineTests {
    private func photo(_ name: String) throws -> CountPhoto {
        try CountPhoto([UInt8](Data(contentsOf: PhotoSets.folder.appendingPathComponent("count/\(name)"))))
    }

    private func count(_ photo: CountPhoto, _ options: CountOptions = .init(pipeline: .seeker)) async throws -> Count {
        try await Counter(models: try await Pilot.models, options: options).count(photo)
    }

    @Test func coinsAreCountedWithoutAnExample() async throws {
        let count = try await count(try photo("coins_water.jpg"))
        #expect(abs(count.count - 24) <= 1)
        #expect(count.range.low <= 24)
        #expect(count.range.high >= 24)
        #expect(count.model.detector == "pilot")
        #expect(count.parameters.pipeline == .seeker)
        let alternatives = try #require(count.alternatives)
        #expect(alternatives.first?.count == count.count)
        #expect(alternatives.first?.cluster == 0)
        #expect(alternatives.count <= 4)
        #expect(alternatives.reduce(0) { $0 + $1.confidence } <= 1.001)
    }

    @Test func allLikeTheExampleAreFound() async throws {
        let like = Rect(x: 349, y: 488.5, width: 195, height: 195)
        let count = try await count(try photo("sample1.JPG"), CountOptions(pipeline: .seeker, like: like))
        #expect(abs(count.count - 56) <= 2)
    }

    @Test func regionsAndBordersLimitWhatCounts() async throws {
        let photo = try photo("coins_water.jpg")
        let (width, height) = (Double(photo.width), Double(photo.height))
        let left = [
            Point(x: 0, y: 0), Point(x: width / 2, y: 0), Point(x: width / 2, y: height), Point(x: 0, y: height),
        ]
        let all = try await count(photo)
        let half = try await count(photo, CountOptions(pipeline: .seeker, region: left))
        let rest = try await count(photo, CountOptions(pipeline: .seeker, exclusions: [left]))
        #expect(half.count > 0)
        #expect(rest.count > 0)
        #expect(half.count + rest.count == all.count)
        #expect(half.main.allSatisfy { $0.rect.center.x <= width / 2 })
    }

    @Test func similarityMovesTheCountBothWays() async throws {
        let photo = try photo("coins_water.jpg")
        let usual = try await count(photo)
        let strict = try await count(photo, CountOptions(pipeline: .seeker, similarity: 0.99))
        let loose = try await count(photo, CountOptions(pipeline: .seeker, similarity: 0.5))
        #expect(strict.count <= usual.count)
        #expect(usual.count <= loose.count)
    }

    /// Lowering the threshold reveals the next candidates.
    @Test func candidatesGoOnWhereTheFindsEnd() async throws {
        let photo = try photo("coins_water.jpg")
        let count = try await count(photo)
        let candidates = try #require(count.candidates)
        let least = try #require(count.detections.filter { $0.cluster == 0 }.map(\.confidence).min())
        #expect(!candidates.isEmpty)
        #expect(candidates.allSatisfy { $0.confidence <= least + 0.001 })
        #expect(candidates.map(\.confidence) == candidates.map(\.confidence).sorted(by: >))
        let loose = try await self.count(photo, CountOptions(pipeline: .seeker, similarity: 0.2))
        #expect(loose.count > count.count)
        // A looser count accepts the next candidates.
        let next = candidates.prefix(max(loose.count - count.detections.count, 1))
        #expect(next.allSatisfy { one in loose.main.contains { $0.rect.center.distance(to: one.rect.center) < 0.2 } })
    }

    @Test func groupsAreTheExplanations() async throws {
        let count = try await count(try photo("gears.jpg"))
        for alternative in count.alternatives?.dropFirst() ?? [] {
            let id = try #require(alternative.cluster)
            #expect(count.counting(clusters: [id])?.count == alternative.count)
        }
    }

    @Test func theSamePhotoIsAnsweredTheSame() async throws {
        let photo = try photo("coins_silver9.jpg")
        let first = try await count(photo)
        #expect(try await count(photo).detections == first.detections)
    }

    @Test func cancellingEndsTheWork() async throws {
        let (photo, models) = (try photo("nuts_image_360.jpg"), try await Pilot.models)
        let work = Task { try await Counter(models: models, options: CountOptions(pipeline: .seeker)).count(photo) }
        work.cancel()
        await #expect(throws: CountError.cancelled) { try await work.value }
    }
}
