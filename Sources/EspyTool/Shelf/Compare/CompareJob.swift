import Espy
import EspyApp
import EspyHTTP
import EspyPixels
import EspyTrials

/// What both detectors made of one photo.
struct CompareOutcome: Sendable {
    let input: PhotoInput
    /// Spines that both outlined, the classical detector being the first; nil for a photo that could not be read.
    var agreement: SpineAgreement?
    /// Nil without truth.
    var frame: ComparedFrame?
    var problem: Problem?

    init(input: PhotoInput) { self.input = input }
}

/// Lets both detectors look at one photo.
struct CompareJob: Sendable {
    let classical: any SpineDetector
    let trained: any SpineDetector
    let truth: TruthFiles?
    let confidence: Double
    let surroundings: Surroundings
    let input: PhotoInput

    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run() async throws -> CompareOutcome {
        var outcome = CompareOutcome(input: input)
        do throws(Problem) {
            let known = try truth?.truth(of: input)
            if truth != nil, known == nil { return outcome }
            let image = try input.picture(surroundings)
            let first = await quads(classical, image)
            let second = await quads(trained, image)
            guard let first, let second else { throw Problem(ShelfError.cancelled) }
            outcome.agreement = SpineAgreement(first, second)
            outcome.frame = known.map { $0.frame(first, second, width: image.width) }
        } catch {
            outcome.problem = error
        }
        try Task.checkCancellation()
        return outcome
    }

    /// Nil when the task was cancelled.
    private func quads(_ detector: any SpineDetector, _ image: RGBImage) async -> [Quad]? {
        try? await detector.spines(in: image).filter { $0.confidence >= confidence }.map(\.quad)
    }
}
