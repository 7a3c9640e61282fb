import Espy

/// Reads one photo from the first byte to the last file.
struct ShelfJob: Sendable {
    let plan: ShelfPlan
    let detector: any SpineDetector
    let surroundings: Surroundings
    let input: PhotoInput

    /// - Parameter progress: a share of the work, from 0 to 1; called on no particular thread.
    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> ShelfOutcome {
        var outcome = ShelfOutcome(input: input)
        do {
            let image = try picture()
            try Task.checkCancellation()
            progress(0.5)
            let shelf = try await read(image)
            try Task.checkCancellation()
            progress(0.8)
            outcome.shelf = shelf
            if let photo = plan.run.photo { outcome.files.append(try write(shelf, image, to: photo)) }
            if let table = try plan.run.csv?.writeTable(shelf.csv(), stem: "\(input.stem).spines") {
                outcome.files.append(table)
            }
        } catch let problem as Problem {
            // A pipe that was given up because of an interrupt has nothing wrong with it.
            try Task.checkCancellation()
            outcome.problem = problem
        } catch let error as WriteError {
            outcome.writeError = error.error
        }
        progress(1)
        return outcome
    }

    private func picture() throws(Problem) -> RGBImage {
        let bytes = try input.bytes(surroundings)
        do throws(ImageError) {
            return try ImageDecoder().decode(bytes)
        } catch {
            throw Problem(error)
        }
    }

    private func read(_ image: RGBImage) async throws -> Shelf {
        do throws(ShelfError) {
            return try await ShelfReader(options: plan.options, detector: detector, clock: ContinuousClock())
                .read(image)
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
