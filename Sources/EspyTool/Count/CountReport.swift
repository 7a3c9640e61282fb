package import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem
import Foundation

/// The outcome of counting things in one photo.
typealias CountOutcome = PhotoOutcome<Count>

extension PhotoOutcome<Count> {
    var exit: Exit { problem?.kind == Problem.unusableExample ? .usage : exit(\.isComplete) }
}

extension Count {
    /// `35 tarts, 12 buns`; nil if there is only one kind.
    private var kindList: String? {
        recipes.map { zip($0, kinds).map { $0.things.phrase($1.count) }.joined(separator: ", ") }
    }

    /// `56 things`, with the recipe's name for them.
    func phrase(_ number: Int) -> String {
        recipe?.things.phrase(number) ?? (number == 1 ? "1 thing" : "\(number) things")
    }

    /// `56 things (54 to 58) in 2 groups: 0 (56), 2 (14)`
    var summary: String {
        let what = kindList ?? phrase(count)
        let spread = range.low == range.high ? "" : " (\(range.low) to \(range.high))"
        return clusters.count < 2 || recipes != nil ? what + spread : "\(what)\(spread) in groups \(groupList)"
    }
}

/// The last JSON object of a run with several photos.
private struct CountTotalJSON: Encodable {
    let total: CountTotal
}

/// Prints the results: numbers or JSON on standard output, the rest on standard error.
struct CountReport {
    private let plan: CountPlan
    private let console: Console
    private var common: PhotoReport
    private var total = CountTotal()
    private var dataset = CocoDataset()
    private var scores: [CountScore] = []

    init(plan: CountPlan, console: Console) {
        self.plan = plan
        self.console = console
        common = PhotoReport(plan: plan.run, console: console)
    }

    mutating func add(_ outcome: CountOutcome) async throws {
        common.add(outcome.exit)
        await explain(outcome)
        let name = outcome.input.name
        let score = await score(of: outcome)
        let isWritten = try await common.writeJSON(outcome) {
            ScoredAnswer(answer: CountAnswer($0, file: $1), score: score)
        }
        guard let count = outcome.value else { return }
        total.add(count)
        if plan.marks.coco != nil { dataset.add(count, file: name, name: plan.marks.label) }
        if !isWritten { try await console.answer(lines(count, name)) }
        common.collect(count.table(), name)
    }

    /// Writes the totals and files that need all photos.
    func finish() async throws -> Exit {
        // The counts of photos skipped by --results are not known here.
        if plan.run.isSeveral, plan.run.results == nil {
            let json = plan.run.json
            try await console.answer(
                json ? try JSONText.line(CountTotalJSON(total: total)) : line(total.count, "total"))
        }
        if scores.count > 1 { await console.note("total: \(scores.reduce(.none, +).text)") }
        for file in try plan.marks.finish(dataset) where common.isTalkative {
            await console.note("\(printable(file)): written")
        }
        return try await common.finish()
    }

    /// Compares a count with the marks on its photo, and prints the score immediately.
    private mutating func score(of outcome: CountOutcome) async -> CountScore? {
        guard let truth = plan.truth, let count = outcome.value else { return nil }
        let name = outcome.input.name
        do throws(Problem) {
            let score = count.score(against: try truth.marks(in: count, named: name))
            scores.append(score)
            if !plan.run.isQuiet { await console.note("\(printable(name)): \(score.text)") }
            return score
        } catch {
            common.add(.incomplete)
            await console.error("\(printable(name)): \(error.message)")
            return nil
        }
    }

    /// The number alone for one photo; with several, followed by a tab and the file name, like `wc`.
    private func line(_ count: Int, _ name: String) -> String {
        plan.run.isSeveral ? "\(count)\t\(printable(name))\n" : "\(count)\n"
    }

    /// A line for each region and each kind, then one for the whole photo.
    private func lines(_ count: Count, _ name: String) -> String {
        let kinds = zip(count.kinds, count.recipes ?? []).map { ($0.count, $1.things.several) }
        let parts = count.regions.map { ($0.count, $0.name) } + kinds
        guard !parts.isEmpty else { return line(count.count, name) }
        let file = plan.run.isSeveral ? "\(printable(name))\t" : ""
        let lines = parts.map { "\($0.0)\t\(file)\(printable($0.1))\n" }.joined()
        return lines + (plan.run.isSeveral ? line(count.count, name) : "\(count.count)\ttotal\n")
    }

