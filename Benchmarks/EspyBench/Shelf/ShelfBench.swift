import Espy
import EspyTrials
import Foundation

/// Outlines the books in each file.
struct ShelfBench: Bench {
    private let repetitions: Int
    /// The folder for the candidates of each file, for training.
    private let folder: String?
    private let reader: ShelfReader
    private let network: SpineNetwork?

    /// Loads the model, if requested.
    init(_ arguments: inout Arguments) async throws {
        folder = try arguments.value(of: "--candidates")
        let options = ShelfOptions(confidence: 0)
        let text = try arguments.value(of: "--text").map { SpineLineReader(try PaddleTextEngine(models: $0)) }
        if let models = try arguments.value(of: "--models") {
            let places = InferencePlaces.process()
            let loader = ModelLoader(
                library: try ModelLibrary(folders: [models]), runtime: InferenceRuntime(folders: places.runtime))
            network = try SpineNetwork(try await loader.load(TrainedSpineDetector.model, task: .spines))
            // Candidates are for training the judge: a network may not have one yet.
            let trained = folder == nil ? try await TrainedSpineDetector.load(loader) : nil
            let detector = SpineDetection.Detector.trained.photoDetector(trained)
            reader = ShelfReader(options: options, detector: detector, text: text, clock: ContinuousClock())
        } else {
            network = nil
            let detector: any SpineDetector =
                arguments.has("--quick")
                ? SeparatorDetector(effort: .quick) : StackedSpineDetector(SeparatorDetector())
            reader = ShelfReader(options: options, detector: detector, text: text, clock: ContinuousClock())
        }
        repetitions = try arguments.number(of: "--repeat") ?? 1
    }

    struct Line: Encodable {
        var file: String
        var error: String?
        var width: Int?
        var height: Int?
        var spines: [Shelf.Spine]?
        /// From decoded pixels to spines.
        var ms: Times?
        var times: [Double]?
    }

    func line(for file: String) async -> Line {
        var line = Line(file: file)
        do {
            let image = try ImageDecoder().decode(Array(Data(contentsOf: URL(fileURLWithPath: file))))
            if let folder { try await dump(image, file, folder) }
            var times: [Duration] = []
            for _ in 0..<repetitions {
                let start = ContinuousClock.now
                let shelf = try await reader.read(image)
                times.append(start.duration(to: .now))
                (line.width, line.height, line.spines) = (shelf.width, shelf.height, shelf.spines)
            }
            line.ms = Times(times)
            if repetitions > 1 { line.times = times.map(\.milliseconds) }
        } catch {
            line.error = "\(error)"
        }
        return line
    }

    private func dump(_ image: RGBImage, _ file: String, _ folder: String) async throws {
        let table = try SpineCandidateTable(image, network: network)
        let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        let path = URL(fileURLWithPath: folder).appendingPathComponent(stem)
        let encoder = JSONEncoder()
        try encoder.encode(table.head).write(to: path.appendingPathExtension("json"))
        try table.values.withUnsafeBytes { try Data($0).write(to: path.appendingPathExtension("f32")) }
    }
}
