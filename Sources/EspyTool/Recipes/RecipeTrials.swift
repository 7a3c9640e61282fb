import Espy
import EspyApp
import EspyCodecs

/// A count in the history that was made with a recipe and reviewed, with its stored photo.
private struct CheckedCount: Sendable {
    let record: HistoryRecord
    /// The count before and after corrections.
    let found: Count
    let right: Count
    let photo: HistoryPhoto

    /// Loads all such counts, the oldest first.
    ///
    /// - Parameter name: The recipe's name.
    static func all(of name: String, in history: History) async throws -> [CheckedCount] {
        var all: [CheckedCount] = []
        for entry in try await history.entries(kind: .count).reversed() {
            guard entry.isCorrected || entry.confirmation != nil else { continue }
            if let checked = try await one(entry.id, of: name, in: history) { all.append(checked) }
        }
        return all
    }

    /// Nil if it was not made with the recipe, or its photo is not stored.
    static func one(_ id: String, of name: String, in history: History) async throws -> CheckedCount? {
        let record = try await history.record(id)
        guard let found = record.result.as(Count.self), let right = record.corrected.as(Count.self),
            let used = found.recipe, Recipe.key(of: used.name) == Recipe.key(of: name),
            let photo = try await history.photo(id)
        else { return nil }
        return CheckedCount(record: record, found: found, right: right, photo: photo)
    }

    func picture() throws(Problem) -> CountPhoto {
        do throws(ImageError) {
            return CountPhoto(try ImageDecoder().decode(photo.jpeg), width: found.width, height: found.height)
        } catch {
            throw Problem(error)
        }
    }

    /// Counts again with the original options and the current recipe.
    func counted(by recipe: Recipe, _ counter: CountService, _ models: Count.Models) async throws -> Count {
        var options = found.parameters.again(by: recipe)
        let picture = try picture()
        if let sizes = recipe.sizes {
            options.measuring = sizes.measuring(width: picture.width, height: picture.height)
        }
        do throws(CountError) {
            return try await counter.count(picture, options: options, recipe: recipe, models: models) { _ in }
        } catch {
            throw Problem(error)
        }
    }
}

/// `espy recipe test`: tests a recipe on photos with known counts.
struct RecipeTrials {
    let context: CommandContext
    let engine: CountEngine

    func run(_ recipe: Recipe) async throws -> Exit {
        let file = HistoryFile(context.process.environment)
        let checked = file.exists ? try await CheckedCount.all(of: recipe.name, in: file.open(making: false)) : []
        guard !checked.isEmpty else {
            await context.note(
                "no corrected or confirmed count with this recipe has a stored photo; see espy history"
            )
            return .incomplete
        }
        let settings = try Settings(context.invocation, context.process)
        let counter = CountService(engine: engine, environment: context.process.environment)
        var trials: [RecipeTrialRow] = []
        for one in checked {
            let trial = RecipeTrialRow(one, now: try await one.counted(by: recipe, counter, settings.countModels))
            trials.append(trial)
            try await context.console.answer(isJSON ? try JSONText.line(trial) : trial.line)
        }
        await context.note(RecipeTrialRow.summary(trials))
        return .complete
    }

    private var isJSON: Bool { context.invocation.isOn(Flags.jsonReport) }
}

/// One photo: the true count, the original count, and the new one.
private struct RecipeTrialRow: Encodable, Sendable {
    let entry: String
    let file: String
    let truth: Int
    let then: CountScore
    let now: CountScore

    init(_ one: CheckedCount, now count: Count) {
        let marks = one.right.main.map { MarkedPhoto.Mark(.box($0.rect)) }
        (entry, file, truth) = (one.record.entry.id, one.record.entry.photoName, one.right.count)
        then = one.found.score(against: marks)
        now = count.score(against: marks)
    }

    /// Compares the absolute errors; if they are equal, the number of correct detections.
    private var change: String {
        let (before, after) = (Self.rank(then), Self.rank(now))
        return before == after ? "same" : after < before ? "better" : "worse"
    }

