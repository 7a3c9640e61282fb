// Not in the browser: it has no archives.

import EspyCodecs
import EspyPixels
import EspySystem

/// The regions of one photo in the format of ImageJ's ROI Manager: a ZIP archive.
public enum ImageJRegions {
    /// A rectangle for each counted thing, or the outline if it was measured, named by its number: `0001.roi`.
    ///
    /// Things more than 32,767 pixels from the corner are left out, because the format cannot express them.
    public static func archive(of count: Count) -> [UInt8] {
        var archive = ZIPWriter()
        for (index, thing) in count.main.enumerated() {
            let outline = thing.size.flatMap { ImageJRegion.bytes(of: $0.outline) }
            guard let region = outline ?? ImageJRegion.bytes(of: thing.rect) else { continue }
            let digits = String(index + 1)
            let name = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
            archive.add("\(name).roi", region)
        }
        return archive.finish()
    }

    static func photo(_ bytes: [UInt8]) throws(MarkFileError) -> MarkedPhoto {
        guard let archive = ZIPArchive(bytes) else { throw .broken(reason: "the archive cannot be read") }
        let names = archive.names.filter { $0.lowercased().hasSuffix(".roi") }
        guard !names.isEmpty else { throw .broken(reason: "the archive has no ROI files") }
        var photo = MarkedPhoto(marks: [])
        for name in names {
            guard let region = archive.part(name), let marks = ImageJRegion.marks(region, name: nil) else {
                throw .broken(reason: "the region \(name) cannot be read")
            }
            photo.marks += marks
            guard photo.marks.count <= MarkFile.mostMarks else { throw .tooMany(limit: MarkFile.mostMarks) }
        }
        return photo
    }
}

/// A region of interest in ImageJ's file format; `ij.io.RoiDecoder` in its sources defines the layout.
///
/// All numbers are big endian. Whole pixels come first; if the flag for it is set, the same numbers follow with
/// fractions.
enum ImageJRegion {
    private static let magic = Array("Iout".utf8)
    private static let headerLength = 64
    /// The first version with fractions of pixels in rectangles.
    private static let version = 223
    /// The largest number of corners of a shape.
    private static let mostCorners = 10_000

    /// Kinds of regions.
    private enum Kind: Int {
        case polygon = 0
        case rectangle, oval, line, freeLine, polyline, none, freehand, traced, angle, point
    }

    private enum Place {
        static let version = 4, kind = 6, top = 8, left = 10, bottom = 12, right = 14, corners = 16
        static let exactBox = 18, options = 50
    }

    /// The option bit for fractions of pixels.
    private static let isExact = 128

    /// Encodes a rectangle.
    ///
    /// - Returns: nil if it exceeds the range of two bytes; no picture that ImageJ opens is so large.
    static func bytes(of box: Rect) -> [UInt8]? {
        guard var file = header(.rectangle, box) else { return nil }
        for (index, value) in [box.x, box.y, box.width, box.height].enumerated() {
            file.setFloat(Place.exactBox + 4 * index, Float(value))
        }
        return file.bytes
    }

    /// Encodes a polygon: all x, then all y, in whole pixels from the corner of its box, and again with fractions.
    ///
    /// - Returns: nil if it has too many corners, or exceeds the range.
    static func bytes(of outline: [Point]) -> [UInt8]? {
        guard outline.count <= mostCorners, let box = Rect(around: outline), var file = header(.polygon, box) else {
            return nil
        }
        let count = outline.count
        file.set(Place.corners, count)
        file.bytes += [UInt8](repeating: 0, count: 12 * count)
        let (left, top) = (box.x.rounded(.down), box.y.rounded(.down))
        for (index, corner) in outline.enumerated() {
            let (whole, exact) = (headerLength + 2 * index, headerLength + 4 * (count + index))
            file.set(whole, Int((corner.x - left).rounded()))
            file.set(whole + 2 * count, Int((corner.y - top).rounded()))
            file.setFloat(exact, Float(corner.x))
            file.setFloat(exact + 4 * count, Float(corner.y))
        }
        return file.bytes
    }

