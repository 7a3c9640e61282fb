import CLCMS

/// A fast path for profiles whose channels add up in linear light, as those of phones and monitors do.
///
/// There the whole conversion is one table per channel, from the stored value to the linear sRGB that it contributes,
/// and one table back from linear to stored. The tables are filled by asking Little CMS, and the result is checked
/// against it, so a profile that is not of this kind is found out and takes the general way.
struct AdditiveTransform {
    /// Red, green and blue that each value of each channel adds: 3 × 256 entries, in `1 / (steps * fraction)`.
    private var contributions: [SIMD4<Int32>] = []
    /// Stored sRGB for every sum that can occur, from the smallest on, so that nothing needs to be clamped.
    private var encoded: [UInt8] = []
    private var smallest: Int32 = 0

    /// Linear light in so many steps leaves the steep dark end of the sRGB curve within half a level.
    private static let steps: Float = 8_192
    private static let fractionBits: Int32 = 4

    /// Filling the tables takes some milliseconds, in which the general way converts about so many pixels.
    static let worthwhilePixels = 500_000

    /// - Parameters:
    ///   - source: An RGB profile.
    ///   - reference: The general transform of the same profile, eight bits to eight bits.
    init?(_ source: cmsHPROFILE, reference: cmsHTRANSFORM) {
        guard let linear = LinearProfile() else { return nil }
        let isolated = (0..<768).flatMap { index -> [Float] in
            (0..<3).map { $0 == index / 256 ? Float(index % 256) / 255 : 0 }
        }
        guard let sums = linear.convert(isolated, from: source), let black = linear.convert([0, 0, 0], from: source),
            // A black that is not black would count three times.
            black.allSatisfy({ abs($0) < 1e-4 }), sums.allSatisfy({ abs($0) < 4 })
        else { return nil }
        let scale = Self.steps * Float(1 << Self.fractionBits)
        contributions = (0..<768).map { index in
            let values = (0..<3).map { Int32((sums[3 * index + $0] * scale).rounded()) }
            return SIMD4(values[0], values[1], values[2], 0)
        }
        guard fillEncoded(linear), agrees(with: reference) else { return nil }
    }

    private mutating func fillEncoded(_ linear: LinearProfile) -> Bool {
        let half = Int32(1) << (Self.fractionBits - 1)
        var (least, most) = (Int32.max, Int32.min)
        for color in 0..<3 {
            let channels = (0..<3).map { channel in
                contributions[(channel * 256)..<(channel * 256 + 256)].map { $0[color] }
            }
            least = min(least, channels.reduce(half) { $0 + ($1.min() ?? 0) })
            most = max(most, channels.reduce(half) { $0 + ($1.max() ?? 0) })
        }
        smallest = least >> Self.fractionBits
        let levels = (smallest...(most >> Self.fractionBits)).flatMap { step -> [Float] in
            let level = min(max(Float(step) / Self.steps, 0), 1)
            return [level, level, level]
        }
        guard let stored = linear.encode(levels) else { return false }
        encoded = stride(from: 0, to: stored.count, by: 3).map { stored[$0] }
        // The start is folded into one channel: one subtraction less for each pixel.
        let start = half - smallest << Self.fractionBits
        for index in 0..<256 { contributions[index] &+= SIMD4(start, start, start, 0) }
        return true
    }

    private func agrees(with reference: cmsHTRANSFORM) -> Bool {
        let probe = ProfileTransform.probe
        var expected = [UInt8](repeating: 0, count: probe.count)
        cmsDoTransform(reference, probe, &expected, UInt32(probe.count / 3))
        var found = probe
        convert(&found)
        return zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    /// Red, green and blue for each pixel, to the same in sRGB.
    func convert(_ pixels: inout [UInt8]) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            contributions.withUnsafeBufferPointer { table in
                encoded.withUnsafeBufferPointer { encoded in
                    for index in stride(from: 0, to: pixels.count - 2, by: 3) {
                        let sum =
                            table[Int(pixels[index])] &+ table[256 + Int(pixels[index + 1])]
                            &+ table[512 + Int(pixels[index + 2])]
                        let step = sum &>> Self.fractionBits
                        pixels[index] = encoded[Int(step.x)]
                        pixels[index + 1] = encoded[Int(step.y)]
                        pixels[index + 2] = encoded[Int(step.z)]
                    }
                }
            }
        }
    }
}

/// sRGB without its curve.
private final class LinearProfile {
    private let profile: cmsHPROFILE
    /// Three floats a pixel: the bit fields of lcms2.h for floating point, RGB, three channels of four bytes.
    private static let floats = UInt32(1 << 22) | UInt32(PT_RGB) << 16 | 3 << 3 | 4

    init?() {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.30, y: 0.60, Y: 1),
            Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
        let straight = cmsBuildGamma(nil, 1)
        defer { cmsFreeToneCurve(straight) }
        var curves = [straight, straight, straight]
        guard let made = cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
        profile = made
    }

    deinit { cmsCloseProfile(profile) }

    /// Colors of `source` as linear sRGB, which may lie outside 0 to 1.
    func convert(_ colors: [Float], from source: cmsHPROFILE) -> [Float]? {
        var result = [Float](repeating: 0, count: colors.count)
        let done = run(source, Self.floats, profile, Self.floats) {
            cmsDoTransform($0, colors, &result, UInt32(colors.count / 3))
        }
        return done ? result : nil
    }

    /// Linear colors as stored sRGB.
    func encode(_ colors: [Float]) -> [UInt8]? {
        guard let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        var result = [UInt8](repeating: 0, count: colors.count)
        let done = run(profile, Self.floats, target, ProfileTransform.rgb8) {
            cmsDoTransform($0, colors, &result, UInt32(colors.count / 3))
        }
        return done ? result : nil
    }

    private func run(
        _ source: cmsHPROFILE, _ input: UInt32, _ target: cmsHPROFILE, _ output: UInt32,
        _ body: (cmsHTRANSFORM) -> Void
    ) -> Bool {
        let flags = UInt32(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE)
        let intent = UInt32(INTENT_PERCEPTUAL)
        guard let transform = cmsCreateTransform(source, input, target, output, intent, flags) else { return false }
        defer { cmsDeleteTransform(transform) }
        body(transform)
        return true
    }
}
