import Espy
import EspyApp
import EspyHTTP
import EspyPixels
import EspyServer

/// Reads one photo from the first byte to the last file.
struct RackJob: Sendable {
    let plan: RackPlan
    let surroundings: Surroundings
    let input: PhotoInput

    /// - Parameter progress: a share of the work, from 0 to 1; called on no particular thread.
    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> RackOutcome {
        let outcome = try await RackOutcome(input) { outcome in
            let photo = try input.photo(surroundings)
            let image = photo.image
            outcome.source = photo.source
            try Task.checkCancellation()
            progress(0.2)
            var finding = try await find(in: image) { progress(0.2 + 0.6 * $0.fraction) }
            finding.rack.note(photo.source)
            try Task.checkCancellation()
            outcome.value = finding
            outcome.unkept = await plan.history.save(.rack(finding.rack, finding.options), of: image, named: input.name)
            if let photo = plan.run.photo { outcome.files.append(try write(finding, image, to: photo)) }
            if let table = try writeTable(of: finding) { outcome.files.append(table) }
        }
        progress(1)
        return outcome
    }

    private func find(
        in image: RGBImage, _ progress: @escaping @Sendable (RackProgress) -> Void
    ) async throws -> RackFinding {
        var rack = try await read(image, plan.options, progress)
        rack.id = plan.rackID ?? rack.ownCode(plan.asksForRack ? BoxCodes.find(on: image) : [])
        guard let reference = plan.reference else { return RackFinding(rack: rack, options: plan.options) }
        let history = try await plan.history.read()
        var contents = try await reference.contents(of: rack, history)
        var options = plan.options
        let id = rack.id
        if let settled = options.settled(rack, by: contents, anyCorner: plan.findsA1) {
            (rack, options) = (try await read(image, settled), settled)
        } else if plan.findsA1 {
            (rack, options) = try await turned(rack, to: contents, image)
        }
        rack.id = id
        contents = try await reference.contents(of: rack, history)
        return RackFinding(rack: rack, options: options, comparison: try await comparison(rack, contents, history))
    }

    private func read(
        _ image: RGBImage, _ options: RackOptions, _ progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws -> Rack {
        do throws(RackError) {
            return try await RackReader(options: options).read(image, progress: progress)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw Problem(error)
        }
    }

    /// The box as it agrees best with what it should hold. Of a size that is no square, it may lie the other way in the photo.
    private func turned(
        _ rack: Rack, to contents: RackContents, _ image: RGBImage
    ) async throws -> (Rack, RackOptions) {
        var (rack, options) = (rack, plan.options)
        if case .size(let rows, let columns) = options.grid, rows != columns,
            rack.warnings.contains(where: { $0.kind == .largerThanGiven })
        {
            options.grid = .size(rows: columns, columns: rows)
            rack = try await read(image, options)
        }
        guard let turn = options.agreeing(rack, with: contents) else { return (rack, options) }
        return (rack.turned(turn, RackCorrections()).0, options.turned(turn))
    }

    private func comparison(
        _ rack: Rack, _ contents: RackContents, _ history: History?
    ) async throws(Problem) -> RackComparison {
        guard let history else { return RackComparison(rack, with: contents) }
        do throws(HistoryError) {
            return try await history.comparison(of: rack, with: contents)
        } catch {
            throw Problem(error)
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
        let stem = "vials_\(Timestamp.fileName(surroundings.now()))"
        return try plan.run.csv?.writeTable(plan.table(of: finding).text(), stem: stem)
    }
}
