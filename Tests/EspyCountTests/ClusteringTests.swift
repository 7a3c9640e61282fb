import Espy
import EspyPixels
import Testing

struct ClusteringTests {
    /// Unit vectors around `kinds` directions, one kind after the other.
    private func blobs(_ counts: [Int], dimensions: Int, seed: Int) -> [[Float]] {
        var random = ParityRandom(seed: seed)
        return counts.flatMap { count -> [[Float]] in
            let center = (0..<dimensions).map { _ in Float(random.unit() - 0.5) }
            return (0..<count).map { _ in unit(center.map { $0 + Float(random.unit() - 0.5) * 0.2 }) }
        }
    }

    private func unit(_ vector: [Float]) -> [Float] {
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return vector.map { $0 / length }
    }

    /// The number of things in each group.
    private func sizes(_ labels: [Int]) -> [Int] {
        Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +).values.sorted()
    }

    @Test func kindsAreToldApart() async throws {
        let labels = try #require(
            AgglomerativeClustering.labels(of: blobs([5, 9, 2], dimensions: 32, seed: 1), similarity: 0.8))
        #expect(sizes(labels) == [2, 5, 9])
        #expect(Set(labels[0..<5]).count == 1)
        #expect(labels.count { $0 == labels[5] } == 9)
    }

    /// Distances of exactly 1, as the mean of one half and one and a half.
    @Test func aMergeAtExactlyTheThresholdIsNotMade() {
        let tree = AgglomerativeClustering.tree(Condensed<Double>(count: 3, values: [0.25, 0.5, 1.5]))
        #expect(tree?.labels(below: 1) == [0, 0, 1] || tree?.labels(below: 1) == [1, 1, 0])
        #expect(tree?.labels(below: 1.0001) == [0, 0, 0])
        #expect(tree?.distances == [0.25, 1])
    }

    @Test func oneOrNoneNeedsNoOther() async {
        #expect(AgglomerativeClustering.labels(of: [[1, 0]], similarity: 0.8) == [0])
        #expect(AgglomerativeClustering.labels(of: [], similarity: 0.8) == [])
    }

    @Test func vectorsWithoutLengthAreLikeNothing() async {
        let vectors: [[Float]] = [[0, 0], [1, 0], [0, 0], [1, 0]]
        let labels = AgglomerativeClustering.labels(of: vectors, similarity: 0.5) ?? []
        #expect(Set(labels).count == 3)
        #expect(labels[1] == labels[3])
    }

    /// Single precision changes nothing unless two merges are at nearly the same distance.
    @Test(arguments: [2, 3, 5, 41, 130]) func fastDistancesGiveTheSameGroups(count: Int) async throws {
        let vectors = blobs([count, 1, count / 2], dimensions: 19, seed: count)
        let exact = try #require(CosineDistances.exact(vectors).flatMap { AgglomerativeClustering.tree($0) })
        let fast = try #require(AgglomerativeClustering.tree(of: vectors, precisely: false))
        for (first, second) in zip(fast.distances, exact.distances) { #expect(abs(first - second) < 1e-6) }
        for threshold in [0.05, 0.2, 0.6] {
            #expect(fast.labels(below: threshold) == exact.labels(below: threshold))
        }
    }

    /// More vectors than are clustered in double precision.
    @Test func manyVectorsFallIntoTheirKinds() async throws {
        let counts = [700, 300, 500, 1]
        let labels = try #require(
            AgglomerativeClustering.labels(of: blobs(counts, dimensions: 64, seed: 9), similarity: 0.8))
        #expect(sizes(labels) == counts.sorted())
        #expect(Set(labels[0..<700]).count == 1)
    }

    @Test func cancelledWorkGivesNothing() async {
        let vectors = blobs([1200], dimensions: 16, seed: 3)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return AgglomerativeClustering.labels(of: vectors, similarity: 0.8)
        }
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test func tiesGoToTheLowestLabelOrAfterAMergeToTheFirstSeen() {
        let apart = (0..<5).map { Rect(x: 30 * Double($0), y: 0, width: 10, height: 10) }
        #expect(ReferenceGroups(boxes: apart, labels: [3, 1, 1, 3, 2]).main == 1)
        // One of the three in the largest group overlaps another, so two groups of two are left.
        #expect(ReferenceGroups(boxes: apart + [apart[0]], labels: [5, 3, 5, 3, 2, 5]).main == 5)
        #expect(ReferenceGroups(boxes: [], labels: []).main == nil)
    }

    @Test func rowsAreReadFromTheLeft() {
        let centers = [(50.0, 12.0), (10, 10), (30, 8), (12, 40), (48, 43)]
        let boxes = centers.map { Rect(x: $0.0 - 5, y: $0.1 - 5, width: 10, height: 10) }
        #expect(readingOrder(of: boxes) == [1, 2, 0, 3, 4])
        #expect(readingOrder(of: []).isEmpty)
    }
}
