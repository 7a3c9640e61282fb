import EspyPixels

/// The one EXIF field that changes where pixels are.
///
/// EXIF is a TIFF file: a byte order mark, then directories of 12-byte entries (TIFF 6.0, section 2).
enum EXIF {
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// The orientation in the first directory of `tiff`, or `.identity` where it is missing or makes no sense.
    ///
    /// `tiff` may begin with the `Exif\0\0` mark that JPEG requires and that some WebP writers add.
    static func orientation(_ tiff: ArraySlice<UInt8>) -> Orientation {
        var reader = ByteReader(tiff)
        if reader.starts(with: "Exif\0\0") { reader = ByteReader(tiff.dropFirst(6)) }
        if reader.starts(with: "II") {
            reader.littleEndian = true
        } else if !reader.starts(with: "MM") {
            return .identity
        }
        guard reader.u16(at: 2) == 42, let directory = reader.u32(at: 4),
            let entries = reader.u16(at: directory)
        else { return .identity }
        for entry in 0..<entries {
            let offset = directory + 2 + 12 * entry
            guard let tag = reader.u16(at: offset) else { return .identity }
            guard tag == orientationTag else { continue }
            guard reader.u16(at: offset + 2) == shortType, let value = reader.u16(at: offset + 8) else {
                return .identity
            }
            return Orientation(rawValue: value) ?? .identity
        }
        return .identity
    }
}
