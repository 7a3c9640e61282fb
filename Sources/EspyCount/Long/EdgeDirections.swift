import CMath
package import EspyPixels

/// The directions of the edges in a photo: the edges of long things that lie side by side nearly all run the same way.
package struct EdgeDirections: Sendable {
    /// The share of the strength of all edges, by degrees clockwise from horizontal, from 0 to below 180.
    private let shares: [Double]

    /// The long side that a photo is shrunk to: enough for things of a few hundredths of it.
    private static let longSide = 400
    /// Edges within this many degrees run the same way: long things lie a little askew.
    private static let reach = 6
    /// Within this many degrees of horizontal or vertical, things count as exactly so.
    private static let straight = 0.75
    /// Nearly all rendered photos of long things have this share in one direction; only one in eight ordinary photos
    /// does.
    private static let parallel = 0.35
    /// With this share in one direction, there is no second one.
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

    /// The most common direction, in degrees clockwise from horizontal, -90 to 90; nil if edges run in all directions.
    package var common: Double? {
        let near = shares.indices.map(share(near:))
        guard let best = near.indices.max(by: { near[$0] < near[$1] }), near[best] >= Self.parallel else { return nil }
        let off = (-Self.reach...Self.reach).reduce(0) { $0 + Double($1) * shares[(best + $1 + 180) % 180] }
        // The middle of the degree.
        let mean = Double(best) + 0.5 + off / near[best]
        let degrees = mean > 90 ? mean - 180 : mean
        if abs(degrees) < Self.straight { return 0 }
        return abs(degrees) > 90 - Self.straight ? 90 : degrees
    }

    /// Whether most edges run in this direction.
    package func areCommon(at degrees: Double) -> Bool {
        let place = Int((degrees + 180).rounded(.down)) % 180
        return share(near: place) >= Self.alone
    }

    private func share(near place: Int) -> Double {
        (-Self.reach...Self.reach).reduce(0) { $0 + shares[(place + $1 + 180) % 180] }
    }
}

extension GrayImage {
    /// The mean of each pixel and its neighbors, so that pixel steps do not distort the direction of an edge.
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

    /// The change of brightness to the right and downward, at each pixel, by the operator of H. Scharr (2000), which
    /// preserves directions.
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