    private func explain(_ outcome: CountOutcome) async {
        await common.explain(outcome)
        guard let count = outcome.value else { return }
        let name = printable(outcome.input.name)
        if plan.reviews { for line in CountReview.lines(of: count) { await console.note("\(name): \(line)") } }
        guard !plan.run.isQuiet else { return }
        for advice in CountAdvice.lines(for: count) { await console.error("\(name): \(advice)") }
        if let sizes = count.sizes { await console.note("\(name): \(sizes.text(of: count))") }
        await common.report(
            outcome, count.count > 0 || count.recipe != nil || count.recipes != nil ? count.summary : nil)
        guard common.isTalkative else { return }
        for line in RegionLines.unsure(in: count) { await console.note("\(name): \(line)") }
        for other in CountAlternatives.lines(for: count) { await console.note("\(name): \(other)") }
    }
}

/// Advice next to the count.
package enum CountAdvice {
    /// One line for each thing that you should know before relying on a count.
    package static func lines(for count: Count) -> [String] {
        var lines: [String] = []
        if count.recipes != nil, count.count == 0 {
            lines.append("nothing matches the recipes; see espy recipe show")
        } else if let recipe = count.recipe, count.count == 0 {
            lines.append("nothing matches the recipe \(quoted(recipe.name)); see espy recipe show")
        } else if count.detections.isEmpty || count.warnings.contains(.nothingFound) {
            lines.append(nothing(count))
        } else if count.count == 0 {
            lines.append("no detections in this selection; change --region, --exclude, --border or --group")
        } else if count.warnings.contains(.dark) {
            lines.append("warning: the photo is dark, so things may be missed; add light")
        } else if count.warnings.contains(.bright) {
            lines.append("warning: the photo is overexposed, so things may be missed; use less light")
        }
        if count.warnings.contains(.onlyExamples) {
            lines.append("warning: nothing else looks like the example; show a more typical one, or several")
        }
        if count.warnings.contains(.unlikeRecipe) {
            lines.append("warning: the detections hardly resemble the examples of the recipe; check them")
        }
        if let undecided = CountAlternatives.warning(for: count) { lines.append(undecided) }
        if count.warnings.contains(.tooMany) {
            lines.append("warning: too many candidates; the least certain were skipped; move closer")
        }
        return lines
    }

    private static func nothing(_ count: Count) -> String {
        if count.warnings.contains(.dark) {
            return "no objects were found: the photo is dark; add light and take it again"
        }
        if count.warnings.contains(.bright) {
            return "no objects were found: the photo is overexposed; use less light and take it again"
        }
        let threshold = count.parameters.confidence
        let softer = threshold.map { $0 > 0.01 } == true ? "a lower --confidence" : "--confidence 0.001"
        return "no objects were found; add light, move closer or farther away, or try \(softer)"
    }
}

/// The output of `--review`.
package enum CountReview {
    package static func lines(of count: Count) -> [String] {
        count.review.map { entry in
            let center = entry.detection.rect.center
            let place = "\(Int(center.x.rounded())),\(Int(center.y.rounded()))"
            let state = entry.detection.main ? "counted" : "not counted"
            let why = entry.reasons.map(text).joined(separator: ", ")
            let doubt = Int((entry.detection.doubt * 100).rounded())
            return "#\(entry.number) at \(place): \(state), doubt \(doubt)%\(why.isEmpty ? "" : ": \(why)")"
        }
    }

    private static func text(_ reason: Count.Reason) -> String {
        switch reason {
        case .cut: "cut by the border"
        case .overlapping: "overlaps another"
        case .small: "smaller than the rest"
        case .large: "larger than the rest"
        case .faint: "hardly seen"
        }
    }
}

/// Lists other plausible interpretations.
package enum CountAlternatives {
    /// One line per alternative, the most likely first.
    package static func lines(for count: Count) -> [String] {
        (count.alternatives ?? []).dropFirst().map { other in
            let chance = Int((other.confidence * 100).rounded())
            return "or \(things(other)) (\(chance)% sure): \(remedy(other))"
        }
    }

    /// A warning if the two most likely interpretations are close.
    package static func warning(for count: Count) -> String? {
        guard count.warnings.contains(.undecided), let other = count.alternatives?.dropFirst().first else { return nil }
        return "warning: it may also be \(things(other)); \(remedy(other))"
    }

    /// `12 (10 to 14) like the one at 120,80,64,64`
    private static func things(_ other: Count.Alternative) -> String {
        let spread = other.range.low == other.range.high ? "" : " (\(other.range.low) to \(other.range.high))"
        return "\(other.count)\(spread) like the one at \(place(other.example))"
    }

    private static func remedy(_ other: Count.Alternative) -> String {
        if let similarity = other.similarity { return "--similarity \(similarity) counts these" }
        return "--like \(place(other.example)) counts these"
    }

    private static func place(_ box: Rect) -> String {
        [box.x, box.y, box.width, box.height].map { String(Int($0.rounded())) }.joined(separator: ",")
    }
}

