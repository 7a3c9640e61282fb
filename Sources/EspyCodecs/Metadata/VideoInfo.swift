/// The data in the container of a video: MP4, QuickTime, and Matroska with WebM. Frames are not decoded.
///
/// Files are untrusted: only their index is read, and only up to ``mostBytes`` of it.
package struct VideoInfo: Sendable, Equatable {
    package enum Container: String, Sendable { case mp4, mov, webm }

    package let container: Container
    /// In seconds.
    package private(set) var duration: Double?
    /// In pixels, upright.
    package private(set) var width: Int?
    package private(set) var height: Int?
    /// Local time, by the clock of the camera.
    package private(set) var local: PhotoTime?
    /// Coordinated universal time (UTC).
    package private(set) var universal: PhotoTime?
    /// Degrees, north and east positive.
    package private(set) var latitude: Double?
    package private(set) var longitude: Double?
    package private(set) var camera: String?
    /// Equal in the photo and the video of a Live Photo.
    package private(set) var contentIdentifier: String?

    /// The largest index in bytes: more than that of a video of several hours.
    static let mostBytes = 32 << 20

    /// - Parameters:
    ///   - size: of the file in bytes.
    ///   - read: reads bytes of it, fewer at its end.
    /// - Returns: nil for a file that is no video of these kinds.
    package init?(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let start = ByteReader(read(0, 16)[...])
        if start.u32(at: 0) == MatroskaIndex.header {
            container = .webm
            MatroskaIndex(size: size, read).write(to: &self)
        } else if ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains(where: {
            start.starts(with: $0, at: 4)
        }) {
            container = !start.starts(with: "ftyp", at: 4) || start.starts(with: "qt  ", at: 8) ? .mov : .mp4
            guard let index = MovieIndex(size: size, read) else {
                if !start.starts(with: "ftyp", at: 4) { return nil }
                return
            }
            index.write(to: &self)
        } else {
            return nil
        }
    }

    fileprivate mutating func set(duration seconds: Double) {
        // No video is a year long.
        if seconds.isFinite, seconds > 0, seconds < 31_536_000 { duration = seconds }
    }

    fileprivate mutating func set(width: Int, height: Int) {
        if (1...65_535).contains(width), (1...65_535).contains(height) { (self.width, self.height) = (width, height) }
    }

    fileprivate mutating func set(universal seconds: Int) {
        // Programs that do not know the time write 0. After 2200 there are none.
        if seconds > 0, seconds < 7_258_118_400 { universal = PhotoTime(seconds: seconds) }
    }

    fileprivate mutating func set(local text: ArraySlice<UInt8>) { local = DateText.time(text.prefix(19)) }

    fileprivate mutating func set(place: ArraySlice<UInt8>) {
        guard latitude == nil, let found = ISO6709.place(place) else { return }
        (latitude, longitude) = found
    }

    fileprivate mutating func set(camera text: ArraySlice<UInt8>) { camera = MetadataText.decoded(text) }

    fileprivate mutating func set(contentIdentifier text: ArraySlice<UInt8>) {
        contentIdentifier = MetadataText.decoded(text)
    }
}

/// The `moov` box of an MP4 or QuickTime file.
private struct MovieIndex {
    private let bytes: ByteReader

    private static let mostBoxes = 256
    /// Seconds from 1904, where these files begin to count, to 1970.
    private static let epoch = 2_082_844_800

    init?(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var place = 0
        for _ in 0..<Self.mostBoxes where place <= size - 8 {
            let header = ByteReader(read(place, 16)[...])
            guard let length = Self.length(of: header, at: 0, room: size - place) else { return nil }
            if header.starts(with: "moov", at: 4) {
                bytes = ByteReader(read(place, min(length, VideoInfo.mostBytes))[...])
                return
            }
            place += length
        }
        return nil
    }

    func write(to info: inout VideoInfo) {
        for (type, box) in boxes(in: 8..<bytes.count) {
            switch type {
            case "mvhd": writeHeader(box, to: &info)
            case "trak": writeTrack(box, to: &info)
            case "udta":
                for (type, box) in boxes(in: box) {
                    // Two bytes of length, two of the language.
                    if type == "©xyz", box.count > 4, let text = slice(box.lowerBound + 4..<box.upperBound) {
                        info.set(place: text)
                    }
                    if type == "meta" { writeItems(box, to: &info) }
                }
            case "meta": writeItems(box, to: &info)
            default: break
            }
        }
    }

    private func writeHeader(_ box: Range<Int>, to info: inout VideoInfo) {
        let start = box.lowerBound
        let isLong = bytes.u8(at: start) == 1
        let made = isLong ? bytes.u64(at: start + 4) : bytes.u32(at: start + 4)
        if let made { info.set(universal: made - Self.epoch) }
        let scale = bytes.u32(at: start + (isLong ? 20 : 12))
        let length = isLong ? bytes.u64(at: start + 24) : bytes.u32(at: start + 16)
        guard let scale, scale > 0, let length, isLong || length < 0xFFFF_FFFF else { return }
        info.set(duration: Double(length) / Double(scale))
    }

