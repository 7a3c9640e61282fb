import Espy
import EspyApp
import EspyCodecs
import EspyHTTP
import EspyPixels
import EspySystem

/// Counts in one photo from the first byte to the last file.
struct CountJob: Sendable {
    let plan: CountPlan
    let surroundings: Surroundings
    let input: PhotoInput
    let work: CountEngine.Work

    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run(_ tell: @escaping @Sendable (ProgressDisplay.Step) -> Void) async throws -> CountOutcome {
        let outcome = try await CountOutcome(input) { outcome in
            let photo = try photo()
            outcome.source = photo.source
            try Task.checkCancellation()
            let count = try chosen(try await self.count(photo, tell))
            try Task.checkCancellation()
            outcome.value = count
            outcome.unkept = await plan.history.save(count, count.parameters, of: photo.image, named: input.name)
            if let target = plan.run.photo { outcome.files.append(try write(count, photo.image, to: target)) }
            if let table = try plan.run.csv?.writeTable(count.csv(), stem: "\(input.stem).count") {
                outcome.files.append(table)
            }
            outcome.files += try plan.marks.write(count, of: input)
        }
        tell(.init(1))
        return outcome
    }

    private func photo() throws(Problem) -> CountPhoto {
        let bytes = try input.bytes(surroundings)
        do throws(ImageError) {
            return try CountPhoto(bytes, page: input.page ?? 1)
        } catch {
            throw Problem(error)
        }
    }

    private func count(
        _ photo: CountPhoto, _ tell: @escaping @Sendable (ProgressDisplay.Step) -> Void
    ) async throws -> Count {
        var counts: [Count] = []
        for kind in plan.kinds {
            // Each kind has an equal part of the bar.
            let done = Double(counts.count) / Double(plan.kinds.count)
            counts.append(
                try await count(kind, photo) { [plan] in
                    let fraction = done + $0.fraction / Double(plan.kinds.count)
                    tell(.init(0.1 + 0.8 * fraction, $0.stage.rawValue))
                })
        }
        return Count.together(counts) ?? counts[0]
    }

    private func count(
        _ kind: CountKind, _ photo: CountPhoto, _ tell: @escaping CountEngine.Progress
    ) async throws -> Count {
        var options = try kind.options.divided(by: plan.layout, photo)
        options.measuring =
            options.measuring ?? kind.recipe?.sizes?.measuring(width: photo.width, height: photo.height)
        do throws(CountError) {
            return try await photo.counted(options) { (image, options) throws(CountError) in
                try await work(image, options, kind.recipe, tell)
            }
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw Problem(error)
        }
    }

    /// With the groups that the user wants counted.
    private func chosen(_ count: Count) throws(Problem) -> Count {
        if plan.groups.isEmpty || count.detections.isEmpty { return count }
        guard let other = count.counting(clusters: plan.groups) else {
            throw Problem("unknownGroup", "there is no such group in it; the groups are \(count.groupList)")
        }
        return other
    }

    private func write(_ count: Count, _ image: RGBImage, to target: OutputTarget) throws -> String {
        let caption = CountAnnotator.Caption(
            name: printable(Path.name(of: input.name)), moment: Timestamp.minute(surroundings.now()))
        let annotated = CountAnnotator(caption: caption).annotate(count, on: image)
        try Task.checkCancellation()
        return try target.write(annotated, stem: input.stem)
    }
}
