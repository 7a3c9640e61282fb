import Espy
import EspyApp
import EspyBase
import EspyPixels
import EspySheets
import EspySystem

/// The outcome of reading one photo of a rack.
typealias RackOutcome = PhotoOutcome<RackFinding>

extension PhotoOutcome<RackFinding> {
    var exit: Exit { exit(\.isComplete) }

    /// `81 cells: 45 read, 1 without a code, 35 empty`
    var summary: String? {
        guard let rack = value?.rack, !rack.cells.isEmpty else { return nil }
        // How many cells are empty depends on where the box begins.
        let isPlaced = !rack.warnings.contains { $0.kind == .originUnknown }
        let parts = [
            (rack.count(.read), "read"), (rack.count(.unread), "unread"), (rack.count(.uncoded), "without a code"),
            (isPlaced ? rack.count(.empty) : 0, "empty"),
        ]
        let count = isPlaced ? rack.cells.count : rack.cells.count - rack.count(.empty)
        let shown = parts.filter { $0.0 > 0 || $0.1 == "read" }.map { "\($0.0) \($0.1)" }
        let cells = "\(count) \(count == 1 ? "cell" : "cells"): \(shown.joined(separator: ", "))"
        guard let comparison = value?.comparison else { return cells }
        let kinds = RackComparison.Kind.allCases.map { kind in
            (comparison.differences.count { $0.kind == kind }, kind.rawValue)
        }
        let counts = [(comparison.agreeing, "as expected")] + kinds.filter { $0.0 > 0 }
        return cells + "; " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension RackAnswer {
    init(_ finding: RackFinding, file: String) {
        self.init(finding.rack, file: file, comparison: finding.comparison)
    }
}

/// Prints the results: the table or JSON on standard output, the rest on standard error.
struct RackReport {
    private let plan: RackPlan
    private let console: Console
    private var common: PhotoReport
    /// The lines of the XLSX table.
    private var lines: [[String]] = []
    /// Notes about the reference list that have been printed.
    private var reported: Set<ListNote> = []

    init(plan: RackPlan, console: Console) {
        self.plan = plan
        self.console = console
        common = PhotoReport(
            plan: plan.run, console: console, raw: plan.raw, namesFile: plan.form == nil ? nil : false)
    }

    mutating func add(_ outcome: RackOutcome) async throws {
        common.add(outcome.exit)
        await explain(outcome)
        guard plan.sheet != nil else {
            let plan = plan
            return try await common.answer(
                outcome, table: { plan.table(of: $0) }, json: { RackAnswer($0, file: $1) })
        }
        _ = try await common.writeJSON(outcome) { RackAnswer($0, file: $1) }
        if let finding = outcome.value { collect(finding, outcome.input.name) }
    }

    /// Text in a sheet is never evaluated, so it needs no escaping.
    private mutating func collect(_ finding: RackFinding, _ name: String) {
        let table = plan.table(of: finding, raw: true)
        let named = common.namesFile ? table.naming(file: name, raw: true) : table
        lines += named.lines(header: lines.isEmpty)
    }

    func finish() async throws -> Exit {
        if let path = plan.sheet, !lines.isEmpty {
            let bytes: [UInt8]
            do throws(SheetError) {
                bytes = try SheetWriter.xlsx(lines, name: "rack")
            } catch {
                throw Problem(error)
            }
            try AtomicFile.replace(path, with: bytes)
            if common.isTalkative { await console.note("\(printable(path)): written") }
        }
        return try await common.finish()
    }

    private mutating func explain(_ outcome: RackOutcome) async {
        await common.explain(outcome)
        guard !plan.run.isQuiet, let rack = outcome.value?.rack else { return }
        let name = printable(outcome.input.name)
        if rack.vials.isEmpty, rack.outside.isEmpty {
            await console.error("\(name): no code was found; move closer, focus, or add light")
        }
        // The common report describes damage in more detail.
        for warning in rack.warnings where warning.kind != .damagedPhoto {
            await console.error("\(name): warning: \(warning.text(in: rack))")
        }
        // Notes about the whole list are printed once.
        let notes = outcome.value?.comparison?.notes ?? []
        await console.report(notes.filter { reported.insert($0).inserted }, of: name)
        await common.report(outcome, outcome.summary)
    }
}

/// Reads one photo of a rack, and writes its files.
struct RackJob: Sendable {
    let plan: RackPlan
    let process: ProcessEnvironment
    let input: PhotoInput

    /// - Parameter progress: Called with the completed fraction, from 0 to 1, on any thread.
    /// - Throws: Only `CancellationError`. Other errors become part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> RackOutcome {
        let outcome = try await RackOutcome(input) { outcome in
            let photo = try photo()
            outcome.source = photo.source
            try Task.checkCancellation()
            progress(0.2)
            let finding = try await find(in: photo) { progress(0.2 + 0.6 * $0.fraction) }
            try Task.checkCancellation()
            outcome.value = finding
            outcome.unkept = await plan.history.save(
                finding.rack, finding.options, of: photo.image.fitted(longSide: HistoryPhotos.longSide),
                named: input.name)
            if let target = plan.run.photo { outcome.files.append(try write(finding, photo.image.rgb, to: target)) }
            if let table = try writeTable(of: finding) { outcome.files.append(table) }
        }
        progress(1)
        return outcome
    }

    private typealias Photo = (image: SplitImage, source: PictureSource)

    /// The photo in color if the result is drawn on it.
    private func photo() throws(Problem) -> Photo {
        guard plan.run.photo != nil else { return try input.splitPhoto(process) }
        let photo = try input.photo(process)
        return (SplitImage(photo.image), photo.source)
    }

    private func find(
        in photo: Photo, _ progress: @escaping @Sendable (RackProgress) -> Void
    ) async throws -> RackFinding {
        let history = plan.reference == nil ? nil : try await plan.history.opened(making: false)
        do {
            return try await plan.task.run(photo.image, photo.source, history: history, progress: progress)
        } catch RackError.cancelled {
            throw CancellationError()
        } catch let error as RackReference.Failure {
            throw plan.reference?.problem(error) ?? Problem(any: error)
        } catch {
            throw Problem(any: error)
        }
    }

    private func write(_ finding: RackFinding, _ image: RGBImage, to photo: OutputTarget) throws -> String {
        let annotator = RackAnnotator()
        let annotated =
            finding.comparison.map { annotator.annotate(finding.rack, $0, on: image) }
            ?? annotator.annotate(finding.rack, on: image)
        try Task.checkCancellation()
        return try photo.write(annotated, stem: input.stem)
    }

    private func writeTable(of finding: RackFinding) throws -> String? {
        let stem = "vials_\(Timestamp.fileName(process.now()))"
        return try plan.run.csv?.writeTable(plan.table(of: finding).text(), stem: stem)
    }
}
