import CLCMS
import EspyPixels

/// Converts from the color space of a file to sRGB.
enum ColorConversion {
    /// Converts an opaque raster to sRGB. Without a usable profile, RGB and gray count as sRGB already, and ink is
    /// converted by multiplying the light that each ink lets through.
    static func makeRGB(_ raster: inout Raster, profile: [UInt8]?) {
        if let profile, ProfileTransform.apply(profile, to: &raster) { return }
        switch raster.layout {
        case .gray: raster = widened(raster)
        case .cmyk: raster = mixed(raster, noInk: 0)
        case .invertedCMYK: raster = mixed(raster, noInk: 255)
        case .rgb, .rgba, .grayAlpha: break
        }
    }

    /// Whether ``makeRGB(_:profile:)`` leaves RGB with this profile as it is.
    static func keeps(_ profile: [UInt8]?) -> Bool { profile.map(ProfileTransform.keeps) ?? true }

    private static func widened(_ raster: Raster) -> Raster {
        let count = raster.width * raster.height
        let values = [UInt8](unsafeUninitializedCapacity: count * 3) { out, initialized in
            raster.pixels.withUnsafeBufferPointer { gray in
                for index in 0..<count {
                    out[3 * index] = gray[index]
                    out[3 * index + 1] = gray[index]
                    out[3 * index + 2] = gray[index]
                }
            }
            initialized = count * 3
        }
        return Raster(layout: .rgb, width: raster.width, height: raster.height, pixels: values)
    }

    private static func mixed(_ raster: Raster, noInk: UInt8) -> Raster {
        let count = raster.width * raster.height
        // 255 - x if `noInk` is 0, x itself if it is 255: the share of light that passes.
        let flip = ~noInk
        let values = [UInt8](unsafeUninitializedCapacity: count * 3) { out, initialized in
            raster.pixels.withUnsafeBufferPointer { ink in
                for index in 0..<count {
                    let black = UInt32(ink[4 * index + 3] ^ flip)
                    for color in 0..<3 {
                        let light = UInt32(ink[4 * index + color] ^ flip)
                        out[3 * index + color] = UInt8(truncatingIfNeeded: (light * black + 127) / 255)
                    }
                }
            }
            initialized = count * 3
        }
        return Raster(layout: .rgb, width: raster.width, height: raster.height, pixels: values)
    }
}

extension Raster {
    /// Luminance of an opaque layout.
    func grayed() -> Raster {
        switch layout {
        case .gray: return self
        case .rgb: return Raster(RGBImage(self).gray)
        default:
            var color = self
            ColorConversion.makeRGB(&color, profile: nil)
            return Raster(RGBImage(color).gray)
        }
    }
}

/// Converts by an embedded ICC profile, with Little CMS.
enum ProfileTransform {
    /// Printer profiles have up to 3 MB; a much larger one is not a profile.
    static let maxProfileBytes = 8 << 20

    /// Converts `raster` to sRGB; `false` if the profile is unreadable or is for another kind of pixel.
    static func apply(_ profile: [UInt8], to raster: inout Raster) -> Bool {
        let layout = raster.layout
        return withTransform(profile, from: layout) { source, transform in
            if layout == .rgb {
                convertRGB(&raster.pixels, source, transform)
            } else {
                raster = converted(raster, transform)
            }
        } != nil
    }

    /// Whether RGB with this profile is not changed.
    static func keeps(_ profile: [UInt8]) -> Bool {
        withTransform(profile, from: .rgb) { _, transform in isIdentity(transform) } ?? true
    }

    /// - Returns: nil if the profile is unreadable or is for another kind of pixel.
    private static func withTransform<Result>(
        _ profile: [UInt8], from layout: Raster.Layout, _ work: (cmsHPROFILE, cmsHTRANSFORM) -> Result
    ) -> Result? {
        guard profile.count <= maxProfileBytes, let input = inputFormat(layout),
            let source = cmsOpenProfileFromMem(profile, UInt32(profile.count))
        else { return nil }
        defer { cmsCloseProfile(source) }
        guard cmsGetColorSpace(source) == input.space, let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        // The one-pixel cache that this flag disables costs more than it saves on photos.
        guard
            let transform = cmsCreateTransform(
                source, input.type, target, rgb8, UInt32(INTENT_PERCEPTUAL), UInt32(cmsFLAGS_NOCACHE))
        else { return nil }
        defer { cmsDeleteTransform(transform) }
        return work(source, transform)
    }

