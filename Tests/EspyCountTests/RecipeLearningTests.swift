import Espy
import EspyCount
import EspyPixels
import Foundation
import Testing

/// Corrections change the threshold of a recipe.
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
        #expect(try recipe.learn(from: said, of: count, in: photo) == .init(examples: 2, counterexamples: 1, cuts: 1))
        #expect(recipe.examples.count == 3)
        #expect(recipe.counterexamples.count == 1)
        try recipe.check()
    }

    @Test func placesBetweenPixelsAreLearnedToo() throws {
        var recipe = try recipe()
        let said = CountCorrections(added: [Rect(x: 83.7, y: 91.3, width: 40.1, height: 33.7)], removed: [0])
        let count = Count.made([.init(at: 300.13, 200.71, side: 41.3)])
        #expect(try recipe.learn(from: said, of: count, in: photo) == .init(examples: 1, counterexamples: 1, cuts: 1))
    }

    @Test func aSecondBoxOfACountedThingIsNoOtherThing() throws {
        let count = Count.made([.init(at: 100, 100), .init(at: 104, 100), .init(at: 100, 95, side: 12)])
        var recipe = try recipe()
        let lesson = try recipe.learn(from: .init(removed: [1, 2]), of: count, in: photo)
        #expect(lesson == .init(cuts: 1))
        #expect(recipe.counterexamples.isEmpty)
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

    /// Four finds, of which the two most certain count.
    private var sure: Count {
        let scores = [0.9, 0.8, 0.6, 0.3]
        return .made(
            scores.enumerated().map { place, score in
                Count.Detection(
                    x: 60 + 120 * Double(place), y: 100, width: 40, height: 40, confidence: score, cluster: 0,
                    main: place < 2)
            })
    }

    @Test(arguments: [
        // Unchanged; one more, and one less; all of them; one that was not found at all.
        (CountCorrections(), 0.8959), (CountCorrections(included: [2]), -0.2209),
        (CountCorrections(removed: [0]), 1.7918),
        (CountCorrections(included: [2, 3]), -1.0973),
        (CountCorrections(added: [Rect(x: 60, y: 300, width: 40, height: 40)]), -0.2209),
    ])
    func howSureThingsHadToBeIsLearned(corrections: CountCorrections, cut: Double) throws {
        var recipe = try recipe()
        let lesson = try recipe.learn(from: corrections, of: sure, in: photo)
        #expect(lesson.cuts == 1)
        #expect(abs(try #require(recipe.cuts?.first) - cut) < 1e-3)
        try recipe.check()
        recipe.unlearn(lesson)
        #expect(recipe == (try self.recipe()))
    }

    @Test func aPhotoWithoutThemSaysNothingOfThat() throws {
        var recipe = try recipe()
        let said = CountCorrections(removed: [0, 1])
        #expect(try recipe.learn(from: said, of: sure, in: photo).cuts == 0)
        #expect(recipe.cuts == nil)
    }

    @Test func theLastOnesCountAndSillyOnesAreRefused() throws {
        var recipe = try recipe()
        recipe.cuts = (0..<Recipe.mostExamples).map(Double.init)
        _ = try recipe.learn(from: CountCorrections(), of: sure, in: photo)
        #expect(recipe.cuts?.count == Recipe.mostExamples)
        #expect(recipe.cuts?.first == 1)
        for cuts in [[1e9], [.nan], [-.infinity], Array(repeating: 0, count: 99)] {
            recipe.cuts = cuts
            #expect(throws: RecipeError.unusableValue) { try recipe.check() }
        }
    }

    @Test func photosAreCutAsOthersHadToBe() {
        let finds = [2.0, 1, 0.5, -0.5, -1].map {
            SeekerFind(box: Rect(x: 0, y: 0, width: 9, height: 9), score: 1 / (1 + exp(-$0)))
        }
        let plain = Explanation(examples: [], finds: finds)
        #expect(plain.count == 3)
        #expect(plain.learning(from: nil).count == 3)
        #expect(plain.learning(from: []).count == 3)
        #expect(plain.learning(from: [-1]).count == 4)
        #expect(plain.learning(from: [1, 3]).count == 1)
        let (before, after) = (plain.cut, plain.learning(from: [1, 3]).cut)
        #expect(abs(after.middle - before.middle - 0.75 * (2 - before.middle)) < 1e-9)
        #expect(abs((after.strict - after.loose) - (before.strict - before.loose)) < 1e-9)
    }
}
