import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem

/// Counts things in one photo: reads it, counts, and writes its files.
struct CountJob: Sendable {
    let plan: CountPlan
    let process: ProcessEnvironment
    let input: PhotoInput
    let counter: CountService

    /// - Throws: Only `CancellationError`. Other errors become part of the outcome.
    func run(_ progress: @escaping @Sendable (ProgressDisplay.Step) -> Void) async throws -> CountOutcome {
        let outcome = try await CountOutcome(input) { outcome in
            let photo = try photo()
            outcome.source = photo.source
            try Task.checkCancellation()
            let count = try await self.count(photo, progress)
            try Task.checkCancellation()
            outcome.value = count
            outcome.unkept = await plan.history.save(count, count.parameters, of: photo.image, named: input.name)
            if let target = plan.run.photo { outcome.files.append(try write(count, photo.image, to: target)) }
            if let table = try plan.run.csv?.writeTable(count.csv(), stem: "\(input.stem).count") {
                outcome.files.append(table)
            }
            outcome.files += try plan.marks.write(count, of: input)
        }
        progress(.init(1))
        return outcome
    }

    private func photo() throws(Problem) -> CountPhoto {
        let bytes = try input.bytes(process)
        do throws(ImageError) {
            return try CountPhoto(bytes, page: input.page ?? 1)
        } catch {
            throw Problem(error)
        }
    }

    private func count(
        _ photo: CountPhoto, _ progress: @escaping @Sendable (ProgressDisplay.Step) -> Void
    ) async throws -> Count {
        do {
            return try await plan.task.run(photo, with: counter) {
                progress(.init(0.1 + 0.8 * $0.fraction, $0.stage.rawValue))
            }
        } catch CountError.cancelled {
            throw CancellationError()
        } catch let error as CountError {
            throw Problem(error)
        }
    }

    private func write(_ count: Count, _ image: RGBImage, to target: OutputTarget) throws -> String {
        let caption = CountAnnotator.Caption(
            name: printable(Path.name(of: input.name)), moment: Timestamp.zoned(process.now()))
        let annotated = CountAnnotator(caption: caption, look: plan.look).annotate(count, on: image)
        try Task.checkCancellation()
        return try target.write(annotated, stem: input.stem)
    }
}