    private static func rank(_ score: CountScore) -> (Int, Int) { (abs(score.count - score.truth), -score.hits) }

    /// `58 right    56 then    58 now  better  tray.jpg`
    var line: String {
        let numbers = [(truth, "right"), (then.count, "then"), (now.count, "now")]
            .map { "\(String($0.0).aligned(to: 5)) \($0.1)" }
        return "\(numbers.joined(separator: "  "))  \(change.padded(to: 6))  \(printable(file))\n"
    }

    /// `3 photos: 1 better, 0 worse; mean error 1.1% now, 3.4% then`
    static func summary(_ trials: [RecipeTrialRow]) -> String {
        func mean(_ scores: [CountScore]) -> String {
            let errors = scores.compactMap(\.error).map(abs)
            let tenths = errors.isEmpty ? 0 : Int((1000 * errors.reduce(0, +) / Double(errors.count)).rounded())
            return "\(tenths / 10).\(tenths % 10)%"
        }
        let photos = trials.count == 1 ? "1 photo" : "\(trials.count) photos"
        let (better, worse) = (trials.count { $0.change == "better" }, trials.count { $0.change == "worse" })
        return "\(photos): \(better) better, \(worse) worse; "
            + "mean error \(mean(trials.map(\.now))) now, \(mean(trials.map(\.then))) then"
    }
}

/// `espy recipe learn`: turns corrections of counts into examples.
struct RecipeLessons {
    let context: CommandContext
    let engine: CountEngine
    let folder: RecipeFolder

    func run(_ name: String, from ids: [String]) async throws -> Exit {
        let recipe = try folder.named(name)
        let file = HistoryFile(context.process.environment)
        guard file.exists else { throw HistoryError.notFound(ids[0]) }
        let history = try file.open(making: false)
        var checked: [CheckedCount] = []
        for id in ids {
            let entry = try await history.entry(id)
            guard let one = try await CheckedCount.one(entry.id, of: recipe.name, in: history) else {
                throw Problem(
                    "nothingToLearn",
                    "\(id): not a count with the recipe \(quoted(recipe.name)), or its photo is not stored; choose another"
                )
            }
            checked.append(one)
        }
        var taught = recipe
        for one in checked { try await learn(one, &taught) }
        let learned = try folder.change(name) { [taught] (kept) throws(Problem) in
            guard kept == recipe else {
                throw Problem("recipeChanged", "\(quoted(recipe.name)) was changed in the meantime; learn again")
            }
            kept = taught
        }
        await report(recipe, learned)
        return .complete
    }

    private func learn(_ one: CheckedCount, _ recipe: inout Recipe) async throws {
        // A confirmed count without corrections is correct as it is.
        let confirmed = one.record.entry.confirmation.map { _ in CountCorrections() }
        guard let corrections = one.record.corrections?.as(CountCorrections.self) ?? confirmed else { return }
        let picture = try one.picture()
        do throws(RecipeError) {
            try await recipe.learn(from: corrections, of: one.found, in: picture) { recipe in
                let settings = try Settings(context.invocation, context.process)
                let counter = CountService(engine: engine, environment: context.process.environment)
                return try await one.counted(by: recipe, counter, settings.countModels)
            }
        } catch {
            throw Problem(error)
        }
    }

    /// Prints what is new, and how to undo it.
    private func report(_ before: Recipe, _ after: Recipe) async {
        let examples = (before.examples.count..<after.examples.count).map { "--drop-example \($0 + 1)" }
        let others = (before.counterexamples.count..<after.counterexamples.count).map { "--drop-not \($0 + 1)" }
        let cuts = before.cuts == after.cuts ? [] : ["--forget-thresholds"]
        guard !(examples + others + cuts).isEmpty else {
            await context.note("nothing to learn: no thing was added or removed, and none counts")
            return
        }
        await context.note("saved: \(after.summary)")
        let flags = (examples + others + cuts).joined(separator: " ")
        await context.note("to undo: espy recipe edit \(quoted(after.name)) \(flags)")
    }
}
