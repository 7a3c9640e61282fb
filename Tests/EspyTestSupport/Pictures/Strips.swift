package import EspyPixels
import Foundation

/// A picture of long things side by side on a visible ground, drawn again each time.
package struct Strips: Sendable {
    package var number = 12
    /// In pixels.
    package var length = 400.0
    package var width = 20.0
    package var gap = 10.0
    /// Degrees clockwise from horizontal.
    package var degrees = 0.0
    package var thing = Color(hex: 0xCDAA7D)
    package var ground = Color(hex: 0x3A302B)
    /// The color of a sheet between the things and the ground, if there is one.
    package var sheet: Color?
    /// The largest shift of a thing along its length, and the largest deviation of a pixel out of 255.
    package var shift = 6.0
    package var noise = 8
    /// Width and height of the picture in pixels.
    package var side = 660

    package init() {}

    private var center: Point { Point(x: Double(side) / 2, y: Double(side) / 2) }

    /// The outline of each thing, from one side to the other.
    package var quads: [Quad] {
        var random = SplitMix(seed: 7)
        return (0..<number).map { place in
            let across = (Double(place) - Double(number - 1) / 2) * (width + gap)
            let along = shift * (2 * random.unit() - 1)
            let box = Rect(
                x: center.x + along - length / 2, y: center.y + across - width / 2, width: length, height: width)
            return Quad(box).rotated(byDegrees: degrees, around: center)
        }
    }

    /// The upright box around each thing.
    package var boxes: [Rect] { quads.map(\.bounds) }

    package var image: RGBImage {
        var random = SplitMix(seed: 11)
        var canvas = Canvas(
            RGBImage(width: side, height: side, red: ground.red, green: ground.green, blue: ground.blue))
        if let sheet {
            let height = Double(number) * (width + gap) + gap
            let card = Rect(x: center.x - length / 2, y: center.y - height / 2, width: length, height: height)
            canvas.fill(Quad(card).rotated(byDegrees: degrees, around: center), sheet)
        }
        for quad in quads {
            let shade = 0.9 + 0.1 * random.unit()
            func shaded(_ value: UInt8) -> UInt8 { UInt8(Double(value) * shade) }
            canvas.fill(quad, Color(red: shaded(thing.red), green: shaded(thing.green), blue: shaded(thing.blue)))
        }
        var image = canvas.image
        for place in image.pixels.indices {
            let value = Int(image.pixels[place]) + Int((2 * random.unit() - 1) * Double(noise))
            image.pixels[place] = UInt8(min(max(value, 0), 255))
        }
        return image
    }
}

/// Random numbers by S. Vigna's method, the same for the same seed.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Returns a number from 0 up to, but not including, 1.
    mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((value ^ (value >> 31)) >> 11) * 0x1p-53
    }
}
