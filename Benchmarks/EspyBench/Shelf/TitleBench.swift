import Espy
import EspyTrials
import Foundation

/// Reads the spines in each file, and reports where there is text.
struct TitleBench: Bench {
    private let repetitions: Int
    private let detector: any SpineDetector
    private let reader: any SpineReader
    /// Spines to read, by file name; nil to detect them.
    private let quads: [String: [[[Double]]]]?

    init(_ arguments: inout Arguments) async throws {
        repetitions = try arguments.number(of: "--repeat") ?? 1
        let models = try arguments.value(of: "--models")
        detector = try await SpineDetection.usual(models: models)
        reader = try ShelfReader.usualText(models: models)
        quads = try arguments.value(of: "--quads").map { path in
            try JSONDecoder().decode([String: [[[Double]]]].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    struct Line: Encodable {
        var file: String
        var error: String?
        var width: Int?
        var height: Int?
        var spines: [Shelf.Spine]?
        var ms: Times?
        var msReading: Times?
        /// Processor time per repetition, in milliseconds.
        var msProcessor: Double?
        var regions: [Shelf.TextRegion]?
        var msFinding: Times?
    }

    func line(for file: String) async -> Line {
        var line = Line(file: file)
        do {
            let url = URL(fileURLWithPath: file)
            let image = try ImageDecoder().decode(Array(Data(contentsOf: url)))
            (line.width, line.height) = (image.width, image.height)
            let given = quads?[url.lastPathComponent]?.compactMap { corners -> DetectedSpine? in
                guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else { return nil }
                let points = corners.map { Point(x: $0[0] * Double(image.width), y: $0[1] * Double(image.height)) }
                let quad = Quad(
                    topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
                return DetectedSpine(quad: quad, row: 0, confidence: 1)
            }
            let detector: any SpineDetector = given.map { GivenSpines(spines: $0) } ?? detector
            try await read(image, ShelfReader(detector: detector, text: reader, clock: ContinuousClock()), &line)
            find(image.gray, &line)
        } catch {
            line.error = "\(error)"
        }
        return line
    }

    private func read(_ image: RGBImage, _ reader: ShelfReader, _ line: inout Line) async throws {
        var (all, reading): ([Duration], [Duration]) = ([], [])
        let before = Self.processorTime()
        for _ in 0..<repetitions {
            let shelf = try await reader.read(image)
            all.append(.milliseconds(shelf.timings.total))
            reading.append(.milliseconds(shelf.timings.reading))
            line.spines = shelf.spines
        }
        (line.ms, line.msReading) = (Times(all), Times(reading))
        line.msProcessor = 1000 * (Self.processorTime() - before) / Double(repetitions)
    }

    /// Processor time of this process in seconds, over all processors.
    private static func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    private func find(_ gray: GrayImage, _ line: inout Line) {
        var times: [Duration] = []
        for _ in 0..<max(repetitions, 5) {
            let start = ContinuousClock.now
            line.regions = TextFinder().find(in: gray)
            times.append(start.duration(to: .now))
        }
        line.msFinding = Times(times)
    }
}

/// Hand-drawn outlines of spines.
private struct GivenSpines: SpineDetector {
    let spines: [DetectedSpine]

    func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] { spines }
}