    private static func header(_ kind: Kind, _ box: Rect) -> BigEndian? {
        let sides = [box.y.rounded(.down), box.x.rounded(.down), box.maxY.rounded(.up), box.maxX.rounded(.up)]
        guard sides.allSatisfy({ (-32768.0...32767).contains($0) }) else { return nil }
        var file = BigEndian(count: headerLength)
        file.bytes.replaceSubrange(0..<4, with: magic)
        file.set(Place.version, version)
        file.bytes[Place.kind] = UInt8(kind.rawValue)
        for (place, side) in zip([Place.top, Place.left, Place.bottom, Place.right], sides) {
            file.set(place, Int(side))
        }
        file.set(Place.options, isExact)
        return file
    }

    /// Reads the marks in a file: one thing, or one for each of several points. Lines and angles mark nothing.
    ///
    /// - Returns: nil if this is not such a file, or is cut short.
    static func marks(_ bytes: [UInt8], name: String?) -> [MarkedPhoto.Mark]? {
        let file = ByteReader(bytes[...])
        guard bytes.starts(with: magic), file.count >= headerLength, let kind = Kind(rawValue: Int(bytes[Place.kind]))
        else { return nil }
        switch kind {
        case .rectangle, .oval:
            return box(of: file).map { box in
                [MarkedPhoto.Mark(x: box.x, y: box.y, width: box.width, height: box.height, name: name)]
                    .compactMap(\.self)
            }
        case .point: return points(of: file)?.compactMap { MarkedPhoto.Mark(x: $0.x, y: $0.y, name: name) }
        case .polygon, .freehand, .traced:
            return points(of: file).map { [MarkedPhoto.Mark(around: $0, name: name)].compactMap(\.self) }
        // A region with several parts becomes the box around all of them.
        case .none, .line, .freeLine, .polyline, .angle: return []
        }
    }

    private static func box(of file: ByteReader) -> Rect? {
        if hasFractions(file, since: version) {
            let numbers = (0..<4).compactMap { file.f32(at: Place.exactBox + 4 * $0) }
            guard numbers.count == 4 else { return nil }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        let sides = [Place.left, Place.top, Place.right, Place.bottom].compactMap(file.i16)
        guard sides.count == 4 else { return nil }
        return Rect(x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1])
    }

    /// All x, then all y, in whole pixels from the corner of the box, or with fractions from the corner of the picture.
    private static func points(of file: ByteReader) -> [Point]? {
        guard let count = file.u16(at: Place.corners), count <= mostCorners, let top = file.i16(at: Place.top),
            let left = file.i16(at: Place.left)
        else { return nil }
        let isExact = hasFractions(file, since: 222)
        var points: [Point] = []
        for index in 0..<count {
            let place = headerLength + (isExact ? 4 * (count + index) : 2 * index)
            let x = isExact ? file.f32(at: place) : file.i16(at: place).map { left + $0 }
            let y = isExact ? file.f32(at: place + 4 * count) : file.i16(at: place + 2 * count).map { top + $0 }
            guard let x, let y else { return nil }
            points.append(Point(x: x, y: y))
        }
        return points
    }

    private static func hasFractions(_ file: ByteReader, since version: Int) -> Bool {
        guard let options = file.u16(at: Place.options), let written = file.u16(at: Place.version) else { return false }
        return options & isExact != 0 && written >= version
    }
}

extension ByteReader {
    fileprivate func i16(at offset: Int) -> Double? { u16(at: offset).map { Double(Int16(truncatingIfNeeded: $0)) } }

    fileprivate func f32(at offset: Int) -> Double? {
        u32(at: offset).map { Double(Float(bitPattern: UInt32($0))) }
    }
}

/// Big-endian bytes.
private struct BigEndian {
    var bytes: [UInt8]

    init(count: Int) { bytes = Array(repeating: 0, count: count) }

    mutating func set(_ place: Int, _ value: Int) {
        bytes[place] = UInt8(truncatingIfNeeded: value >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value)
    }

    mutating func setFloat(_ place: Int, _ value: Float) {
        set(place, Int(value.bitPattern >> 16))
        set(place + 2, Int(value.bitPattern & 0xFFFF))
    }
}
