import Espy
import EspyApp
import EspyHTTP
import EspyServer
import Foundation
import Synchronization

/// Stands for models: finds one thing for each 100 pixels of width, in a row; the last two of five or more are of
/// another kind.
struct FakeCounting: Counting {
    /// Called before each count; may wait, or fail.
    var before: @Sendable () async throws(HTTPProblem) -> Void = { () async throws(HTTPProblem) in }

    func count(
        _ photo: CountPhoto, options: CountOptions, recipe: Recipe?, models: Count.Models,
        progress: @escaping @Sendable (CountProgress) -> Void
    ) async throws(HTTPProblem) -> Count {
        progress(CountProgress(stage: .detecting, fraction: 0))
        try await before()
        if Task.isCancelled { throw HTTPProblem(CountError.cancelled) }
        progress(CountProgress(stage: .complete, fraction: 1))
        var count = Self.count(width: photo.width, height: photo.height, options, models)
        count.recipe = recipe.map { Count.Used(name: $0.name, things: $0.things) }
        return count
    }

    static func count(width: Int, height: Int, _ options: CountOptions, _ models: Count.Models) -> Count {
        let number = width / 100
        let detections = (0..<number).map { index in
            let isOther = number >= 5 && index >= number - 2
            return Count.Detection(
                x: Double(100 * index) + 30, y: 20, width: 40, height: 50, confidence: 0.875,
                cluster: isOther ? 1 : 0, main: !isOther, doubt: index == 0 ? 0.75 : 0)
        }
        let main = detections.count(where: \.main)
        var options = options
        // As if the detector had been believed.
        options.pipeline = options.chosenPipeline == .auto ? .adaptive : options.chosenPipeline
        return Count(
            width: width, height: height, count: main, range: .init(low: max(main - 1, 0), high: main),
            clusters: number == 0 ? [] : [.init(id: 0, count: main)] + (number >= 5 ? [.init(id: 1, count: 2)] : []),
            detections: detections, stages: [.init(name: "detecting", ms: 1.5)], model: models, parameters: options,
            warnings: number == 0 ? [.nothingFound] : [])
    }
}

/// Settings in memory.
final class FakeSettings: SettingsStore {
    static let standard = CurrentSettings(
        count: CountOptions(), models: .init(detector: "fake-detector", embedder: "fake-embedder"),
        rack: RackOptions(), shelf: ShelfOptions(), keepsHistory: true, writesRaw: false)

    private let now: Mutex<CurrentSettings>
    private let asked = Mutex(0)

    /// How often they were asked for.
    var reads: Int { asked.withLock { $0 } }

    init(_ settings: CurrentSettings = FakeSettings.standard) { now = Mutex(settings) }

    func current() async throws(HTTPProblem) -> CurrentSettings {
        asked.withLock { $0 += 1 }
        return now.withLock { $0 }
    }

    func rows() async throws(HTTPProblem) -> [SettingRow] {
        let value = now.withLock { $0.count.confidence.map { "\($0)" } ?? "auto" }
        return [
            SettingRow(
                key: "count.confidence", value: value, default: "auto", source: "default", kind: .number,
                choices: ["auto"], range: 0.001...0.9, step: 0.001, help: "How sure.")
        ]
    }

    func change(_ values: [String: String]) async throws(HTTPProblem) {
        for (key, text) in values {
            guard key == "count.confidence", let number = Double(text) else { throw .badSetting(key) }
            now.withLock { $0.count.confidence = number }
        }
    }

    func reset() async throws(HTTPProblem) { now.withLock { $0.count.confidence = nil } }
}

/// Stands for the reading of titles: outlines what is there, and says of each spine its number.
struct FakeShelves: ShelfReading {
    func read(
        _ image: RGBImage, options: ShelfOptions, readsText: Bool,
        progress: @escaping @Sendable (ShelfStage, Double) -> Void
    ) async throws(HTTPProblem) -> Shelf {
        progress(.looking, 0)
        do throws(ShelfError) {
            var shelf = try await ShelfReader(options: options).read(image)
            for index in shelf.spines.indices where readsText {
                shelf.spines[index].reading = .init(text: "Book \(shelf.spines[index].id)", confidence: 0.9)
            }
            return shelf
        } catch {
            throw HTTPProblem(error)
        }
    }

    func session(options: ShelfOptions, readsText: Bool) async throws(HTTPProblem) -> any ShelfSession {
        Session(confidence: options.confidence)
    }

    func note(_ shelf: Shelf, from old: ShelfCorrections?, to new: ShelfCorrections) async {}

    func close() async {}

    /// Sees one spine that fills each picture, unless surer ones are wanted.
    private actor Session: ShelfSession {
        private let confidence: Double
        private var frames = 0

        init(confidence: Double) { self.confidence = confidence }

        func look(at image: RGBImage, time: Double) -> Shelf {
            defer { frames += 1 }
            let quad = Quad(Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
            return Shelf(
                frame: frames, time: time, width: image.width, height: image.height,
                spines: confidence > 0.9 ? [] : [.init(id: 7, quad: quad, row: 0, confidence: 0.9)])
        }

        func close() {}
    }
}

/// Recipes in memory; their names are their identifiers.
final class MemoryRecipes: RecipeKeeping {
    private let kept = Mutex<[String: Recipe]>([:])

    func list() throws(HTTPProblem) -> [KeptRecipe] {
        kept.withLock { $0.values.map { KeptRecipe(id: $0.name, recipe: $0) } }
    }

    func kept(_ name: String) throws(HTTPProblem) -> KeptRecipe {
        guard let recipe = kept.withLock({ $0[name] }) else { throw .notFound }
        return KeptRecipe(id: name, recipe: recipe)
    }

    func keep(_ recipe: Recipe) throws(HTTPProblem) -> KeptRecipe {
        let isNew = kept.withLock { kept in
            if kept[recipe.name] != nil { return false }
            kept[recipe.name] = recipe
            return true
        }
        guard isNew else { throw .recipeExists }
        return KeptRecipe(id: recipe.name, recipe: recipe)
    }

    func change(_ name: String, _ body: (inout Recipe) throws(HTTPProblem) -> Void) throws(HTTPProblem) -> KeptRecipe {
        var recipe = try kept(name).recipe
        try body(&recipe)
        kept.withLock { $0[name] = recipe }
        return KeptRecipe(id: name, recipe: recipe)
    }

    func remove(_ name: String) throws(HTTPProblem) {
        guard kept.withLock({ $0.removeValue(forKey: name) }) != nil else { throw .notFound }
    }
}

/// A history in a file.
struct FileHistory: HistoryOpening {
    let path: String

    func open(making: Bool) async throws(HTTPProblem) -> History? {
        guard making || FileManager.default.fileExists(atPath: path) else { return nil }
        do throws(HistoryError) {
            return try History(path: path)
        } catch {
            throw HTTPProblem(error)
        }
    }
}

/// Small pictures for tests that are not about finding things.
enum Pictures {
    static func jpeg(width: Int = 320, height: Int = 240) throws -> [UInt8] {
        try ImageEncoder.jpeg(RGBImage(width: width, height: height, red: 180, green: 180, blue: 180))
    }

    static func png(width: Int = 320, height: Int = 240) throws -> [UInt8] {
        try ImageEncoder.png(RGBImage(width: width, height: height, red: 180, green: 180, blue: 180))
    }

    /// A PNG header that announces 30,000 x 30,000 pixels.
    static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0x5C, 0xF6, 0x75, 0x2E]
        + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
