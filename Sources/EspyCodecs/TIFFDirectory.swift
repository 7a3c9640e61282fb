import EspyPixels

/// A directory of a TIFF file: fields by their number (TIFF 6.0, section 2). EXIF consists of these. BigTIFF has wider
/// numbers and offsets.
struct TIFFDirectory {
    /// A fraction of two numbers.
    struct Rational {
        let numerator: Int
        let denominator: Int

        /// `nil` if the denominator is zero.
        var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
    }

    private let reader: ByteReader
    private let isBig: Bool
    /// Its offset in the file.
    let place: Int
    private var fields: [Int: (type: Int, count: Int, place: Int)] = [:]
    /// Offset of the next directory; 0 after the last one.
    private(set) var next = 0

    private static let sizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
    ]
    /// More values than any field that is read here has.
    private static let mostValues = 4096

    /// The first directory of a file; `nil` if it is not TIFF.
    ///
    /// - Parameter tiff: may begin with the mark that JPEG requires and that some WebP writers add.
    init?(_ tiff: ArraySlice<UInt8>) {
        var reader = ByteReader(tiff)
        if reader.starts(with: "Exif\0\0") { reader = ByteReader(tiff.dropFirst(6)) }
        if reader.starts(with: "II") {
            reader.littleEndian = true
        } else if !reader.starts(with: "MM") {
            return nil
        }
        let isBig = reader.u16(at: 2) == 43
        guard isBig || reader.u16(at: 2) == 42, let offset = isBig ? reader.u64(at: 8) : reader.u32(at: 4) else {
            return nil
        }
        self.init(reader, isBig: isBig, at: offset)
    }

    /// A directory elsewhere in the same file.
    func directory(at offset: Int) -> TIFFDirectory? { TIFFDirectory(reader, isBig: isBig, at: offset) }

    /// The directory that a field points to.
    func directory(in tag: Int) -> TIFFDirectory? { number(tag).flatMap { directory(at: $0) } }

    private init?(_ reader: ByteReader, isBig: Bool, at offset: Int) {
        (self.reader, self.isBig, place) = (reader, isBig, offset)
        // The size of a number of values, and of an offset.
        let wide = isBig ? 8 : 4
        func number(_ place: Int) -> Int? { isBig ? reader.u64(at: place) : reader.u32(at: place) }
        guard let count = isBig ? reader.u64(at: offset) : reader.u16(at: offset), count <= 0xFFFF else { return nil }
        let (first, step) = (offset + (isBig ? 8 : 2), 4 + 2 * wide)
        for entry in 0..<count {
            let place = first + step * entry
            // Files that are cut short keep the fields before. A value stored here need not be an offset.
            guard let tag = reader.u16(at: place), let type = reader.u16(at: place + 2),
                let values = number(place + 4), reader.u8(at: place + step - 1) != nil
            else { break }
            guard let size = Self.sizes[type], fields[tag] == nil else { continue }
            let isHere = values <= wide / size
            guard let there = isHere ? place + 4 + wide : number(place + 4 + wide) else { continue }
            fields[tag] = (type, values, there)
        }
        next = number(first + step * count) ?? 0
    }

    /// Whether numbers are little endian.
    var isLittle: Bool { reader.littleEndian }

    func has(_ tag: Int) -> Bool { fields[tag] != nil }

    /// The raw bytes of a field.
    func bytes(_ tag: Int) -> ArraySlice<UInt8>? {
        guard let field = fields[tag], let size = Self.sizes[field.type] else { return nil }
        return reader.slice(at: field.place, length: field.count * size)
    }

    func text(_ tag: Int) -> String? {
        guard let field = fields[tag], field.type == 2 || field.type == 7 || field.type == 1 else { return nil }
        return bytes(tag).flatMap { MetadataText.decoded($0.prefix { $0 != 0 }) }
    }

    func number(_ tag: Int) -> Int? { numbers(tag)?.first }

    /// Integers; nil for text and fractions.
    ///
    /// - Parameter most: the largest number of values to read.
    func numbers(_ tag: Int, most: Int = mostValues) -> [Int]? {
        guard let field = fields[tag], field.count > 0 else { return nil }
        let values = (0..<min(field.count, most)).map { index -> Int? in
            switch field.type {
            case 1, 7: reader.u8(at: field.place + index)
            case 6: reader.u8(at: field.place + index).map { Int(Int8(truncatingIfNeeded: $0)) }
            case 3: reader.u16(at: field.place + 2 * index)
            case 8: reader.u16(at: field.place + 2 * index).map { Int(Int16(truncatingIfNeeded: $0)) }
            case 4, 13: reader.u32(at: field.place + 4 * index)
            case 9: reader.i32(at: field.place + 4 * index)
            case 16, 18: reader.u64(at: field.place + 8 * index)
            default: nil
            }
        }
        let found = values.compactMap { $0 }
        return found.count == values.count ? found : nil
    }

    func rationals(_ tag: Int) -> [Rational]? {
        guard let field = fields[tag], field.type == 5 || field.type == 10 else { return nil }
        return (0..<min(field.count, Self.mostValues)).map { index in
            let place = field.place + 8 * index
            let numbers =
                field.type == 5
                ? (reader.u32(at: place), reader.u32(at: place + 4))
                : (reader.i32(at: place), reader.i32(at: place + 4))
            return Rational(numerator: numbers.0 ?? 0, denominator: numbers.1 ?? 0)
        }
    }
}

/// Reads the only EXIF field that changes where pixels are.
///
/// EXIF is a TIFF file: a byte order mark, then directories of 12-byte entries (TIFF 6.0, section 2).
enum EXIF {
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// The orientation in the first directory of `tiff`, or `.identity` if it is missing or invalid.
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
