/// The time when a video was taken, from the boxes of an MP4 or QuickTime file.
package struct VideoTime: Sendable, Equatable {
    /// Local time, by the clock of the camera.
    package private(set) var local: PhotoTime?
    /// Coordinated universal time (UTC).
    package private(set) var universal: PhotoTime?

    /// The largest index in bytes: more than that of a video of several hours.
    private static let mostBytes = 32 << 20
    private static let mostBoxes = 64
    /// Seconds from 1904, where these files begin to count, to 1970.
    private static let epoch = 2_082_844_800

    /// - Parameters:
    ///   - size: of the file in bytes.
    ///   - read: reads bytes of it, fewer at its end.
    package init(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var place = 0
        for _ in 0..<Self.mostBoxes where place <= size - 8 {
            let header = ByteReader(read(place, 16)[...])
            guard let short = header.u32(at: 0) else { return }
            let length = short == 1 ? header.u64(at: 8) ?? 0 : short == 0 ? size - place : short
            guard length >= 8, length <= size - place else { return }
            if header.starts(with: "moov", at: 4) {
                take(index: read(place, min(length, Self.mostBytes)))
                return
            }
            place += length
        }
    }

    private mutating func take(index bytes: [UInt8]) {
        if Self.place(of: "com.apple.quicktime.creationdate", in: bytes) != nil { local = Self.date(in: bytes) }
        guard let place = Self.place(of: "mvhd", in: bytes) else { return }
        let reader = ByteReader(bytes[...])
        let since1904 = reader.u8(at: place + 4) == 1 ? reader.u64(at: place + 8) : reader.u32(at: place + 8)
        // Programs that do not know the time write 0.
        if let since1904, since1904 > Self.epoch { universal = PhotoTime(seconds: since1904 - Self.epoch) }
    }

    private static func place(of word: String, in bytes: [UInt8]) -> Int? {
        let word = Array(word.utf8)
        guard bytes.count >= word.count else { return nil }
        return (0...bytes.count - word.count).first {
            bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
        }
    }

    /// The first `2024-05-03T18:22:04+0200`.
    private static func date(in bytes: [UInt8]) -> PhotoTime? {
        let form = Array("0000-00-00T00:00:00".utf8)
        guard bytes.count >= form.count else { return nil }
        for start in 0...bytes.count - form.count where bytes[start + 4] == form[4] && bytes[start + 10] == form[10] {
            let text = bytes[start..<start + form.count]
            let fits = zip(text, form).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? (48...57).contains(byte) : byte == wanted
            }
            if fits { return DateText.time(text) }
        }
        return nil
    }
}
