import CLCMS

/// ICC profiles, made with Little CMS.
enum Profiles {
    static func sRGB() -> [UInt8] { saved(cmsCreate_sRGBProfile()) }

    /// The primaries of Display P3 with a simple gamma of 2.2.
    static func wide() -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
            Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
        let curve = cmsBuildGamma(nil, 2.2)
        defer { cmsFreeToneCurve(curve) }
        var curves = [curve, curve, curve]
        return saved(cmsCreateRGBProfile(&white, &primaries, &curves))
    }

    /// Gray with linear values.
    static func linearGray() -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        let curve = cmsBuildGamma(nil, 1)
        defer { cmsFreeToneCurve(curve) }
        return saved(cmsCreateGrayProfile(&white, curve))
    }

    /// Converts one RGB color with Little CMS, as the reference for larger conversions.
    static func convert(_ color: [UInt8], by profile: [UInt8]) -> [Int] {
        let rgb8: UInt32 = 4 << 16 | 3 << 3 | 1
        let source = cmsOpenProfileFromMem(profile, UInt32(profile.count))
        let target = cmsCreate_sRGBProfile()
        let transform = cmsCreateTransform(source, rgb8, target, rgb8, UInt32(INTENT_PERCEPTUAL), 0)
        defer {
            cmsDeleteTransform(transform)
            cmsCloseProfile(source)
            cmsCloseProfile(target)
        }
        var result = [UInt8](repeating: 0, count: 3)
        cmsDoTransform(transform, color, &result, 1)
        return result.map(Int.init)
    }

    private static func saved(_ profile: cmsHPROFILE?) -> [UInt8] {
        defer { cmsCloseProfile(profile) }
        var size: UInt32 = 0
        _ = cmsSaveProfileToMem(profile, nil, &size)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        _ = cmsSaveProfileToMem(profile, &bytes, &size)
        return bytes
    }
}
