import Espy
import EspyCount
import Foundation

/// Counts photos with recipes made from other photos.
struct RecipeBench: Bench {
    private let models: CountModels

    /// Loads the models.
    init(_ arguments: inout Arguments) async throws {
        guard let folder = try arguments.value(of: "--models") else { throw UsageError() }
        let cache = try arguments.value(of: "--cache")
        let threads = try arguments.number(of: "--threads") ?? 0
        let loader = ModelLoader(
            library: try ModelLibrary(folders: [folder]), cacheFolder: cache, use: .batches(threads: threads))
        models = try await CountModels.load(with: loader)
    }

    /// A request as a line of JSON. Boxes are left, top, width and height in pixels of the photo.
    private struct Ask: Decodable {
        struct Lesson: Decodable {
            let from: String
            let examples: [[Double]]
            let unlike: [[Double]]
            let cut: Double?
        }

        /// The photo that the recipe is made from.
        let from: String
        let examples: [[Double]]
        let unlike: [[Double]]?
        /// Lessons from further photos that the recipe learned.
        let learned: [Lesson]?
        /// The photo to count. If nil, measures how much of its surroundings an example needs.
        let file: String?
        let distance: Recipe.Distance?
        /// The side of its things in `file`, if known.
        let side: Double?
        /// A box in `file` that is used as an example beside the recipe.
        let tap: [Double]?
    }

    struct Line: Encodable {
        var file: String?
        var count: Int?
        var low: Int?
        var high: Int?
        var warnings: [Count.Warning] = []
        /// For each size that was tried: its side in pixels of the photo, and the evidence for it.
        var sides: [Double] = []
        var evidence: [[Double]] = []
        /// For each find: left, top, width, height, the logarithm of its odds, and likeness; then the value of the cut.
        var finds: [[Double]] = []
        var cut: Double?
        /// The likeness of an example in its photo to the same cut out with each width of surroundings.
        var likeness: [Double] = []
        var cpu: Double?
        var error: String?
    }

    private static let surroundings = [0, 0.4, 0.8, 1.2, 1.6, 2.4, 3.2, 4.8]

    func line(for text: String) async -> Line {
        guard let ask = try? JSONDecoder().decode(Ask.self, from: Data(text.utf8)) else {
            return Line(error: "no JSON with from and examples")
        }
        do { return try await line(for: ask) } catch { return Line(file: ask.file, error: "\(error)") }
    }

    private func line(for ask: Ask) async throws -> Line {
        guard let seeker = try models.seeker else { throw UsageError() }
        let trial = RecipeTrial(models: seeker)
        let source = try photo(ask.from)
        let boxes = ask.examples.compactMap(Self.rect)
        guard let file = ask.file else {
            var line = Line()
            let scale = Double(source.image.width) / Double(source.width)
            if let box = boxes.first?.scaled(x: scale, y: scale) {
                line.likeness = try trial.likeness(of: box, in: source.image, surroundings: Self.surroundings)
            }
            return line
        }
        var recipe = Recipe(
            name: "kind", examples: try Self.samples(ask.examples, in: source),
            counterexamples: try Self.samples(ask.unlike ?? [], in: source))
        for lesson in ask.learned ?? [] {
            let source = try photo(lesson.from)
            recipe.examples += try Self.samples(lesson.examples, in: source)
            recipe.counterexamples += try Self.samples(lesson.unlike, in: source)
        }
        recipe.cuts = ask.learned?.compactMap(\.cut)
        recipe.distance = ask.distance ?? .any
        if let side = ask.side {
            let target = try photo(file)
            let share = min(side / Double(max(target.width, target.height)), 1)
            recipe.examples = recipe.examples.map { Recipe.Sample(picture: $0.picture, box: $0.box, share: share) }
            recipe.distance = .same
        }
        return try await line(for: recipe, file, tap: ask.tap.flatMap(Self.rect), trial)
    }

    private func line(for recipe: Recipe, _ file: String, tap: Rect?, _ trial: RecipeTrial) async throws -> Line {
        let target = try photo(file)
        var line = Line(file: file)
        let before = clock()
        let counter = Counter(models: models, options: CountOptions(like: tap), recipe: recipe)
        let count = try await counter.count(target)
        line.cpu = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        (line.count, line.low, line.high) = (count.count, count.range.low, count.range.high)
        line.warnings = count.warnings
        if tap == nil {
            let evidence = try trial.evidence(for: recipe, in: target.image)
            let scale = Double(target.width) / Double(target.image.width)
            line.sides = evidence.map { $0.side * scale }
            line.evidence = evidence.map(\.values)
            let found = try trial.finds(of: recipe, in: target.image)
            line.finds = zip(found.explanation.finds, found.likeness).map { find, likeness in
                [find.box.x, find.box.y, find.box.width, find.box.height].map { $0 * scale } + [find.logit, likeness]
            }
            line.cut = found.explanation.cut.middle
        }
        return line
    }

    private func photo(_ file: String) throws -> CountPhoto {
        try CountPhoto([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    }

    private static func samples(_ boxes: [[Double]], in photo: CountPhoto) throws -> [Recipe.Sample] {
        try boxes.compactMap(rect).map { try Recipe.Sample($0, in: photo) }
    }

    private static func rect(_ numbers: [Double]) -> Rect? {
        numbers.count == 4 ? Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    }
}
