public import EspyPixels
import Foundation

/// The shape of a spine without its place: lengths in shares of the frame's long side.
public struct SpineShape: Sendable, Equatable, Codable {
    /// Mean length of the upper and lower edge.
    public let width: Double
    /// Mean length of the left and right edge.
    public let height: Double
    /// Width by height, in pixels by pixels.
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
        // A spine that stands on its head leans as much as one that does not.
        return degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees
    }

    /// To four places, which is finer than a pixel and short to write.
    private static func rounded(_ value: Double) -> Double {
        value.isFinite ? (value * 10_000).rounded() / 10_000 : 0
    }
}
