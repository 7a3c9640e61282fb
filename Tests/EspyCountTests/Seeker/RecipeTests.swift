import Espy
import EspyPixels
import EspySamples
import EspyTestSupport
import Foundation
import Testing

/// Recipes as values and as files, which may come from anywhere.
@Suite struct RecipeFileTests {
    private let photo = RGBImage(width: 400, height: 300, red: 90, green: 120, blue: 40)

    private func recipe() throws -> Recipe {
        let sample = try Recipe.Sample(Rect(x: 100, y: 80, width: 60, height: 40), in: photo)
        return Recipe(
            name: "Törtchen", things: .init("tarts", one: "tart"), examples: [sample], counterexamples: [sample],
            similarity: 0.82, border: .half, distance: .same)
    }

    /// Returns the file with a changed value.
    private func file(_ change: (inout [String: Any]) throws -> Void) throws -> [UInt8] {
        let object = try JSONSerialization.jsonObject(with: Data(try recipe().file()))
        var values = try #require(object as? [String: Any])
        try change(&values)
        return [UInt8](try JSONSerialization.data(withJSONObject: values))
    }

    private func error(_ bytes: [UInt8]) -> RecipeError? {
        do throws(RecipeError) { _ = try Recipe(file: bytes) } catch { return error }
        return nil
    }

    /// Returns the error for a different picture or box in the first example.
    private func sample(_ values: [String: Any]) throws -> RecipeError? {
        error(
            try file { object in
                var samples = try #require(object["examples"] as? [[String: Any]])
                samples[0].merge(values) { $1 }
                object["examples"] = samples
            })
    }

    @Test func aFileGivesTheSameBack() throws {
        let recipe = try recipe()
        #expect(try Recipe(file: try recipe.file()) == recipe)
        #expect(try recipe.cleaned() == recipe)
        #expect(recipe.things.phrase(1) == "1 tart")
        #expect(recipe.things.phrase(56) == "56 tarts")
        let sample = try #require(recipe.examples.first)
        #expect(abs(sample.share - (60 * 40.0).squareRoot() / 400) < 1e-9)
        #expect(try sample.image().width < 400, "what lies far away is not kept")
    }

    @Test func aThingAtTheBorderIsKeptAsFarAsItIsThere() throws {
        let sample = try Recipe.Sample(Rect(x: 380, y: -20, width: 60, height: 60), in: photo)
        #expect(sample.box.width <= 21)
        #expect(sample.box.y == 0)
        #expect(throws: RecipeError.self) { try Recipe.Sample(Rect(x: 500, y: 0, width: 9, height: 9), in: photo) }
        #expect(throws: RecipeError.self) { try Recipe.Sample(Rect(x: 0, y: 0, width: 0, height: 9), in: photo) }
        #expect(throws: RecipeError.self) { try Recipe.Sample(Rect(x: .nan, y: 0, width: 9, height: 9), in: photo) }
        let huge = RGBImage(width: 4000, height: 3000, red: 9, green: 9, blue: 9)
        let large = try Recipe.Sample(Rect(x: 100, y: 100, width: 3000, height: 2500), in: huge)
        #expect(large.picture.count < 1 << 20)
        #expect(large.box.width < 110)
    }

    @Test func whatIsNoRecipe() throws {
        for text in ["", "{", "[]", "null", "{\"format\":\"espy-recipe\"}", "{\"format\":7,\"version\":1}"] {
            #expect(error(Array(text.utf8)) == .notARecipe)
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(error(Array(deep.utf8)) == .notARecipe)
        #expect(error([UInt8](repeating: 0x20, count: Recipe.mostBytes + 1)) == .tooLarge(limit: Recipe.mostBytes))
        #expect(error(try file { $0["version"] = 2 }) == .tooNew(version: 2))
        #expect(error(try file { $0["version"] = 0 }) == .notARecipe)
        #expect(error(try file { $0["format"] = "zip" }) == .notARecipe)
        let whole = try recipe().file()
        for length in stride(from: 0, to: whole.count - 2, by: whole.count / 23) {
            #expect(error(Array(whole.prefix(length))) == .notARecipe)
        }
    }

    @Test(arguments: ["", " tarts", "a\nb", "a\u{0}b", "\u{202E}strat", String(repeating: "x", count: 81)])
    func namesThatArNone(name: String) throws {
        #expect(error(try file { $0["name"] = name }) == .unusableName)
        #expect(error(try file { $0["things"] = ["one": name, "several": "x"] }) == .unusableName)
    }

    @Test func picturesThatCannotBeUsed() throws {
        let tall = try ImageEncoder.png(RGBImage(width: 1, height: 1025, red: 0, green: 0, blue: 0))
        let jpeg = try ImageEncoder.jpeg(photo)
        let bomb: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0x5C, 0xF6, 0x75, 0x2E]
        let small = try ImageEncoder.png(photo)
        for bytes in [tall, jpeg, bomb, Array(small.prefix(60)), [], [UInt8](repeating: 7, count: 3 << 20)] {
            #expect(try sample(["picture": Data(bytes).base64EncodedString()]) == .unusableExample)
        }
        #expect(try sample(["picture": "/etc/passwd"]) != nil)
        #expect(try sample(["picture": "../../photo.png"]) == .notARecipe)
    }

