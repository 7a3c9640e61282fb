package import EspyPixels
import Foundation

/// Which way the edges of a photo run: those of long things that lie side by side run nearly all the same way.
package struct EdgeDirections: Sendable {
    /// The share of the strength of all edges, by degrees clockwise from level: 0 and more, but less than 180.
    private let shares: [Double]

    /// Long side that a photo is shrunk to: enough for things of a few hundredths of it.
    private static let longSide = 400
    /// Edges within so many degrees run the same way: long things lie a little askew.
    private static let reach = 6
    /// So close to level or upright, things lie so.
    private static let straight = 0.75
    /// Nearly all drawn photos of long things have this share in one direction, of ordinary photos one in eight.
    private static let parallel = 0.35
    /// With this share in one direction there is no second one.
    private static let alone = 0.55

    package init(of image: RGBImage) {
        var sums = [Double](repeating: 0, count: 180)
        let gray = image.fitted(longSide: Self.longSide).gray.smoothed
        gray.gradients { across, down in
            // An edge runs at right angles to its gradient.
            let degrees = Int(atan2(Double(down), Double(across)) * 180 / .pi + 270) % 180
            sums[degrees] += Double(across * across + down * down)
        }
        let sum = sums.reduce(0, +)
        shares = sum > 0 ? sums.map { $0 / sum } : sums
    }

    /// The direction of most, in degrees clockwise from level, -90 to 90; nil where edges run all ways.
    package var common: Double? {
        let near = shares.indices.map(share(near:))
        guard let best = near.indices.max(by: { near[$0] < near[$1] }), near[best] >= Self.parallel else { return nil }
        let off = (-Self.reach...Self.reach).reduce(0) { $0 + Double($1) * shares[(best + $1 + 180) % 180] }
        // In the middle of a degree.
        let mean = Double(best) + 0.5 + off / near[best]
        let degrees = mean > 90 ? mean - 180 : mean
        if abs(degrees) < Self.straight { return 0 }
        return abs(degrees) > 90 - Self.straight ? 90 : degrees
    }

    /// Whether most run this way.
    package func areCommon(at degrees: Double) -> Bool {
        let place = Int((degrees + 180).rounded(.down)) % 180
        return share(near: place) >= Self.alone
    }

    private func share(near place: Int) -> Double {
        (-Self.reach...Self.reach).reduce(0) { $0 + shares[(place + $1 + 180) % 180] }
    }
}

extension GrayImage {
    /// Each pixel with its neighbors, which keeps the direction of an edge free of its steps.
    fileprivate var smoothed: GrayImage {
        var result = self
        guard width > 2, height > 2 else { return result }
        for y in 1..<(height - 1) {
            for x in 1..<(width - 1) {
                var sum = 8
                for (row, weight) in [(y - 1, 1), (y, 2), (y + 1, 1)] {
                    let at = row * width + x
                    sum += weight * (Int(pixels[at - 1]) + 2 * Int(pixels[at]) + Int(pixels[at + 1]))
                }
                result.pixels[y * width + x] = UInt8(sum / 16)
            }
        }
        return result
    }

    /// How steeply brightness rises to the right and downward, at each pixel, by the operator of H. Scharr (2000), which
    /// is true to directions.
    fileprivate func gradients(_ body: (_ across: Int, _ down: Int) -> Void) {
        guard width > 2, height > 2 else { return }
        pixels.withUnsafeBufferPointer { pixels in
            for y in 1..<(height - 1) {
                for x in 1..<(width - 1) {
                    let at = y * width + x
                    func pixel(_ across: Int, _ down: Int) -> Int { Int(pixels[at + down * width + across]) }
                    let rising = 3 * (pixel(1, 1) - pixel(-1, -1))
                    let falling = 3 * (pixel(1, -1) - pixel(-1, 1))
                    body(
                        rising + falling + 10 * (pixel(1, 0) - pixel(-1, 0)),
                        rising - falling + 10 * (pixel(0, 1) - pixel(0, -1)))
                }
            }
        }
    }
}