    /// The size of the first picture track.
    private func writeTrack(_ box: Range<Int>, to info: inout VideoInfo) {
        let parts = boxes(in: box)
        guard info.width == nil, let media = parts.first(where: { $0.type == "mdia" })?.range,
            let handler = boxes(in: media).first(where: { $0.type == "hdlr" })?.range.lowerBound,
            bytes.starts(with: "vide", at: handler + 8), let head = parts.first(where: { $0.type == "tkhd" })?.range
        else { return }
        let matrix = head.lowerBound + (bytes.u8(at: head.lowerBound) == 1 ? 52 : 40)
        guard let width = bytes.u32(at: matrix + 36), let height = bytes.u32(at: matrix + 40),
            matrix + 44 <= head.upperBound
        else { return }
        let isTurned = bytes.u32(at: matrix) == 0 && bytes.u32(at: matrix + 16) == 0
        info.set(width: (isTurned ? height : width) >> 16, height: (isTurned ? width : height) >> 16)
    }

    /// Items by name, as QuickTime stores them.
    private func writeItems(_ box: Range<Int>, to info: inout VideoInfo) {
        // In MP4 files, a version comes first.
        let isPlain = bytes.starts(with: "hdlr", at: box.lowerBound + 4)
        let parts = boxes(in: min(box.lowerBound + (isPlain ? 0 : 4), box.upperBound)..<box.upperBound)
        guard let keys = parts.first(where: { $0.type == "keys" })?.range,
            let items = parts.first(where: { $0.type == "ilst" })?.range
        else { return }
        let names = boxes(in: min(keys.lowerBound + 8, keys.upperBound)..<keys.upperBound).map(\.range)
        for item in boxes(in: items) {
            guard let number = bytes.u32(at: item.range.lowerBound - 4), names.indices.contains(number - 1),
                let name = slice(names[number - 1]), name.starts(with: Self.vendor),
                let data = boxes(in: item.range).first(where: { $0.type == "data" })?.range,
                bytes.u32(at: data.lowerBound) == 1,
                let text = slice(data.lowerBound + 8..<max(data.upperBound, data.lowerBound + 8))
            else { continue }
            switch String(decoding: name.dropFirst(Self.vendor.count), as: UTF8.self) {
            case "creationdate": info.set(local: text)
            case "location.ISO6709": info.set(place: text)
            case "model": info.set(camera: text)
            case "content.identifier": info.set(contentIdentifier: text)
            default: break
            }
        }
    }

    private static let vendor = Array("com.apple.quicktime.".utf8)

    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8>? {
        bytes.slice(at: range.lowerBound, length: range.count)
    }

    /// The boxes in a range, each without its header.
    private func boxes(in range: Range<Int>) -> [(type: String, range: Range<Int>)] {
        var found: [(type: String, range: Range<Int>)] = []
        var place = range.lowerBound
        while found.count < Self.mostBoxes, place <= range.upperBound - 8,
            let length = Self.length(of: bytes, at: place, room: range.upperBound - place)
        {
            let head = bytes.u32(at: place) == 1 ? 16 : 8
            // Types are Latin-1: the first letter of `©xyz` is one byte.
            let letters = bytes.slice(at: place + 4, length: 4) ?? []
            let type = String(String.UnicodeScalarView(letters.map { Unicode.Scalar($0) }))
            if length >= head { found.append((type, place + head..<place + length)) }
            place += length
        }
        return found
    }

    /// The length of a box with its header; nil if it does not fit.
    private static func length(of bytes: ByteReader, at place: Int, room: Int) -> Int? {
        guard let short = bytes.u32(at: place) else { return nil }
        let length = short == 1 ? bytes.u64(at: place + 8) ?? 0 : short == 0 ? room : short
        return length >= 8 && length <= room ? length : nil
    }
}

/// The `Info` and `Tracks` of a Matroska file.
private struct MatroskaIndex {
    static let header = 0x1A45_DFA3
    private static let segment = 0x1853_8067
    private static let info = 0x1549_A966
    private static let tracks = 0x1654_AE6B
    private static let cluster = 0x1F43_B675
    private static let mostElements = 256
    private static let mostOfOne = 1 << 20
    /// Seconds from 1970 to 2001, where these files begin to count.
    private static let epoch = 978_307_200

    private var parts: [(id: Int, bytes: ArraySlice<UInt8>)] = []

    init(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var place = 0
        for _ in 0..<Self.mostElements where place < size {
            let start = read(place, 12)
            guard let (id, length, head) = Self.element(start[...]) else { return }
            // The segment contains all others.
            if id == Self.segment {
                place += head
                continue
            }
            guard id != Self.cluster, let length, length <= size - place - head else { return }
            if id == Self.info || id == Self.tracks {
                parts.append((id, read(place + head, min(length, Self.mostOfOne))[...]))
            }
            place += head + length
        }
    }

