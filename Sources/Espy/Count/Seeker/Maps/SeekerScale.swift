import EspyImage
import Foundation

/// Sizes at which a photo is looked at.
///
/// The networks know things of one size: the photo is scaled so that the example has it. Scales lie on a fixed grid, so
/// that examples of nearly the same size share their maps, whatever was asked before.
package enum SeekerScale {
    /// Side in pixels that an example has after scaling.
    package static let normalSide = 40.0
    /// Long sides of the pyramid over which examples are proposed, finest first.
    package static let pyramid: [Double] = (0..<5).map { longest * pow(step, -Double(stepsPerLevel * $0)) }
    /// More is enlarging what is not there.
    package static let mostEnlarged = 5.0

    private static let longest = 1600.0
    private static let stepsPerLevel = 10
    /// From one level of the pyramid to the next it is 1.6.
    private static let step = pow(1.6, 1 / Double(stepsPerLevel))
    /// Pixels of the largest scaled photo: its maps take 48 MB.
    private static let mostPixels = 8_000_000.0
    /// Long side of the largest scaled photo.
    private static let mostSide = 2_600.0

    /// Side of a box as the networks understand it: of long things less than the root of their area.
    package static func side(of box: Rect) -> Double {
        max(2, min((box.width * box.height).squareRoot(), 2.5 * min(box.width, box.height)))
    }

    /// The scale of the grid at which things of this side are closest to ``normalSide``.
    ///
    /// - Parameters:
    ///   - side: in pixels of the photo.
    ///   - width, height: of the photo.
    /// - Returns: pixels of the scaled photo for one of the photo.
    package static func scale(side: Double, width: Int, height: Int) -> Double {
        let unit = longest / Double(max(width, height))
        let most = min(
            mostEnlarged, mostSide / Double(max(width, height)),
            (mostPixels / (Double(width) * Double(height))).squareRoot())
        let wanted = min(normalSide / max(side, 1), most)
        let steps = (log(wanted / unit) / log(step)).rounded()
        let scale = unit * pow(step, steps)
        return scale > most * step.squareRoot() ? scale / step : scale
    }
}
