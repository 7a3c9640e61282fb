import EspyPixels
import Foundation

extension Canvas {
    private static let bodyRadius = 0.35
    private static let capHeight = 0.75

    /// The translucent body from the floor to the cap.
    mutating func paintBody(_ tube: SampleTube, pose: TubePose, seed: UInt64) {
        let radius = Self.bodyRadius
        let neck = pose.top - pose.axis * Self.capHeight
        let grain = Grain(seed: seed ^ UInt64(tube.row &* 64 &+ tube.column))
        let color = tube.rim.lit(0.92)
        paint(.disc(center: pose.base, across: pose.across, along: pose.along, radius: radius)) { place in
            (place * place).sum() < 1 ? color.lit(0.85) : .zero
        }
        let body = Patch.cylinder(from: pose.base, to: neck, radius: radius, seenFrom: projection.position)
        let hasSideLabel = tube.hasSideLabel
        paint(body) { place in
            var shade = color.lit(1 - 0.3 * Float(place.x * place.x) - 0.12 * Float(1 - place.y))
            if hasSideLabel, place.y > 0.25, place.y < 0.85 {
                // Blocks of print that look like a code but are not one.
                let print = grain.cell(Int(place.x * 9 + 20), Int(place.y * 34)) < 0.45
                let inside = abs(place.x) < 0.7 && place.y > 0.55
                shade = SampleColor(gray: print && inside ? 0.25 : 0.88).lit(1 - 0.3 * Float(place.x * place.x))
            }
            shade.w = 0.93
            return shade
        }
    }

    /// The ribbed side of the cap.
    mutating func paintCapSide(_ tube: SampleTube, pose: TubePose) {
        let radius = tube.capRadius
        let neck = pose.top - pose.axis * Self.capHeight
        paint(.disc(center: neck, across: pose.across, along: pose.along, radius: radius)) { place in
            (place * place).sum() < 1 ? tube.rim.lit(0.8) : .zero
        }
        let side = Patch.cylinder(from: neck, to: pose.top, radius: radius, seenFrom: projection.position)
        paint(side) { place in
            let rib = Float(sin(asin(min(max(place.x, -1), 1)) * 26))
            return tube.rim.lit(0.8 + 0.12 * Float(place.y) + 0.07 * rib - 0.2 * Float(place.x * place.x))
        }
    }

    /// The face of the cap: rim, insert, and the label with its code.
    mutating func paintCap(_ tube: SampleTube, pose: TubePose, print: LabelPrint?) {
        let radius = tube.capRadius
        let face = Patch.disc(center: pose.top, across: pose.across, along: pose.along, radius: radius)
        paint(face, samples: 3) { place in
            let distance = Float((place * place).sum().squareRoot())
            guard distance < 1 else { return .zero }
            if let color = print?.color(at: place * radius) { return color }
            return Self.bareCap(tube, distance: distance)
        }
    }

    /// Rings from the rim to the middle; the middle of a cap without a label has a molded ring.
    @inline(__always)
    private static func bareCap(_ tube: SampleTube, distance: Float) -> SampleColor {
        let insert: Float = 0.84
        if distance > insert { return tube.rim.lit(distance > 0.95 ? 0.86 : 1.08) }
        if tube.label == nil {
            let ring = smoothStep(0.06, 0.02, abs(distance - 0.35)) + smoothStep(0.05, 0.02, abs(distance - 0.62))
            return tube.cap.mixed(with: tube.rim, 0.55).lit(1 + 0.22 * ring)
        }
        // The rubber ring between the rim and the insert.
        return distance > 0.76 ? SampleColor(gray: 0.27) : tube.cap
    }
}
