import EspyPixels

/// A region of interest as ImageJ keeps it in a file: `ij.io.RoiDecoder` of its sources says where what stands.
///
/// All numbers are big endian. Whole pixels stand at the beginning; where the flag for it is set, the same once more in
/// fractions of one.
enum ImageJRegion {
    private static let magic = Array("Iout".utf8)
    private static let headerLength = 64
    /// The first one with fractions of pixels in rectangles.
    private static let version = 223
    /// Of more corners than this a shape has too many.
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

    /// Of the options: fractions of pixels are there.
    private static let isExact = 128

    /// A rectangle.
    ///
    /// - Returns: nil for one that reaches beyond what two bytes can say: no picture that ImageJ opens is so large.
    static func bytes(of box: Rect) -> [UInt8]? {
        let sides = [box.y.rounded(.down), box.x.rounded(.down), box.maxY.rounded(.up), box.maxX.rounded(.up)]
        guard sides.allSatisfy({ (-32768.0...32767).contains($0) }) else { return nil }
        var file = BigEndian(count: headerLength)
        file.bytes.replaceSubrange(0..<4, with: magic)
        file.set(Place.version, version)
        file.bytes[Place.kind] = UInt8(Kind.rectangle.rawValue)
        for (place, side) in zip([Place.top, Place.left, Place.bottom, Place.right], sides) {
            file.set(place, Int(side))
        }
        for (index, value) in [box.x, box.y, box.width, box.height].enumerated() {
            file.setFloat(Place.exactBox + 4 * index, Float(value))
        }
        file.set(Place.options, isExact)
        return file.bytes
    }

    /// What a file marks: one thing, or one for each point of several. Lines and angles mark nothing.
    ///
    /// - Returns: nil for what is no such file, or cut short.
    static func marks(_ bytes: [UInt8], name: String?) -> [MarkedPhoto.Mark]? {
        let file = BigEndian(bytes: bytes)
        guard bytes.starts(with: magic), bytes.count >= headerLength,
            let kind = Kind(rawValue: Int(bytes[Place.kind]))
        else { return nil }
        let corners = file.unsigned(Place.corners)
        switch kind {
        case .rectangle, .oval: return [box(of: file)].compactMap { MarkedPhoto.Mark($0, name: name) }
        case .point: return points(of: file, corners)?.compactMap { MarkedPhoto.Mark(x: $0.x, y: $0.y, name: name) }
        case .polygon, .freehand, .traced:
            return points(of: file, corners).map { [MarkedPhoto.Mark(around: $0, name: name)].compactMap(\.self) }
        // A region of several parts is kept as the box around all of them.
        case .none, .line, .freeLine, .polyline, .angle: return []
        }
    }

    private static func box(of file: BigEndian) -> Rect {
        let (top, left) = (file.signed(Place.top), file.signed(Place.left))
        if file.unsigned(Place.options) & isExact != 0, file.unsigned(Place.version) >= version {
            let numbers = (0..<4).map { Double(file.float(Place.exactBox + 4 * $0)) }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        return Rect(
            x: Double(left), y: Double(top), width: Double(file.signed(Place.right) - left),
            height: Double(file.signed(Place.bottom) - top))
    }

    /// All x, then all y, in whole pixels from the corner of the box, or in fractions from that of the picture.
    private static func points(of file: BigEndian, _ count: Int) -> [Point]? {
        let isExact = file.unsigned(Place.options) & isExact != 0 && file.unsigned(Place.version) >= 222
        let length = headerLength + 4 * count + (isExact ? 8 * count : 0)
        guard count <= mostCorners, file.bytes.count >= length else { return nil }
        let (top, left) = (file.signed(Place.top), file.signed(Place.left))
        return (0..<count).map { index in
            if isExact {
                let start = headerLength + 4 * count + 4 * index
                return Point(x: Double(file.float(start)), y: Double(file.float(start + 4 * count)))
            }
            let start = headerLength + 2 * index
            return Point(x: Double(left + file.signed(start)), y: Double(top + file.signed(start + 2 * count)))
        }
    }
}

extension MarkedPhoto.Mark {
    /// - Returns: nil for a box without area.
    fileprivate init?(_ box: Rect, name: String?) {
        self.init(x: box.x, y: box.y, width: box.width, height: box.height, name: name)
    }
}

/// Bytes in which numbers begin with their highest one.
private struct BigEndian {
    var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(count: Int) { bytes = Array(repeating: 0, count: count) }

    func unsigned(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    func signed(_ place: Int) -> Int { Int(Int16(truncatingIfNeeded: unsigned(place))) }

    func float(_ place: Int) -> Float {
        Float(bitPattern: UInt32(unsigned(place)) << 16 | UInt32(unsigned(place + 2)))
    }

    mutating func set(_ place: Int, _ value: Int) {
        bytes[place] = UInt8(truncatingIfNeeded: value >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value)
    }

    mutating func setFloat(_ place: Int, _ value: Float) {
        set(place, Int(value.bitPattern >> 16))
        set(place + 2, Int(value.bitPattern & 0xFFFF))
    }
}
