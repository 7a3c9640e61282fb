import Espy
import EspyPixels
import Testing

/// What corrections teach a recipe.
struct RecipeLearningTests {
    private let photo = CountPhoto(
        RGBImage(width: 600, height: 400, pixels: [UInt8](repeating: 90, count: 600 * 400 * 3)), width: 600, height: 400
    )

    private func recipe(_ examples: Int = 1) throws -> Recipe {
        let sample = try Recipe.Sample(Rect(x: 10, y: 10, width: 40, height: 40), in: photo)
        return Recipe(name: "r", examples: Array(repeating: sample, count: examples))
    }

    private func box(_ x: Double, _ y: Double = 100, side: Double = 40) -> Rect {
        Rect(x: x, y: y, width: side, height: side)
    }

    @Test func missedThingsBecomeExamplesAndOthersAreNotMeant() throws {
        let count = Count.made([.init(at: 100, 100), .init(at: 200, 100), .init(at: 300, 100, main: false)])
        var recipe = try recipe()
        let said = CountCorrections(added: [box(400)], removed: [1], included: [2])
        #expect(try recipe.learn(from: said, of: count, in: photo) == .init(examples: 2, counterexamples: 1))
        #expect(recipe.examples.count == 3 && recipe.counterexamples.count == 1)
        try recipe.check()
    }

    @Test func placesBetweenPixelsAreLearnedToo() throws {
        var recipe = try recipe()
        let said = CountCorrections(added: [Rect(x: 83.7, y: 91.3, width: 40.1, height: 33.7)], removed: [0])
        let count = Count.made([.init(at: 300.13, 200.71, side: 41.3)])
        #expect(try recipe.learn(from: said, of: count, in: photo) == .init(examples: 1, counterexamples: 1))
    }

    @Test func aSecondBoxOfACountedThingIsNoOtherThing() throws {
        let count = Count.made([.init(at: 100, 100), .init(at: 104, 100), .init(at: 100, 95, side: 12)])
        var recipe = try recipe()
        let lesson = try recipe.learn(from: .init(removed: [1, 2]), of: count, in: photo)
        #expect(lesson == .init() && recipe.counterexamples.isEmpty)
    }

    @Test func whatTheBorderCutsTeachesNothing() throws {
        var recipe = try recipe()
        let said = CountCorrections(added: [box(-10), box(580), box(300)])
        #expect(try recipe.learn(from: said, of: .made([.init(at: 100, 100)]), in: photo).examples == 1)
    }

    @Test func aPhotoTeachesAFewAndARecipeHoldsAFew() throws {
        let said = CountCorrections(added: (0..<8).map { box(20 + 60 * Double($0)) })
        let count = Count.made([.init(at: 100, 300)])
        var one = try recipe()
        #expect(try one.learn(from: said, of: count, in: photo).examples == 3)
        var full = try recipe(Recipe.mostExamples - 1)
        #expect(try full.learn(from: said, of: count, in: photo).examples == 1)
        #expect(full.examples.count == Recipe.mostExamples)
    }

    @Test func correctionsThatDoNotFitTeachNothing() throws {
        var recipe = try recipe()
        #expect(try recipe.learn(from: .init(removed: [7]), of: .made([.init(at: 100, 100)]), in: photo) == .init())
    }
}
