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
            let finding = try await find(in: photo) { progress(0.2 + 0.6 * $0.fraction) }
            try Task.checkCancellation()
            outcome.value = finding
            outcome.unkept = await plan.history.save(finding.rack, finding.options, of: image, named: input.name)
            if let photo = plan.run.photo { outcome.files.append(try write(finding, image, to: photo)) }
            if let table = try writeTable(of: finding) { outcome.files.append(table) }
        }
        progress(1)
        return outcome
    }

    private func find(
        in photo: DecodedPhoto, _ progress: @escaping @Sendable (RackProgress) -> Void
    ) async throws -> RackFinding {
        let history = plan.reference == nil ? nil : try await plan.history.read()
        do {
            return try await plan.task.run(photo, history: history, progress: progress)
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
        let stem = "vials_\(Timestamp.fileName(surroundings.now()))"
        return try plan.run.csv?.writeTable(plan.table(of: finding).text(), stem: stem)
    }
}
