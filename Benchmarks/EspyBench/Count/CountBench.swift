import Espy
import Foundation

/// Counts the things in photos.
struct CountBench: Bench {
    private let counter: Counter

    /// Loads the models.
    init(_ arguments: inout Arguments) async throws {
        guard let folder = try arguments.value(of: "--models") else { throw UsageError() }
        let cache = try arguments.value(of: "--cache")
        let detector = try arguments.value(of: "--detector") ?? "espy-detector"
        let threads = try arguments.number(of: "--threads") ?? 0
        let pipeline: CountOptions.Pipeline = arguments.has("--reference") ? .reference : .auto
        let precision: ModelPrecision = arguments.has("--f32") ? .f32 : .automatic
        let confidence = try arguments.value(of: "--confidence").map { text throws(UsageError) -> Double in
            guard let score = Double(text), (0...1).contains(score) else { throw UsageError() }
            return score
        }
        let loader = ModelLoader(
            library: try ModelLibrary(folders: [folder]), cacheFolder: cache, use: .batches(threads: threads),
            precision: precision)
        let models = try await CountModels.load(detector: detector, with: loader)
        counter = Counter(
            models: models, options: CountOptions(pipeline: pipeline, confidence: confidence), clock: ContinuousClock())
    }

    struct Line: Encodable {
        let file: String
        var count: Int?
        var stages: [Count.Stage] = []
        /// The reason why there is no count.
        var error: String?
    }

    func line(for file: String) async -> Line {
        do {
            let clock = ContinuousClock()
            let start = clock.now
            let photo = try CountPhoto([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
            let decoding = Count.Stage(name: "decoding", ms: (clock.now - start).milliseconds)
            let count = try await counter.count(photo)
            return Line(file: file, count: count.count, stages: [decoding] + count.stages)
        } catch {
            return Line(file: file, error: "\(error)")
        }
    }
}
