import CLCMS
import EspyPixels

/// Conversion by an embedded ICC profile, through Little CMS.
enum ProfileTransform {
    /// Profiles of printers reach 3 MB; anything much larger is not a profile.
    static let maxProfileBytes = 8 << 20

    /// Converts `raster` to sRGB; `false` where the profile is unreadable or belongs to another kind of pixel.
    static func apply(_ profile: [UInt8], to raster: inout Raster) -> Bool {
        guard profile.count <= maxProfileBytes, let input = inputFormat(raster.layout),
            let source = cmsOpenProfileFromMem(profile, UInt32(profile.count))
        else { return false }
        defer { cmsCloseProfile(source) }
        guard cmsGetColorSpace(source) == input.space, let target = cmsCreate_sRGBProfile() else { return false }
        defer { cmsCloseProfile(target) }
        // The one-pixel cache that this flag turns off costs more than it saves on photos.
        guard
            let transform = cmsCreateTransform(
                source, input.type, target, rgb8, UInt32(INTENT_PERCEPTUAL), UInt32(cmsFLAGS_NOCACHE))
        else { return false }
        defer { cmsDeleteTransform(transform) }
        if raster.layout == .rgb {
            convertRGB(&raster.pixels, source, transform)
        } else {
            raster = converted(raster, transform)
        }
        return true
    }

    /// In place, which spares a large picture its second copy.
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

    /// Three bytes a pixel, in the notation of Little CMS.
    static let rgb8 = pixelType(PT_RGB, channels: 3)

    /// Colors from everywhere in the cube, its corners among them.
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

    /// The bit fields of lcms2.h, whose macros Swift does not see: color space at 16, inversion at 13, channels at
    /// 3, bytes a channel at 0.
    private static func pixelType(_ space: Int32, channels: UInt32, inverted: Bool = false) -> UInt32 {
        UInt32(space) << 16 | (inverted ? 1 << 13 : 0) | channels << 3 | 1
    }

    /// Whether the transform moves no color by more than a rounding error, as it is for the many copies of sRGB.
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
