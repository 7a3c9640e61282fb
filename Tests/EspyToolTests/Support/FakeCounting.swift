import Espy
import EspyApp
import EspyTool

/// Replaces models: the result depends only on the width of the picture.
enum FakeCounting {
    /// One thing per 100 pixels of width, in a row; from 500 pixels on, the last two are of another kind, and one of
    /// each kind
    /// is doubtful.
    static let engine = CountEngine { _, _ in
        { (photo, options, _, progress) throws(CountError) in
            progress(CountProgress(stage: .detecting, fraction: 0))
            progress(CountProgress(stage: .complete, fraction: 1))
            return try await photo.counted(options) { image, options in count(in: image, options) }
        }
    }

    /// Fails to load.
    static func broken(_ error: InferenceError) -> CountEngine {
        CountEngine { (_, _) throws(CountError) in throw .model(error) }
    }

    /// Returns the same result for every picture.
    static func fixed(_ change: @escaping @Sendable (inout Count) -> Void) -> CountEngine {
        CountEngine { _, _ in
            { (photo, options, _, _) throws(CountError) in
                try await photo.counted(options) { image, options in
                    var result = count(in: image, options)
                    change(&result)
                    return result
                }
            }
        }
    }

    private static func count(in image: RGBImage, _ options: CountOptions) -> Count {
        let number = image.width / 100
        let detections = (0..<number).map { index in
            let isOther = number >= 5 && index >= number - 2
            let isDoubtful = number >= 5 && (index == 0 || index == number - 1)
            return Count.Detection(
                x: Double(100 * index) + 30, y: 20, width: 40, height: 50, confidence: 0.9,
                cluster: isOther ? 1 : 0, main: !isOther, doubt: isDoubtful ? 0.75 : 0)
        }
        let main = detections.count(where: \.main)
        return Count(
            width: image.width, height: image.height, count: main,
            range: .init(low: number >= 5 ? main - 1 : main, high: number >= 5 ? main + 1 : main),
            clusters: number == 0
                ? []
                : [.init(id: 0, count: main)] + (number >= 5 ? [.init(id: 1, count: 2)] : []),
            detections: detections, stages: [.init(name: "detecting", ms: 1.5)],
            model: .init(detector: "fake-detector", embedder: "fake-embedder"), parameters: options,
            warnings: number == 0 ? [.nothingFound] : [])
    }
}