    @Test func numbersThatCannotBeUsed() throws {
        for box in [
            ["x": -1, "y": 0, "width": 5, "height": 5], ["x": 0, "y": 0, "width": 0, "height": 5],
            ["x": 0, "y": 0, "width": 5000, "height": 5], ["x": 1e300, "y": 0, "width": 1e300, "height": 5],
        ] { #expect(try sample(["box": box]) == .unusableExample) }
        for share in [0, -1, 2, 1e300] { #expect(try sample(["share": share]) == .unusableValue) }
        #expect(error(try file { $0["similarity"] = 7 }) == .unusableValue)
        #expect(error(try file { $0["examples"] = [] }) == .unusableNumber(limit: Recipe.mostExamples))
        let many = try file { values in
            let samples = try #require(values["examples"] as? [Any])
            values["examples"] = Array(repeating: samples[0], count: 13)
        }
        #expect(error(many) == .unusableNumber(limit: Recipe.mostExamples))
    }
}

/// Which examples of a count are stored.
@Suite struct SurestExampleTests {
    @Test func wholeThingsThatAreSureComeFirst() {
        var count = Count(
            width: 400, height: 300, count: 4, range: .init(low: 4, high: 4), model: .init(detector: "x"),
            parameters: CountOptions())
        count.detections = [(0, 0.9, 0.0), (100, 0.8, 0.6), (200, 0.7, 0.1), (300, 0.95, 0.1)].map {
            Count.Detection(
                x: $0.0, y: 50, width: 40, height: 40, confidence: $0.1, cluster: 0, main: true, doubt: $0.2)
        }
        #expect(count.surestExamples.map(\.x) == [300, 200, 100], "the first one is cut by the border")
        count.parameters.like = Rect(x: 7, y: 7, width: 9, height: 9)
        #expect(count.surestExamples == [Rect(x: 7, y: 7, width: 9, height: 9)])
    }
}

/// Examples of one rendered photo, counted in others, with the shipped networks.
@Suite(.enabled(if: Shipped.areThere, "models or runtime are not there"), .serialized)
struct RecipeCountTests {
    private func photo(_ scene: TrayScene) throws -> (photo: CountPhoto, truth: TrayTruth) {
        let (bytes, truth) = try scene.jpeg()
        return (try CountPhoto(bytes), truth)
    }

    private func recipe(_ kind: Int) throws -> Recipe { try recipe(of: .series(kind: kind, photo: 0)) }

    private func recipe(of scene: TrayScene) throws -> Recipe {
        let (photo, truth) = try photo(scene)
        let whole = truth.things.filter { $0.kind == 0 && !$0.cut && $0.visible > 0.95 }.prefix(3)
        return Recipe(name: "tablets", examples: try whole.map { try Recipe.Sample($0.box, in: photo) })
    }

    private func count(_ recipe: Recipe, _ photo: CountPhoto, _ options: CountOptions = .init()) async throws -> Count {
        try await Counter(models: try await Shipped.models, options: options, recipe: recipe).count(photo)
    }

    @Test func theLikeOfAnotherPhotoIsCounted() async throws {
        let recipe = try recipe(4)
        let (photo, truth) = try photo(.series(kind: 4, photo: 1))
        let found = try await count(recipe, photo)
        let wanted = truth.count(of: 0)
        #expect(abs(found.count - wanted) * 5 <= wanted, "\(found.count) of \(wanted)")
        #expect(found.recipe?.name == "tablets")
        #expect(found.parameters.pipeline == .seeker)
        #expect(try await count(recipe, photo).count == found.count, "the same again")
        #expect(found.csvNames)
    }

    /// The tarts differ only in their light, and the coins lie among buttons of the same shape.
    @Test(arguments: ["tarts-5x7", "coins", "capsules", "vials-6x10"])
    func thePhotoThatARecipeIsMadeOfIsCountedToTheLastThing(name: String) async throws {
        let scene = try #require(CommittedTray.all.first { $0.name == name }).scene
        let (photo, truth) = try photo(scene)
        #expect(try await count(try recipe(of: scene), photo).count == truth.count(of: 0))
    }

    @Test func aPhotoWithoutAnyIsZeroOrUnsure() async throws {
        let recipe = try recipe(4)
        let plain = CountPhoto(
            RGBImage(width: 900, height: 700, red: 180, green: 180, blue: 178), width: 900, height: 700)
        let empty = try await count(recipe, plain)
        #expect(empty.count == 0)
        #expect(empty.warnings.contains(.nothingFound))
        #expect(empty.range.low == 0)
        let (other, _) = try photo(.series(kind: 8, photo: 2))
        let found = try await count(recipe, other)
        #expect(found.count == 0 || found.warnings.contains(.unlikeRecipe), "\(found.count)")
    }

    @Test func aRecipeNeedsTheNetworks() async throws {
        let models = CountModels(detector: try await Shipped.models.detector)
        await #expect(throws: CountError.self) {
            try await Counter(models: models, recipe: try recipe(4)).count(
                RGBImage(width: 9, height: 9, red: 0, green: 0, blue: 0))
        }
    }
}

extension Count {
    /// Whether each line of the table names the recipe.
    fileprivate var csvNames: Bool {
        let table = table()
        return table.columns.last == "recipe" && table.rows.allSatisfy { $0.last == recipe?.name }
    }
}
