import Espy
import EspySamples
import Foundation

/// Photos of a box as they should not be: the photo's border cuts the box, or something lies on it.
struct SpoiledBoxes {
    enum Fault: String, CaseIterable { case cut, covered, sheet }

    private let image: RGBImage
    private let box: Rect

    /// - Parameter rack: the result for the whole photo.
    init?(_ image: RGBImage, _ rack: Rack) {
        guard let outline = rack.outline else { return nil }
        (self.image, box) = (image, outline.bounds)
    }

    func photos(_ fault: Fault, seed: UInt64) -> [RGBImage] {
        var random = SampleRandom(seed: seed)
        return switch fault {
        case .cut: [0.04, 0.1, 0.25].flatMap { share in (0..<4).map { cut($0, share) } }
        case .covered:
            (0..<8).map { place in
                let angle = Double(place) * .pi / 4
                let center = Point(
                    x: box.center.x + (0.5 + random.number(in: -0.1...0.1)) * box.width
                        * max(-1, min(1, 1.4 * cos(angle))),
                    y: box.center.y + (0.5 + random.number(in: -0.1...0.1)) * box.height
                        * max(-1, min(1, 1.4 * sin(angle))))
                return covered(
                    at: center, width: random.number(in: 0.12...0.3) * box.width,
                    height: random.number(in: 0.12...0.3) * box.height,
                    Self.colors[place % Self.colors.count], power: 2, &random)
            }
        case .sheet:
            (0..<4).map { place in
                let center = Point(
                    x: box.center.x + random.number(in: -0.5...0.5) * box.width,
                    y: box.center.y + random.number(in: -0.5...0.5) * box.height)
                return covered(
                    at: center, width: random.number(in: 0.1...0.35) * box.width,
                    height: random.number(in: 0.1...0.35) * box.height,
                    Self.colors[(place + 3) % Self.colors.count], power: 12, &random)
            }
        }
    }

    /// Skin, a blue glove, a dark sleeve, paper, cardboard.
    private static let colors: [SIMD3<Double>] = [
        SIMD3(205, 160, 130), SIMD3(80, 120, 190), SIMD3(40, 40, 46), SIMD3(236, 235, 230), SIMD3(176, 150, 115),
    ]

    /// - Parameter share: of the box that is lost.
    private func cut(_ side: Int, _ share: Double) -> RGBImage {
        let (width, height) = (Double(image.width), Double(image.height))
        let (x, y) = (share * box.width, share * box.height)
        let rect =
            switch side {
            case 0: Rect(x: box.x + x, y: 0, width: width - box.x - x, height: height)
            case 1: Rect(x: 0, y: 0, width: box.maxX - x, height: height)
            case 2: Rect(x: 0, y: box.y + y, width: width, height: height - box.y - y)
            default: Rect(x: 0, y: 0, width: width, height: box.maxY - y)
            }
        return image.cropped(to: rect)
    }

    /// An ellipse with soft shading; a high power makes it a rectangle with round corners.
    private func covered(
        at center: Point, width: Double, height: Double, _ color: SIMD3<Double>, power: Double,
        _ random: inout SampleRandom
    ) -> RGBImage {
        var pixels = image.pixels
        for y in max(
            Int(center.y - height), 0)..<max(min(Int(center.y + height), image.height), max(Int(center.y - height), 0))
        {
            for x in max(
                Int(center.x - width), 0)..<max(min(Int(center.x + width), image.width), max(Int(center.x - width), 0))
            {
                let (dx, dy) = (abs(Double(x) - center.x) / width, abs(Double(y) - center.y) / height)
                let away = pow(dx, power) + pow(dy, power)
                guard away < 1 else { continue }
                let light = (power > 2 ? 1 : 1.05 - 0.35 * away) + random.number(in: -0.03...0.03)
                for channel in 0..<3 {
                    pixels[3 * (y * image.width + x) + channel] = UInt8(max(0, min(255, color[channel] * light)))
                }
            }
        }
        return RGBImage(width: image.width, height: image.height, pixels: pixels)
    }
}
