import Foundation

/// Containers of videos without frames, for tests of what they say.
package enum VideoSample {
    /// A QuickTime file as phones write it, 12.5 s long, turned by 90 degrees, from Munich.
    package static func mov(seconds: Double = 12.5, contentIdentifier: String? = nil) -> [UInt8] {
        var items = [
            ("creationdate", "2024-05-03T18:22:04+0200"), ("location.ISO6709", "+48.1374+011.5755+519.000/"),
            ("model", "iPhone 15"),
        ]
        if let contentIdentifier { items.append(("content.identifier", contentIdentifier)) }
        let keys = items.flatMap { box("mdta", Array("com.apple.quicktime.\($0.0)".utf8)) }
        let values = items.enumerated().flatMap { index, item in
            sized(u32(index + 1) + box("data", u32(1) + u32(0) + Array(item.1.utf8)))
        }
        let meta = box(
            "meta",
            box("hdlr", u32(0) + u32(0) + Array("mdta".utf8)) + box("keys", u32(0) + u32(items.count) + keys)
                + box("ilst", values))
        return box("ftyp", Array("qt  ".utf8) + u32(0)) + box("mdat", [UInt8](repeating: 7, count: 100))
            + box("moov", header(seconds) + track(width: 1920, height: 1080, isTurned: true) + meta)
    }

    /// An MP4 file as Android writes it, from Rio de Janeiro.
    package static func mp4(seconds: Double = 65, seed: UInt8 = 7) -> [UInt8] {
        let place = Array("-22.9068-043.1729/".utf8)
        let user = box("udta", box([0xA9] + Array("xyz".utf8), [0, UInt8(place.count), 0x15, 0xC7] + place))
        return box("ftyp", Array("isom".utf8) + u32(0))
            + box("moov", header(seconds) + track(width: 1280, height: 720, isTurned: false) + user)
            + box("mdat", [UInt8](repeating: seed, count: 100))
    }

    /// A WebM file, 3.25 s long.
    package static func webm() -> [UInt8] {
        let nanoseconds = 736_000_000 * 1_000_000_000
        let info = element(
            [0x15, 0x49, 0xA9, 0x66],
            element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40])
                + element([0x44, 0x89], bytes(Float(3_250).bitPattern, 4))
                + element([0x44, 0x61], bytes(UInt64(nanoseconds), 8)))
        let video = element([0xE0], element([0xB0], [0x02, 0x80]) + element([0xBA], [0x01, 0x68]))
        let tracks = element(
            [0x16, 0x54, 0xAE, 0x6B],
            element([0xAE], element([0x83], [2])) + element([0xAE], element([0x83], [1]) + video))
        return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
            // A segment of unknown length, as programs write it while they record.
            + [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + info + tracks
            + element([0x1F, 0x43, 0xB6, 0x75], [UInt8](repeating: 7, count: 100))
    }

    private static func header(_ seconds: Double) -> [UInt8] {
        // 3 May 2024, 16:22:04 UTC, in seconds since 1904.
        box(
            "mvhd",
            u32(0) + u32(1_714_753_324 + 2_082_844_800) + u32(0) + u32(600) + u32(Int(seconds * 600))
                + [UInt8](repeating: 0, count: 80))
    }

    private static func track(width: Int, height: Int, isTurned: Bool) -> [UInt8] {
        let one = u32(0x10000)
        let matrix =
            isTurned
            ? u32(0) + one + u32(0) + u32(0xFFFF_0000) + u32(0) + u32(0) + u32(0) + u32(0) + u32(0x4000_0000)
            : one + u32(0) + u32(0) + u32(0) + one + u32(0) + u32(0) + u32(0) + u32(0x4000_0000)
        let head = box("tkhd", [UInt8](repeating: 0, count: 40) + matrix + u32(width << 16) + u32(height << 16))
        return box(
            "trak",
            head + box("mdia", box("hdlr", u32(0) + u32(0) + Array("vide".utf8) + [UInt8](repeating: 0, count: 12))))
    }

    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] { box(Array(type.utf8), contents) }

    private static func box(_ type: [UInt8], _ contents: [UInt8]) -> [UInt8] { sized(type + contents) }

    private static func sized(_ contents: [UInt8]) -> [UInt8] { u32(contents.count + 4) + contents }

    private static func u32(_ value: Int) -> [UInt8] { bytes(UInt32(value), 4) }

    private static func bytes(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func element(_ id: [UInt8], _ contents: [UInt8]) -> [UInt8] {
        id + [0x40 | UInt8(contents.count >> 8), UInt8(contents.count & 0xFF)] + contents
    }
}
