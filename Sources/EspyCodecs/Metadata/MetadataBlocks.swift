import EspySystem

/// The metadata blocks of a file.
struct MetadataBlocks {
    /// TIFF, with or without the `Exif` mark before it.
    var exif: ArraySlice<UInt8>?
    /// XML.
    var xmp: ArraySlice<UInt8>?
    /// Records of IPTC-IIM.
    var iptc: ArraySlice<UInt8>?
    /// Text chunks of PNG, by their keyword.
    var texts: [String: String] = [:]
    /// Comments of JPEG and GIF files.
    var comments: [String] = []

    /// A longer block is not metadata that a person or a camera wrote.
    private static let mostBytes = 4 << 20
    private static let mostTexts = 64

    init(_ bytes: [UInt8]) {
        switch Signature(of: bytes) {
        case .known(.jpeg): readJPEG(ByteReader(bytes[...]))
        case .known(.png): readPNG(ByteReader(bytes[...]))
        case .known(.gif): readGIF(ByteReader(bytes[...], littleEndian: true))
        case .known(.webp): readWebP(ByteReader(bytes[...], littleEndian: true))
        case .known(.heic), .known(.avif): (exif, xmp) = HEIFCodec.metadata(of: bytes)
        case .known(.tiff), .known(.dng): readTIFF(bytes[...])
        default: break
        }
    }

    /// Segments before the first scan (ITU-T T.81, annex B).
    private mutating func readJPEG(_ reader: ByteReader) {
        var offset = 2
        while let first = reader.u8(at: offset), let marker = reader.u8(at: offset + 1), marker != 0xDA {
            guard first == 0xFF else {
                offset += 1
                continue
            }
            if marker == 0xFF {
                offset += 1
            } else if marker <= 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
            } else {
                guard let length = reader.u16(at: offset + 2), length >= 2,
                    let body = reader.slice(at: offset + 4, length: length - 2)
                else { return }
                readSegment(marker, body)
                offset += 2 + length
            }
        }
    }

    private mutating func readSegment(_ marker: Int, _ body: ArraySlice<UInt8>) {
        let reader = ByteReader(body)
        let (mark, photoshop) = ("http://ns.adobe.com/xap/1.0/\0", "Photoshop 3.0\0")
        if marker == 0xFE {
            note(MetadataText.decoded(body.prefix { $0 != 0 }))
        } else if marker == 0xE1, exif == nil, reader.starts(with: "Exif\0\0") {
            exif = body
        } else if marker == 0xE1, xmp == nil, reader.starts(with: mark) {
            xmp = body.dropFirst(mark.utf8.count)
        } else if marker == 0xED, iptc == nil, reader.starts(with: photoshop) {
            iptc = Self.iptc(in: ByteReader(body.dropFirst(photoshop.utf8.count)))
        }
    }

    private mutating func note(_ comment: String?) {
        if let comment, comments.count < Self.mostTexts { comments.append(comment) }
    }

    /// Finds IPTC in Photoshop resources: a mark, a number, a name, a length and bytes; both padded to an even length.
    private static func iptc(in reader: ByteReader) -> ArraySlice<UInt8>? {
        var offset = 0
        while reader.starts(with: "8BIM", at: offset), let number = reader.u16(at: offset + 4),
            let name = reader.u8(at: offset + 6)
        {
            let place = offset + 6 + (name + 2) / 2 * 2
            guard let length = reader.u32(at: place) else { return nil }
            if number == 0x0404 { return reader.slice(at: place + 4, length: length) }
            offset = place + 4 + (length + 1) / 2 * 2
        }
        return nil
    }

    private mutating func readPNG(_ reader: ByteReader) {
        var offset = 8
        while let length = reader.u32(at: offset), let name = reader.slice(at: offset + 4, length: 4),
            let body = reader.slice(at: offset + 8, length: length)
        {
            switch String(decoding: name, as: UTF8.self) {
            case "eXIf" where length <= Self.mostBytes: exif = body
            case "iTXt", "tEXt", "zTXt":
                if length <= Self.mostBytes { readText(body, String(decoding: name, as: UTF8.self)) }
            case "IEND": return
            default: break
            }
            offset += 12 + length
        }
    }

    /// A keyword, a zero byte, the text; `iTXt` has two flags and two more texts in between, `zTXt` the compression
    /// method (PNG, section 11.3.4).
    private mutating func readText(_ body: ArraySlice<UInt8>, _ kind: String) {
        guard let end = body.prefix(80).firstIndex(of: 0) else { return }
        let keyword = String(decoding: body[..<end], as: UTF8.self)
        var text = body[(end + 1)...]
        var isDeflated = kind == "zTXt"
        if kind == "iTXt" {
            isDeflated = text.first != 0
            text = text.dropFirst(2)
            for _ in 0..<2 { text = text.drop { $0 != 0 }.dropFirst() }
        } else if isDeflated {
            text = text.dropFirst()
        }
        if isDeflated {
            guard let whole = Inflate.expand([UInt8](text), most: Self.mostBytes) else { return }
            text = whole[...]
        }
        if keyword == "XML:com.adobe.xmp" {
            xmp = text
        } else if texts.count < Self.mostTexts, let line = MetadataText.decoded(text) {
            texts[keyword] = line
        }
    }

    private mutating func readWebP(_ reader: ByteReader) {
        var offset = 12
        while let name = reader.slice(at: offset, length: 4), let length = reader.u32(at: offset + 4),
            let body = reader.slice(at: offset + 8, length: length)
        {
            switch String(decoding: name, as: UTF8.self) {
            case "EXIF" where length <= Self.mostBytes: exif = body
            case "XMP " where length <= Self.mostBytes: xmp = body
            default: break
            }
            offset += 8 + (length + 1) / 2 * 2
        }
    }

    /// Blocks before, between and after the frames (GIF89a, sections 20 to 26).
    private mutating func readGIF(_ reader: ByteReader) {
        func tableLength(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
        guard let flags = reader.u8(at: 10) else { return }
        var offset = 13 + tableLength(flags)
        while let kind = reader.u8(at: offset) {
            if kind == 0x2C, let flags = reader.u8(at: offset + 9) {
                offset = Self.blocks(reader, offset + 11 + tableLength(flags)).end
            } else if kind == 0x21, let label = reader.u8(at: offset + 1) {
                let (body, end) = Self.blocks(reader, offset + 2)
                let mark = Array("XMP DataXMP".utf8)
                if label == 0xFE {
                    note(MetadataText.decoded(body))
                } else if label == 0xFF, body.starts(with: mark) {
                    // Here the length bytes of the blocks are themselves text.
                    xmp = reader.slice(at: offset + 14, length: max(end - offset - 14, 0))
                }
                offset = end
            } else {
                return
            }
        }
    }

    /// Blocks with a length each, up to one without length.
    ///
    /// - Returns: their content, and the offset of their end.
    private static func blocks(_ reader: ByteReader, _ start: Int) -> (body: ArraySlice<UInt8>, end: Int) {
        var (offset, body): (Int, [UInt8]) = (start, [])
        while let length = reader.u8(at: offset), length > 0, let block = reader.slice(at: offset + 1, length: length) {
            if body.count < mostBytes { body += block }
            offset += 1 + length
        }
        return (body[...], offset + 1)
    }

    private mutating func readTIFF(_ file: ArraySlice<UInt8>) {
        exif = file
        guard let directory = TIFFDirectory(file) else { return }
        xmp = directory.bytes(700)?.prefix(Self.mostBytes)
        iptc = directory.bytes(33723)?.prefix(Self.mostBytes)
    }
}
