public import EspyPixels
import Foundation

/// 64 bits that describe the rough look of a picture: similar pictures differ in few of them.
///
/// Each bit is the sign of one wave (discrete cosine transform) in the gray picture at 32 × 32 pixels; waves have up to
/// seven half turns across and down. The first bit, for no turns at all, is the mean, and stays 0. Using signs,
/// compared to zero instead of a median, has an advantage: rotating or mirroring the picture only moves and flips bits,
/// so the hashes of all eight orientations follow from the stored one.
public enum PerceptualHash {
    /// Number of waves in each direction.
    static let waves = 8
    /// Width and height of the reduced picture, in pixels.
    static let side = 32

    public static func of(_ image: RGBImage) -> UInt64 { of(image.gray) }

    /// The hash of a gray picture. An empty one has no waves: 0.
    public static func of(_ image: GrayImage) -> UInt64 {
        guard image.width > 0, image.height > 0 else { return 0 }
        let small = image.resized(width: side, height: side).pixels.map { Float($0) }
        // Columns first: rows[v][x].
        var rows = [Float](repeating: 0, count: waves * side)
        for v in 0..<waves {
            for y in 0..<side {
                let weight = cosines[v * side + y]
                for x in 0..<side { rows[v * side + x] += weight * small[y * side + x] }
            }
        }
        var bits: UInt64 = 0
        for v in 0..<waves {
            for u in 0..<waves {
                var sum: Float = 0
                for x in 0..<side { sum += cosines[u * side + x] * rows[v * side + x] }
                if sum > 0, u + v > 0 { bits |= 1 << UInt64(v * waves + u) }
            }
        }
        return bits
    }

    /// The number of differing bits, from 0 to 64.
    public static func distance(_ one: UInt64, _ other: UInt64) -> Int { (one ^ other).nonzeroBitCount }

    /// The least number of differing bits when one picture may be rotated by quarter turns, mirrored or both.
    public static func leastDistance(_ one: UInt64, _ other: UInt64) -> Int {
        orientations(of: one).map { distance($0, other) }.min() ?? 64
    }

    /// The hashes of the picture as it is, mirrored horizontally, vertically and both; then those of its transpose.
    public static func orientations(of hash: UInt64) -> [UInt64] {
        [hash, transposed(hash)].flatMap { [$0, $0 ^ oddAcross, $0 ^ oddDown, $0 ^ oddAcross ^ oddDown] }
    }

    /// Mirroring inverts waves with an odd number of half turns.
    private static let oddAcross: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
    private static let oddDown: UInt64 = 0xFF00_FF00_FF00_FF00

    private static func transposed(_ hash: UInt64) -> UInt64 {
        var turned: UInt64 = 0
        for v in 0..<waves {
            for u in 0..<waves where hash >> UInt64(v * waves + u) & 1 == 1 { turned |= 1 << UInt64(u * waves + v) }
        }
        return turned
    }

    /// `cosines[k * side + x]`: the wave of `k` half turns at pixel `x`.
    private static let cosines: [Float] = (0..<waves).flatMap { wave in
        (0..<side).map { x in
            let angle: Double = Double(wave) * Double(2 * x + 1) * Double.pi / Double(2 * side)
            return Float(cos(angle))
        }
    }
}