    /// In place, which saves a second copy of a large picture.
    private static func convertRGB(_ pixels: inout [UInt8], _ source: cmsHPROFILE, _ transform: cmsHTRANSFORM) {
        guard !isIdentity(transform) else { return }
        let count = pixels.count / 3
        if count >= AdditiveTransform.worthwhilePixels,
            let fast = AdditiveTransform(source, reference: transform)
        {
            fast.convert(&pixels)
        } else {
            pixels.withUnsafeMutableBytes {
                cmsDoTransform(transform, $0.baseAddress, $0.baseAddress, UInt32(count))
            }
        }
    }

    /// Three bytes per pixel, in the notation of Little CMS.
    static let rgb8 = pixelType(PT_RGB, channels: 3)

    /// Colors from all over the cube, including its corners.
    static let probe: [UInt8] = {
        let levels = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
        return levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    }()

    private static func inputFormat(
        _ layout: Raster.Layout
    ) -> (type: UInt32, space: cmsColorSpaceSignature)? {
        switch layout {
        case .gray: (pixelType(PT_GRAY, channels: 1), cmsSigGrayData)
        case .rgb: (rgb8, cmsSigRgbData)
        case .cmyk: (pixelType(PT_CMYK, channels: 4), cmsSigCmykData)
        case .invertedCMYK: (pixelType(PT_CMYK, channels: 4, inverted: true), cmsSigCmykData)
        case .rgba, .grayAlpha: nil
        }
    }

    /// The bit fields of lcms2.h, whose macros are not visible to Swift: color space at 16, inversion at 13, channels
    /// at 3, bytes per channel at 0.
    private static func pixelType(_ space: Int32, channels: UInt32, inverted: Bool = false) -> UInt32 {
        UInt32(space) << 16 | (inverted ? 1 << 13 : 0) | channels << 3 | 1
    }

    /// Whether the transform changes no color by more than a rounding error, as for the many copies of sRGB.
    private static func isIdentity(_ transform: cmsHTRANSFORM) -> Bool {
        var result = [UInt8](repeating: 0, count: probe.count)
        cmsDoTransform(transform, probe, &result, UInt32(probe.count / 3))
        return zip(probe, result).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
    }

    private static func converted(_ raster: Raster, _ transform: cmsHTRANSFORM) -> Raster {
        let count = raster.width * raster.height
        let values = [UInt8](unsafeUninitializedCapacity: count * 3) { out, initialized in
            raster.pixels.withUnsafeBufferPointer { source in
                for row in 0..<raster.height {
                    guard let from = source.baseAddress, let to = out.baseAddress else { return }
                    cmsDoTransform(
                        transform, from + row * raster.width * raster.layout.channels, to + row * raster.width * 3,
                        UInt32(raster.width))
                }
            }
            initialized = count * 3
        }
        return Raster(layout: .rgb, width: raster.width, height: raster.height, pixels: values)
    }
}

/// A fast path for profiles whose channels add up in linear light, like those of phones and monitors.
///
/// For them the whole conversion is one table per channel, from the stored value to its contribution in linear sRGB,
/// and one table from linear back to stored values. The tables are filled by Little CMS, and the result is checked
/// against it, so another kind of profile is detected and converted the general way.
private struct AdditiveTransform {
    /// The red, green and blue contributed by each value of each channel: 3 × 256 entries, in `1 / (steps * fraction)`.
    private var contributions: [SIMD4<Int32>] = []
    /// Stored sRGB for every possible sum, from the smallest on, so that no clamping is needed.
    private var encoded: [UInt8] = []
    private var smallest: Int32 = 0

    /// With this many steps of linear light, the steep dark end of the sRGB curve is accurate to half a level.
    private static let steps: Float = 8_192
    private static let fractionBits: Int32 = 4

    /// Filling the tables takes some milliseconds, about as long as the general way needs for this many pixels.
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
            // A black level above zero would count three times.
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
        // The start is included in one channel, which saves a subtraction per pixel.
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

    /// Converts red, green and blue of each pixel to sRGB.
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

/// sRGB with linear values.
private final class LinearProfile {
    private let profile: cmsHPROFILE
    /// Three floats per pixel: the bit fields of lcms2.h for floating point, RGB, three channels of four bytes.
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

    /// Converts colors of `source` to linear sRGB, which may be outside 0 to 1.
    func convert(_ colors: [Float], from source: cmsHPROFILE) -> [Float]? {
        var result = [Float](repeating: 0, count: colors.count)
        let done = run(source, Self.floats, profile, Self.floats) {
            cmsDoTransform($0, colors, &result, UInt32(colors.count / 3))
        }
        return done ? result : nil
    }

    /// Converts linear colors to stored sRGB.
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
