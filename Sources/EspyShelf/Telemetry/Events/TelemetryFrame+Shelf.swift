extension TelemetryFrame {
    /// What was found in a picture, as numbers.
    ///
    /// - Parameters:
    ///   - id: number of the picture in its session; that of the shelf unless told.
    ///   - detector: which one the spines are from.
    public init(_ shelf: Shelf, id: Int? = nil, detector: TelemetryCode) {
        let (outcome, reason): (Outcome, TelemetryCode?) =
            switch shelf.outcome {
            case .processed: (.processed, nil)
            case .skipped: (.skipped, "newer")
            case .failed(.emptyImage): (.failed, "empty-image")
            case .failed(.cancelled): (.failed, "cancelled")
            }
        let timings = shelf.timings
        let stages: [Stage: Double] = [
            .spines: timings.spines, .barcodes: timings.barcodes, .text: timings.text, .total: timings.total,
        ]
        self.init(
            id: id ?? shelf.frame, width: shelf.width, height: shelf.height, outcome: outcome, reason: reason,
            detector: detector,
            spines: shelf.spines.map {
                SpineShape($0.quad, frameWidth: shelf.width, frameHeight: shelf.height, confidence: $0.confidence)
            }, texts: shelf.text.count, barcodes: shelf.barcodes.count, timings: stages.filter { $0.value > 0 })
    }
}
