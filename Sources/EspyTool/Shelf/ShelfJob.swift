import Espy
import EspyApp
import EspyHTTP
import EspyPixels

/// Reads one photo from the first byte to the last file.
struct ShelfJob: Sendable {
    let plan: ShelfPlan
    let surroundings: Surroundings
    let input: PhotoInput
    let task: ShelfTask

    /// - Parameter progress: a share of the work, from 0 to 1; called on no particular thread.
    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> ShelfOutcome {
        let outcome = try await ShelfOutcome(input) { outcome in
            let photo = try input.photo(surroundings)
            let image = photo.image
            outcome.source = photo.source
            try Task.checkCancellation()
            progress(0.2)
            let shelf = try await read(photo)
            try Task.checkCancellation()
            progress(0.8)
            outcome.value = ShelfFinding(shelf: shelf)
            outcome.unkept = await plan.history.save(
                shelf, plan.options, of: image, named: input.name, place: plan.place)
            if let photo = plan.run.photo { outcome.files.append(try write(shelf, image, to: photo)) }
            if let table = try plan.run.csv?.writeTable(shelf.csv(), stem: "\(input.stem).spines") {
                outcome.files.append(table)
            }
        }
        progress(1)
        return outcome
    }

    private func read(_ photo: DecodedPhoto) async throws -> Shelf {
        do throws(ShelfError) {
            return try await task.run(photo)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw Problem(error)
        }
    }

    private func write(_ shelf: Shelf, _ image: RGBImage, to photo: OutputTarget) throws -> String {
        let annotated = ShelfAnnotator().annotate(shelf, on: image)
        try Task.checkCancellation()
        return try photo.write(annotated, stem: input.stem)
    }
}
