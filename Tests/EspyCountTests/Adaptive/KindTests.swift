import Espy
import EspyPixels
import Testing

struct KindTests {
    private func things(_ count: Int, side: Double = 20, score: Double = 0.9) -> [Candidate] {
        (0..<count).map {
            Candidate(rect: Rect(x: 30 * Double($0), y: side, width: side, height: side), objectness: score)
        }
    }

    private func vectors(_ counts: (Int, [Float])...) -> [[Float]] {
        counts.flatMap { Array(repeating: $1, count: $0) }
    }

    private func kinds(
        _ candidates: [Candidate], _ vectors: [[Float]]?, example: Int? = nil, similarity: Double = 0.6
    ) async throws -> Clustering {
        try #require(Clustering(candidates, vectors: vectors, similarity: similarity, example: example))
    }

    /// The size of each group; the one to count comes first.
    private func sizes(_ kinds: Clustering) -> [Int] { kinds.order.map { label in kinds.labels.count { $0 == label } } }

    @Test func thingsAlikeAreOneGroup() async throws {
        let found = try await kinds(things(20), vectors((12, [1, 0]), (8, [0, 1])))
        #expect(sizes(found) == [12, 8])
        #expect(Set(found.labels[..<12]).count == 1)
        #expect(Set(found.labels[12...]).count == 1)
    }

    @Test func aFewWellSeenOutweighManyPoorOnes() async throws {
        let candidates = things(5, score: 0.9) + things(10, score: 0.4)
        #expect(sizes(try await kinds(candidates, vectors((5, [1, 0]), (10, [0, 1])))) == [5, 10])
    }

    @Test func fewWholeThingsOutweighTheirManyParts() async throws {
        let candidates = things(4, side: 100) + things(6)
        #expect(sizes(try await kinds(candidates, nil)) == [4, 6])
    }

    @Test func exampleOutweighsAll() async throws {
        let looks = vectors((1, [0, 1]), (12, [1, 0]), (1, [0, 1]))
        #expect(sizes(try await kinds(things(14), looks)) == [12, 2])
        #expect(sizes(try await kinds(things(14), looks, example: 0)) == [2, 12])
    }

    @Test func withoutLooksSizeTellsKindsApart() async throws {
        #expect(sizes(try await kinds(things(10) + things(4, side: 100), nil)) == [10, 4])
        #expect(sizes(try await kinds(things(10) + things(4, side: 60), nil)) == [14])
    }

    @Test func looksAndSizeAddUp() async throws {
        // A cosine of 0.8, or twice the side: one kind. Both together: two.
        let (same, other): ([Float], [Float]) = ([1, 0], [0.75, 0.6614])
        let small = things(6)
        #expect(sizes(try await kinds(small + things(6), vectors((6, same), (6, other)))) == [12])
        #expect(sizes(try await kinds(small + things(6, side: 40), vectors((12, same)))) == [12])
        #expect(sizes(try await kinds(small + things(6, side: 40), vectors((6, same), (6, other)))) == [6, 6])
    }

    @Test func similarityDecidesHowMuchAlike() async throws {
        let looks = vectors((6, [1, 0]), (6, [0.8, 0.6]))
        #expect(sizes(try await kinds(things(12), looks, similarity: 0.7)) == [12])
        #expect(sizes(try await kinds(things(12), looks, similarity: 0.9)) == [6, 6])
    }

    @Test func noneAndOne() async throws {
        let none = try await kinds([], [])
        #expect(none.labels.isEmpty)
        #expect(none.order.isEmpty)
        #expect(sizes(try await kinds(things(1), [[1, 0]])) == [1])
    }

    @Test func cancelledWorkHasNoKinds() async {
        let candidates = things(30)
        let task = Task { () async -> Clustering? in
            while !Task.isCancelled { await Task.yield() }
            return Clustering(candidates, vectors: nil, similarity: 0.6, example: nil)
        }
        task.cancel()
        #expect(await task.value == nil)
    }
}
