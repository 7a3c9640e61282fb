import CFontconfig
import CFreeType
import CGIF
import CHEIF
import CLCMS
import CPNG
import CTIFF
import CTurboJPEG
import CWebP

/// The capabilities of the libraries under this module on this machine, for checking the installation.
public enum ImageSupport {
    /// A format, the library that reads it, and whether it can.
    public struct Codec: Sendable, Equatable, Codable {
        public let format: ImageFormat
        /// Name and version, such as `libwebp 1.2.4`; only the name if it is not installed.
        public let library: String
        public let isAvailable: Bool
    }

    /// One entry for each format, in the order of ``ImageFormat``.
    public static var codecs: [Codec] {
        ImageFormat.allCases.map { format in
            switch format {
            case .jpeg: Codec(format: format, library: "libjpeg-turbo \(jpegVersion)", isAvailable: true)
            case .png: Codec(format: format, library: "libpng \(pngVersion)", isAvailable: true)
            case .webp: Codec(format: format, library: "libwebp \(webPVersion)", isAvailable: true)
            case .heic: heif(format, heif_compression_HEVC)
            case .avif: heif(format, heif_compression_AV1)
            case .bmp, .dng: Codec(format: format, library: "built in", isAvailable: true)
            case .tiff: Codec(format: format, library: "libtiff \(tiffVersion)", isAvailable: true)
            case .gif: Codec(format: format, library: "giflib \(gifVersion)", isAvailable: true)
            }
        }
    }

    /// The font file with a glyph for a character, or nil if none is installed.
    public static func font(for scalar: Unicode.Scalar) -> String? {
        guard let pattern = FcPatternCreate(), let characters = FcCharSetCreate() else { return nil }
        defer {
            FcPatternDestroy(pattern)
            FcCharSetDestroy(characters)
        }
        FcCharSetAddChar(characters, scalar.value)
        FcPatternAddCharSet(pattern, FC_CHARSET, characters)
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
        defer { FcPatternDestroy(match) }
        // The best match is only the closest font: it may lack the character.
        var covered: OpaquePointer?
        var path: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetCharSet(match, FC_CHARSET, 0, &covered) == FcResultMatch, let covered,
            FcCharSetHasChar(covered, scalar.value) != 0,
            FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch, let path
        else { return nil }
        return String(cString: path)
    }

    /// Some installations lack libheif, and some builds of it have no decoder for one of the two.
    private static func heif(_ format: ImageFormat, _ compression: heif_compression_format) -> Codec {
        guard let version = heifVersion else { return Codec(format: format, library: "libheif", isAvailable: false) }
        return Codec(
            format: format, library: "libheif \(version)",
            isAvailable: heif_have_decoder_for_format(compression) != 0)
    }

    /// Names and versions of the libraries under this module; no version if one is not installed.
    package static var versions: [(name: String, version: String?)] {
        [
            ("libjpeg-turbo", jpegVersion), ("libpng", pngVersion), ("libwebp", webPVersion),
            ("libheif", heifVersion), ("libtiff", tiffVersion), ("giflib", gifVersion),
            ("lcms2", colorVersion), ("FreeType", fontVersion), ("fontconfig", fontListVersion),
        ]
    }

    private static var heifVersion: String? { espy_heif_is_here() ? String(cString: heif_get_version()) : nil }

    /// 2001005 means 2.1.5; from the headers, because libjpeg-turbo does not report its version at run time.
    private static var jpegVersion: String {
        let number = espy_jpeg_version
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }

    /// 21400 means 2.14.0.
    private static var fontListVersion: String {
        let number = FcGetVersion()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// 2140 means 2.14.
    private static var colorVersion: String {
        let number = cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)" + (number % 10 == 0 ? "" : ".\(number % 10)")
    }

    private static var fontVersion: String {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0 else { return "?" }
        defer { FT_Done_FreeType(library) }
        var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
        FT_Library_Version(library, &major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// 10639 means 1.6.39.
    private static var pngVersion: String {
        let number = png_access_version_number()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// `LIBTIFF, Version 4.5.0` and lines of copyright.
    private static var tiffVersion: String {
        let line = String(cString: TIFFGetVersion()).prefix { $0 != "\n" }
        return line.split(separator: " ").last.map(String.init) ?? ""
    }

    /// From the headers: giflib does not report its version at run time.
    private static var gifVersion: String { "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)" }

    /// 0x010204 means 1.2.4.
    private static var webPVersion: String {
        let number = WebPGetDecoderVersion()
        return "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
    }
}
