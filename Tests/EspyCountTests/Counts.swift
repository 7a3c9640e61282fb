import Espy
import EspyPixels

extension Count {
    /// Creates a result: boxes of 40 pixels at the given places, all of one kind and counted.
    static func made(
        _ places: [(x: Double, y: Double)], width: Int = 600, height: Int = 400, options: CountOptions = .init()
    ) -> Count {
        made(places.map { Detection(at: $0.x, $0.y) }, width: width, height: height, options: options)
    }

    static func made(
        _ detections: [Detection], width: Int = 600, height: Int = 400, options: CountOptions = .init()
    ) -> Count {
        var options = options
        // As if the detector had been trusted.
        options.pipeline = options.chosenPipeline == .auto ? .adaptive : options.chosenPipeline
        let sizes = Dictionary(detections.map { ($0.cluster, 1) }, uniquingKeysWith: +)
        return Count(
            width: width, height: height, count: detections.count(where: \.main),
            range: Range(of: detections, pipeline: options.pipeline),
            clusters: sizes.map { Cluster(id: $0.key, count: $0.value) }.sorted {
                ($1.count, $0.id) < ($0.count, $1.id)
            },
            detections: detections, model: Models(detector: "made-up"), parameters: options)
    }
}

extension Count.Detection {
    /// A box around a center.
    init(
        at x: Double, _ y: Double, side: Double = 40, confidence: Double = 0.9, cluster: Int = 0, main: Bool = true,
        doubt: Double = 0
    ) {
        self.init(
            x: x - side / 2, y: y - side / 2, width: side, height: side, confidence: confidence, cluster: cluster,
            main: main, doubt: doubt)
    }
}
