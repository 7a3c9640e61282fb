import EspyCount
import EspyPixels
import Testing

/// Which finds count if all things of a recipe are the same.
@Suite struct UniformityTests {
    /// The first few are of the right kind, and look like the examples; the others only share their shape.
    private func finds(_ scores: [Double]) -> [SeekerFind] {
        scores.enumerated().map {
            SeekerFind(box: Rect(x: 20 * Double($0.offset), y: 10, width: 16, height: 16), score: $0.element)
        }
    }

    private let scores = [0.94, 0.93, 0.93, 0.92, 0.75, 0.74]

    @Test func whatLooksDifferentLosesWhereThingsAreTheSame() {
        let (found, likeness) = (finds(scores), [0.985, 0.985, 0.985, 0.985, 0.92, 0.92])
        let uniformity = Uniformity(Array(likeness.prefix(4)), within: Uniformity.ofRecipes)
        #expect(uniformity.value == 1)
        let weakened = uniformity.weakened(found, likeness: likeness).map(\.score)
        #expect(zip(weakened, scores).prefix(4).allSatisfy { abs($0 - $1) < 1e-9 }, "\(weakened)")
        #expect(weakened.dropFirst(4).allSatisfy { $0 < 0.5 }, "\(weakened)")
    }

    @Test func nothingFollowsWhereThingsDiffer() {
        let (found, likeness) = (finds(scores), [0.94, 0.9, 0.93, 0.91, 0.85, 0.8])
        let uniformity = Uniformity(Array(likeness.prefix(4)), within: Uniformity.ofRecipes)
        #expect(uniformity.value == 0)
        let weakened = uniformity.weakened(found, likeness: likeness)
        #expect(zip(weakened, found).allSatisfy { abs($0.score - $1.score) < 1e-9 && $0.box == $1.box })
        #expect(Uniformity([], within: Uniformity.ofRecipes).weakened([], likeness: []).isEmpty)
    }
}