    func write(to info: inout VideoInfo) {
        for (id, bytes) in parts {
            if id == Self.info { write(info: bytes, to: &info) } else { write(tracks: bytes, to: &info) }
        }
    }

    private func write(info bytes: ArraySlice<UInt8>, to info: inout VideoInfo) {
        let parts = Self.elements(in: bytes)
        let scale = parts.first { $0.id == 0x2AD7B1 }.map { Self.number($0.bytes) } ?? 1_000_000
        if let length = parts.first(where: { $0.id == 0x4489 }).flatMap({ Self.real($0.bytes) }) {
            info.set(duration: length * Double(scale) / 1e9)
        }
        if let date = parts.first(where: { $0.id == 0x4461 })?.bytes, date.count == 8 {
            let nanoseconds = date.reduce(0 as Int64) { $0 << 8 | Int64($1) }
            info.set(universal: Int(nanoseconds / 1_000_000_000) + Self.epoch)
        }
    }

    private func write(tracks bytes: ArraySlice<UInt8>, to info: inout VideoInfo) {
        for track in Self.elements(in: bytes) where track.id == 0xAE && info.width == nil {
            let parts = Self.elements(in: track.bytes)
            guard let video = parts.first(where: { $0.id == 0xE0 })?.bytes else { continue }
            let sizes = Self.elements(in: video)
            let side = { (id: Int) in sizes.first { $0.id == id }.map { Self.number($0.bytes) } ?? 0 }
            info.set(width: side(0xB0), height: side(0xBA))
        }
    }

    private static func elements(in bytes: ArraySlice<UInt8>) -> [(id: Int, bytes: ArraySlice<UInt8>)] {
        var (rest, found): (ArraySlice<UInt8>, [(id: Int, bytes: ArraySlice<UInt8>)]) = (bytes, [])
        while found.count < mostElements, let (id, length, head) = element(rest), let length,
            length <= rest.count - head
        {
            found.append((id, rest.dropFirst(head).prefix(length)))
            rest = rest.dropFirst(head + length)
        }
        return found
    }

    /// Reads the head of an element.
    ///
    /// - Returns: its id, the length of its contents, nil if that is unknown, and the length of the head.
    private static func element(_ bytes: ArraySlice<UInt8>) -> (id: Int, length: Int?, head: Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4, bytes.count > idLength else { return nil }
        let id = number(bytes.prefix(idLength))
        let rest = bytes.dropFirst(idLength)
        guard let size = rest.first, size != 0 else { return nil }
        let sizeLength = size.leadingZeroBitCount + 1
        guard rest.count >= sizeLength else { return nil }
        let all = (1 << (7 * sizeLength)) - 1
        let length = number(rest.prefix(sizeLength)) & all
        return (id, length == all ? nil : length, idLength + sizeLength)
    }

    /// Of up to eight bytes; the highest bits of longer ones are lost.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(truncatingIfNeeded: bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    private static func real(_ bytes: ArraySlice<UInt8>) -> Double? {
        let bits = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return bytes.count == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            : bytes.count == 8 ? Double(bitPattern: bits) : nil
    }
}

/// Coordinates as text: `+48.1374+011.5755+519.000/`.
private enum ISO6709 {
    /// - Returns: degrees of latitude and longitude; nil for anything else.
    static func place(_ text: ArraySlice<UInt8>) -> (Double, Double)? {
        var parts: [[UInt8]] = []
        for byte in text.prefix(64) {
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
                parts.append([byte])
            } else if (48...57).contains(byte) || byte == UInt8(ascii: ".") {
                guard !parts.isEmpty else { return nil }
                parts[parts.count - 1].append(byte)
            } else {
                break
            }
        }
        guard parts.count >= 2, let latitude = degrees(parts[0], digits: 2),
            let longitude = degrees(parts[1], digits: 3), abs(latitude) <= 90, abs(longitude) <= 180,
            // Cameras that do not know where they are write zeros.
            latitude != 0 || longitude != 0
        else { return nil }
        return (latitude, longitude)
    }

    /// Reads degrees, which minutes and seconds may follow without a separator.
    private static func degrees(_ part: [UInt8], digits: Int) -> Double? {
        guard let value = Double(String(decoding: part, as: UTF8.self)), value.isFinite else { return nil }
        let whole = part.dropFirst().prefix { $0 != UInt8(ascii: ".") }.count
        let size = abs(value)
        let sign = part[0] == UInt8(ascii: "-") ? -1.0 : 1
        switch whole - digits {
        case ...0: return sign * size
        case 2: return sign * ((size / 100).rounded(.down) + size.truncatingRemainder(dividingBy: 100) / 60)
        case 4:
            let minutes = (size / 100).rounded(.down).truncatingRemainder(dividingBy: 100)
            return sign
                * ((size / 10_000).rounded(.down) + minutes / 60 + size.truncatingRemainder(dividingBy: 100) / 3_600)
        default: return nil
        }
    }
}
