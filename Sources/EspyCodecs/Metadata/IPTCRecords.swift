/// What news agencies and old programs write: numbered records (IPTC-IIM 4.2), of which those of the second kind
/// speak of the photo.
struct IPTCRecords {
    private(set) var title: String?
    private(set) var caption: String?
    private(set) var keywords: [String] = []
    /// As if the clock had shown UTC.
    private(set) var taken: Int?

    private static let mostRecords = 1_000

    init(_ bytes: ArraySlice<UInt8>) {
        let reader = ByteReader(bytes)
        var (offset, count) = (0, 0)
        var (day, time): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
        while count < Self.mostRecords, reader.u8(at: offset) == 0x1C, let kind = reader.u8(at: offset + 1),
            let number = reader.u8(at: offset + 2), let length = reader.u16(at: offset + 3),
            // Longer ones would have another form, and hold no text.
            let body = reader.slice(at: offset + 5, length: length)
        {
            switch (kind, number) {
            case (2, 5): title = title ?? MetadataText.decoded(body)
            case (2, 25): keywords += [MetadataText.decoded(body)].compactMap { $0 }
            case (2, 55): day = body
            case (2, 60): time = body
            case (2, 120): caption = caption ?? MetadataText.decoded(body)
            default: break
            }
            offset += 5 + length
            count += 1
        }
        taken = day.flatMap { Self.seconds(Array($0), time.map { Array($0) } ?? []) }
    }

    /// `20190521`, and `104552+0200`.
    private static func seconds(_ day: [UInt8], _ time: [UInt8]) -> Int? {
        guard day.count == 8, let date = number(day[...]) else { return nil }
        let clock = time.count >= 6 ? number(time[..<6]) ?? 0 : 0
        return CameraTime.seconds(
            date / 10_000, date / 100 % 100, date % 100, clock / 10_000, clock / 100 % 100, clock % 100)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { (48...57).contains($0) } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
}
