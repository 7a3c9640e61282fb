import Espy
import EspyPixels
import Testing

/// Choosing again which group counts.
@Suite struct CountClusterTests {
    /// Five of group 3, three of group 1, two of group 8, in a row.
    private func count(_ options: CountOptions = .init()) -> Count {
        let kinds = [3, 3, 3, 3, 3, 1, 1, 1, 8, 8]
        return .made(
            kinds.enumerated().map { index, kind in
                .init(at: 50 + 55 * Double(index), 200, cluster: kind, main: kind == 3, doubt: kind == 1 ? 0.7 : 0)
            }, options: options)
    }

    @Test func anotherGroup() throws {
        let other = try #require(count().counting(clusters: [1]))
        #expect(other.count == 3)
        #expect(other.main.allSatisfy { $0.cluster == 1 })
        #expect(other.clusters == [.init(id: 1, count: 3), .init(id: 3, count: 5), .init(id: 8, count: 2)])
        #expect(other.range == .init(low: 0, high: 3))
        #expect(other.detections.map(\.rect) == count().detections.map(\.rect))
    }

    @Test func severalGroupsBecomeOne() throws {
        let merged = try #require(count().counting(clusters: [3, 1]))
        #expect(merged.count == 8)
        #expect(merged.range == .init(low: 8, high: 8))
        #expect(merged.clusters == [.init(id: 3, count: 8), .init(id: 8, count: 2)])
        #expect(merged.detections.filter { $0.cluster == 3 }.allSatisfy { $0.main && $0.doubt == 0 })
    }

    @Test func groupsBesideTheCountedOneKeepTheirDoubt() throws {
        let merged = try #require(count().counting(clusters: [8, 1]))
        #expect(merged.count == 5)
        #expect(merged.range == .init(low: 2, high: 5))
        #expect(merged.clusters == [.init(id: 8, count: 5), .init(id: 3, count: 5)])
    }

    @Test func theCountedGroupAgainChangesNothing() {
        #expect(count().counting(clusters: [3]) == count())
        #expect(count().counting(clusters: [3, 3]) == count())
    }

    @Test func unknownGroups() {
        #expect(count().counting(clusters: [2]) == nil)
        #expect(count().counting(clusters: [3, 9]) == nil)
        #expect(count().counting(clusters: []) == nil)
        #expect(Count.made([Count.Detection]()).counting(clusters: [0]) == nil)
    }

    @Test func switchingThereAndBackIsTheSame() {
        #expect(count().counting(clusters: [1])?.counting(clusters: [3]) == count())
    }

    @Test func regionAndBorderHoldForOtherGroups() throws {
        // Only the right half; the last thing of group 8 is outside.
        let region = [(300.0, 0.0), (540, 0), (540, 400), (300, 400)].map { Point(x: $0.0, y: $0.1) }
        let all = try #require(count(.init(region: region)).counting(clusters: [8]))
        #expect(all.count == 1)
        #expect(all.clusters.first == .init(id: 8, count: 1))
        let whole = try #require(count(.init(border: .whole, region: region)).counting(clusters: [1]))
        #expect(whole.count == 3)
    }

    @Test func leftOutByTheBorderStaysLeftOut() throws {
        var edge = count()
        edge.detections[0].main = false
        let merged = try #require(edge.counting(clusters: [3, 8]))
        #expect(merged.count == 6)
        #expect(!merged.detections[0].main)
        #expect(merged.detections[0].cluster == 3)
    }
}
