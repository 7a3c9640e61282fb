import Espy
import EspyApp
import EspyTrials
import Foundation

/// Replaces models: finds one thing per 100 pixels of width, in a row. The last two of five or more are of another
/// kind.
enum FakeCounting {
    static let models = Count.Models(detector: "fake-detector", embedder: "fake-embedder")

    /// - Parameter before: called before each count; may wait or fail.
    static func engine(
        before: @escaping @Sendable () async throws(CountError) -> Void = { () async throws(CountError) in }
    ) -> CountEngine {
        CountEngine { (choice, _) throws(CountError) in
            let models = Count.Models(detector: choice.detector, embedder: choice.embedder)
            return { (photo, options, recipe, progress) async throws(CountError) in
                progress(CountProgress(stage: .detecting, fraction: 0))
                try await before()
                if Task.isCancelled { throw .cancelled }
                progress(CountProgress(stage: .complete, fraction: 1))
                return try await photo.counted(options) { image, options in
                    var count = Self.count(width: image.width, height: image.height, options, models)
                    count.recipe = recipe.map { Count.Used(name: $0.name, things: $0.things) }
                    return count
                }
            }
        }
    }

    static func count(width: Int, height: Int, _ options: CountOptions, _ models: Count.Models) -> Count {
        let number = width / 100
        let detections = (0..<number).map { index in
            let isOther = number >= 5 && index >= number - 2
            return Count.Detection(
                x: Double(100 * index) + 30, y: 20, width: 40, height: 50, confidence: 0.875,
                cluster: isOther ? 1 : 0, main: !isOther, doubt: index == 0 ? 0.75 : 0)
        }
        let main = detections.count(where: \.main)
        var options = options
        // As if the detector had been trusted.
        options.pipeline = options.chosenPipeline == .auto ? .adaptive : options.chosenPipeline
        return Count(
            width: width, height: height, count: main, range: .init(low: max(main - 1, 0), high: main),
            clusters: number == 0 ? [] : [.init(id: 0, count: main)] + (number >= 5 ? [.init(id: 1, count: 2)] : []),
            detections: detections, stages: [.init(name: "detecting", ms: 1.5)], model: models, parameters: options,
            warnings: number == 0 ? [.nothingFound] : [])
    }
}

/// Replaces title reading: outlines the spines, and reads its number on each. In camera frames, it sees one spine that
/// fills
/// them.
enum FakeShelves {
    static let engine = ShelfEngine { _, _ in
        SpineDetectors(SpineDetection(shown: .classical, reason: .chosen)) { _, effort in
            if effort == .quick { return WholePicture() }
            return StackedSpineDetector(SeparatorDetector())
        }
    } readers: { _, _ in
        SpineReaders { _, isLive in isLive ? nil : NumberedBooks() }
    }

    private struct WholePicture: SpineDetector {
        func spines(in image: RGBImage) -> [DetectedSpine] {
            let quad = Quad(Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
            return [DetectedSpine(quad: quad, row: 0, confidence: 0.9)]
        }
    }

    private struct NumberedBooks: SpineReader {
        func readings(of spines: [Quad], in _: RGBImage) -> [Shelf.Reading?] {
            spines.indices.map { .init(text: "Book \($0 + 1)", confidence: 0.9) }
        }
    }
}

/// Small pictures for tests that do not depend on their content.
enum Pictures {
    static func jpeg(width: Int = 320, height: Int = 240) throws -> [UInt8] {
        try ImageEncoder.jpeg(RGBImage(width: width, height: height, red: 180, green: 180, blue: 180))
    }

    static func png(width: Int = 320, height: Int = 240) throws -> [UInt8] {
        try ImageEncoder.png(RGBImage(width: width, height: height, red: 180, green: 180, blue: 180))
    }

    /// A PNG header that announces 30,000 x 30,000 pixels.
    static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0x5C, 0xF6, 0x75, 0x2E]
        + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
