import Espy
import EspyHTTP
import EspyPixels

/// Reads one photo from the first byte to the last file.
struct RackJob: Sendable {
    let plan: RackPlan
    let surroundings: Surroundings
    let input: PhotoInput

    /// - Parameter progress: a share of the work, from 0 to 1; called on no particular thread.
    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> RackOutcome {
        let outcome = try await RackOutcome(input) { outcome in
            let image = try input.picture(surroundings)
            try Task.checkCancellation()
            progress(0.2)
            let rack = try await read(image) { progress(0.2 + 0.6 * $0.fraction) }
            try Task.checkCancellation()
            outcome.value = rack
            outcome.unkept = await plan.history.save(.rack(rack, plan.options), of: image, named: input.name)
            if let photo = plan.run.photo { outcome.files.append(try write(rack, image, to: photo)) }
            if let table = try writeTable(of: rack) { outcome.files.append(table) }
        }
        progress(1)
        return outcome
    }

    private func read(_ image: RGBImage, _ progress: @escaping @Sendable (RackProgress) -> Void) async throws -> Rack {
        do throws(RackError) {
            return try await RackReader(options: plan.options).read(image, progress: progress)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw Problem(error)
        }
    }

    private func write(_ rack: Rack, _ image: RGBImage, to photo: OutputTarget) throws -> String {
        let annotated = RackAnnotator().annotate(rack, on: image)
        try Task.checkCancellation()
        return try photo.write(annotated, stem: input.stem)
    }

    private func writeTable(of rack: Rack) throws -> String? {
        let stem = "vials_\(Timestamp.fileName(surroundings.now()))"
        return try plan.run.csv?.writeTable(rack.csv(raw: plan.raw), stem: stem)
    }
}
