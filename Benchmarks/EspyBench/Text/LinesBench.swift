import Espy
import Foundation

/// Reads the lines of each file.
struct LinesBench: Bench {
    private let repetitions: Int
    private let engine: any TextEngine
    private let limits: TextLimits

    init(_ arguments: inout Arguments) throws {
        repetitions = try arguments.number(of: "--repeat") ?? 1
        limits = TextLimits(longSide: try arguments.number(of: "--long") ?? TextLimits().longSide)
        let language = try arguments.value(of: "--language") ?? "eng"
        let models = try arguments.value(of: "--models")
        engine =
            if let models {
                try PaddleTextEngine(models: models)
            } else {
                TesseractEngine(try TextRecognizer(TextLanguages(language)))
            }
    }

    struct Line: Encodable {
        var file: String
        var error: String?
        var lines: [Text]?
        var ms: Times?
        /// Processor time per repetition, in milliseconds.
        var msProcessor: Double?

        struct Text: Encodable {
            var text: String
            var confidence: Double
            var quad: Quad
            var words: [Word]
        }

        struct Word: Encodable {
            var text: String
            var confidence: Double
        }
    }

    func line(for file: String) async -> Line {
        var line = Line(file: file)
        do {
            let image = try ImageDecoder().decode(Array(Data(contentsOf: URL(fileURLWithPath: file))))
            var times: [Duration] = []
            let before = clock()
            for _ in 0..<repetitions {
                let start = ContinuousClock.now
                let found = try engine.lines(in: image, limits: limits)
                times.append(start.duration(to: .now))
                line.lines = found.map { found in
                    Line.Text(
                        text: found.text, confidence: found.confidence, quad: found.quad,
                        words: found.words.map { Line.Word(text: $0.text, confidence: $0.confidence) })
                }
            }
            line.ms = Times(times)
            line.msProcessor = 1000 * Double(clock() - before) / Double(CLOCKS_PER_SEC) / Double(repetitions)
        } catch {
            line.error = "\(error)"
        }
        return line
    }
}

extension PaddleTextEngine {
    /// The networks of a folder with a manifest.
    init(models folder: String) throws {
        let library = try ModelLibrary(folders: [folder])
        let lanes = min(ProcessInfo.processInfo.activeProcessorCount, Self.mostLanes)
        try self.init(
            detector: ModelLoader(library: library).loadOpen(Self.detector, task: .textDetector),
            recognizer: ModelLoader(library: library, use: .singles(callers: lanes))
                .loadOpen(Self.recognizer, task: .textRecognizer),
            lanes: lanes)
    }
}
