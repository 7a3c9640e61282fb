import Espy
import Foundation

/// Counts photos directly, and again with each of several things as the example.
struct TapBench: Bench {
    private let models: CountModels
    private let pipeline: CountOptions.Pipeline

    /// Loads the models.
    init(_ arguments: inout Arguments) async throws {
        guard let folder = try arguments.value(of: "--models") else { throw UsageError() }
        let cache = try arguments.value(of: "--cache")
        let threads = try arguments.number(of: "--threads") ?? 0
        let name = try arguments.value(of: "--pipeline") ?? CountOptions.Pipeline.auto.rawValue
        guard let pipeline = CountOptions.Pipeline(rawValue: name) else { throw UsageError() }
        self.pipeline = pipeline
        let loader = ModelLoader(
            library: try ModelLibrary(folders: [folder]), cacheFolder: cache, use: .batches(threads: threads))
        models = try await CountModels.load(with: loader)
    }

    /// A request as a line of JSON.
    private struct Ask: Decodable {
        let file: String
        /// Left, top, width and height in pixels of the photo.
        let taps: [[Double]]
        /// Whether to skip the direct count.
        let only: Bool?
    }

    struct Line: Encodable {
        let file: String
        var counts: [Answer] = []
        var error: String?
    }

    /// The direct count, then one for each tap.
    struct Answer: Encodable {
        let count: Int
        let low: Int
        let high: Int
        /// Width and height of the photo in pixels, and the centers of the counted things.
        let size: [Int]
        let marks: [[Double]]
        /// All candidates, most certain first, counted or not: left, top, width, height, and score.
        let finds: [[Double]]
        /// The counts of all offered explanations.
        let offered: [Int]
        let isUndecided: Bool
        let ms: Double
        /// Processor time of all threads.
        let cpu: Double
    }

    func line(for text: String) async -> Line {
        guard let ask = try? JSONDecoder().decode(Ask.self, from: Data(text.utf8)) else {
            return Line(file: text, error: "no JSON with file and taps")
        }
        var line = Line(file: ask.file)
        do {
            let photo = try CountPhoto([UInt8](Data(contentsOf: URL(fileURLWithPath: ask.file))))
            if ask.only != true { line.counts.append(try await answer(photo, like: nil)) }
            for tap in ask.taps where tap.count == 4 {
                let like = Rect(x: tap[0], y: tap[1], width: tap[2], height: tap[3])
                line.counts.append(try await answer(photo, like: like))
            }
        } catch {
            line.error = "\(error)"
        }
        return line
    }

    private func answer(_ photo: CountPhoto, like: Rect?) async throws -> Answer {
        let (start, used) = (ContinuousClock.now, clock())
        let options = CountOptions(pipeline: pipeline, like: like)
        let count = try await Counter(models: models, options: options).count(photo)
        let seen = count.detections.filter { $0.cluster == 0 }.map { ($0.rect, $0.confidence) }
        let finds = (seen + (count.candidates ?? []).map { ($0.rect, $0.confidence) }).sorted { $0.1 > $1.1 }
        let offered = count.alternatives.map { $0.map(\.count) } ?? [count.count]
        return Answer(
            count: count.count, low: count.range.low, high: count.range.high, size: [count.width, count.height],
            marks: count.main.map { [$0.rect.center.x, $0.rect.center.y] },
            finds: finds.map { [$0.x, $0.y, $0.width, $0.height, $1] }, offered: offered,
            isUndecided: count.warnings.contains(.undecided), ms: (ContinuousClock.now - start).milliseconds,
            cpu: Double(clock() - used) / Double(CLOCKS_PER_SEC) * 1000)
    }
}
