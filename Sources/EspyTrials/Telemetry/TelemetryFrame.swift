public import EspyPixels
public import EspyShelf
import Foundation

/// The results of one frame, as numbers.
public struct TelemetryFrame: Sendable, Equatable, Codable {
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        case processed, skipped, failed
    }

    /// A step in processing a frame.
    public enum Stage: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
        case convert, spines, shadow, barcodes, text, track, guidance, total
    }

    /// Number of the frame in its session.
    public let id: Int
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    public let outcome: Outcome
    /// Why it was skipped or failed.
    public let reason: TelemetryCode?
    /// The detector that found the spines.
    public let detector: TelemetryCode
    /// Number of text regions in the same frame.
    public let texts: Int
    /// Number of barcodes in the same frame.
    public let barcodes: Int
    /// Number of spines.
    public let spineCount: Int
    /// The first ``mostSpines`` of them.
    public let spines: [SpineShape]
    /// Milliseconds.
    public let timings: [Stage: Double]
    /// Number of unrecorded frames since the last recorded one.
    public package(set) var unlogged: Int

    public static let mostSpines = 100

    public init(
        id: Int, width: Int, height: Int, outcome: Outcome, reason: TelemetryCode? = nil, detector: TelemetryCode,
        spines: [SpineShape] = [], texts: Int = 0, barcodes: Int = 0, timings: [Stage: Double] = [:]
    ) {
        self.id = id
        self.width = width
        self.height = height
        self.outcome = outcome
        self.reason = reason
        self.detector = detector
        self.texts = texts
        self.barcodes = barcodes
        spineCount = spines.count
        self.spines = Array(spines.prefix(Self.mostSpines))
        self.timings = timings.filter { $0.value.isFinite && $0.value >= 0 }
            .mapValues { ($0 * 1_000).rounded() / 1_000 }
        unlogged = 0
    }

    /// Whether each layer found anything.
    public var layers: Layers { Layers(spines: spineCount > 0, text: texts > 0, barcodes: barcodes > 0) }

    public struct Layers: Sendable, Hashable, Codable {
        public let spines: Bool
        public let text: Bool
        public let barcodes: Bool

        public init(spines: Bool, text: Bool, barcodes: Bool) {
            self.spines = spines
            self.text = text
            self.barcodes = barcodes
        }
    }
}

extension TelemetryFrame {
    /// Summarizes the results of a picture.
    ///
    /// - Parameters:
    ///   - id: number of the picture in its session; by default that of the shelf.
    ///   - detector: the detector that found the spines.
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

/// The shape of a spine without its position: lengths as shares of the frame's long side.
public struct SpineShape: Sendable, Equatable, Codable {
    /// Mean length of the upper and lower edge.
    public let width: Double
    /// Mean length of the left and right edge.
    public let height: Double
    /// Width divided by height, in pixels.
    public let aspect: Double
    /// Degrees that the spine leans from the vertical, from -90 to 90; positive to the right.
    public let tilt: Double
    /// From 0 to 1.
    public let confidence: Double

    public init(width: Double, height: Double, aspect: Double, tilt: Double, confidence: Double) {
        self.width = Self.rounded(width)
        self.height = Self.rounded(height)
        self.aspect = Self.rounded(aspect)
        self.tilt = Self.rounded(tilt)
        self.confidence = Self.rounded(confidence)
    }

    /// - Parameters:
    ///   - quad: in pixels of the upright frame.
    ///   - frameWidth: pixels.
    ///   - frameHeight: pixels.
    public init(_ quad: Quad, frameWidth: Int, frameHeight: Int, confidence: Double) {
        let side = Double(max(frameWidth, frameHeight, 1))
        let (width, height) = (quad.meanWidth, quad.meanHeight)
        self.init(
            width: width / side, height: height / side, aspect: height > 0 ? width / height : 0,
            tilt: Self.tilt(of: quad), confidence: confidence)
    }

    /// Of the line from the middle of the lower edge to the middle of the upper one.
    private static func tilt(of quad: Quad) -> Double {
        let x = quad.topLeft.x + quad.topRight.x - quad.bottomLeft.x - quad.bottomRight.x
        let y = quad.topLeft.y + quad.topRight.y - quad.bottomLeft.y - quad.bottomRight.y
        let degrees = atan2(x, -y) * 180 / .pi
        // An upside-down spine leans as much as an upright one.
        return degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees
    }

    /// To four decimal places, which is finer than a pixel and short to write.
    private static func rounded(_ value: Double) -> Double {
        value.isFinite ? (value * 10_000).rounded() / 10_000 : 0
    }
}