/// Flags that divide a photo into regions.
extension Flags {
    package static let regions = Flag(
        "regions", value: FlagValue("FILE", .path),
        help: """
            Count each named region of FILE separately. FILE is JSON with the name and corners of each region, or a \
            LabelMe file; see docs/guide/count-in-regions.md.
            """)
    package static let regionGrid = Flag(
        "region-grid",
        value: FlagValue(
            "RxC",
            .text(expected: "rows x columns, such as 4x6", hints: [], check: { RegionLayout.Grid(parsing: $0) != nil })),
        help: "Divide the photo into a grid of regions named A1, A2 and so on, and count each separately.")
    package static let within = Flag(
        "within",
        value: FlagValue(
            "X,Y,…",
            .text(
                expected: "a box X,Y,W,H or four corners X,Y,X,Y,X,Y,X,Y in pixels", hints: [],
                check: { Shape.quad($0) != nil })),
        help: """
            Where the grid is: a box, or its four corners, starting at A1, then along its row and around. The grid may \
            be seen at an angle.
            """)
    static let regionFlags = [regions, regionGrid, within]
}

extension RegionLayout.Grid {
    /// `4x6`: rows and columns.
    init?(parsing text: String) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let rows = numbers[0], let columns = numbers[1],
            (1...RegionLayout.most).contains(rows), (1...RegionLayout.most).contains(columns),
            rows * columns <= RegionLayout.most
        else { return nil }
        self.init(rows: rows, columns: columns)
    }
}

extension RegionLayout {
    /// Maximum size of the file, in bytes.
    private static let limit = 4 << 20

    /// The layout from the flags; nil if there is none.
    ///
    /// - Parameter command: The command for error messages.
    init?(_ invocation: Invocation, command: String) throws(UsageError) {
        self.init()
        do throws(Problem) {
            if let path = invocation.value(Flags.regions) { self = try Self.read(path) }
        } catch {
            throw UsageError("--regions: \(error.message)", command: command)
        }
        let within = invocation.value(Flags.within).flatMap(Shape.quad)
        if var grid = invocation.value(Flags.regionGrid).flatMap({ Grid(parsing: $0) }) {
            guard self == RegionLayout() else {
                throw UsageError("--regions and --region-grid exclude each other; choose one", command: command)
            }
            grid.within = within
            self.grid = grid
        } else if within != nil {
            throw UsageError("--within needs --region-grid", command: command)
        }
        if self == RegionLayout() { return nil }
    }

    /// Replaces the name of a region file by its contents, so that results with other regions are computed again.
    static func marked(_ invocation: Invocation, _ layout: RegionLayout?) -> Invocation {
        guard let layout, invocation.value(Flags.regions) != nil, let line = try? JSONText.line(layout) else {
            return invocation
        }
        var marked = invocation
        marked.values[Flags.regions.name] = SHA256.hex(of: Array(line.utf8))
        return marked
    }

    private static func read(_ path: String) throws(Problem) -> RegionLayout {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: limit)
        } catch {
            throw Problem("unreadableRegions", "\(printable(error.path)): \(error.text)")
        }
        do {
            let layout = try RegionLayout(reading: Data(bytes))
            guard layout.grid != nil || !layout.regions.isEmpty else {
                throw Problem("unreadableRegions", "\(printable(path)): no regions in the file; add some")
            }
            return layout
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(
                "unreadableRegions",
                "\(printable(path)): \(JSONFault.text(error)); see docs/guide/count-in-regions.md")
        }
    }
}

/// Messages about regions, in addition to the numbers.
private enum RegionLines {
    /// `A1: 5 things (4 to 6)` for each region with an uncertain count.
    static func unsure(in count: Count) -> [String] {
        count.regions.filter { $0.range.low != $0.range.high }.map { region in
            let what = count.phrase(region.count)
            return "\(printable(region.name)): \(what) (\(region.range.low) to \(region.range.high))"
        }
    }
}
