/// What news agencies and old programs write: numbered records (IPTC-IIM 4.2), of which those of the second kind
/// speak of the photo.
struct IPTCRecords {
    private(set) var title: String?
    private(set) var caption: String?
    private(set) var headline: String?
    private(set) var keywords: [String] = []
    /// From the smallest to the largest: part of a city, city, state, country.
    private(set) var places: [String] = []
    private(set) var taken: PhotoTime?

    private static let mostRecords = 1_000

    init(_ bytes: ArraySlice<UInt8>) {
        let reader = ByteReader(bytes)
        var (offset, count) = (0, 0)
        var (day, time): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
        var places: [Int: String] = [:]
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
            case (2, 90), (2, 92), (2, 95), (2, 101): places[number] = MetadataText.decoded(body)
            case (2, 105): headline = headline ?? MetadataText.decoded(body)
            case (2, 120): caption = caption ?? MetadataText.decoded(body)
            default: break
            }
            offset += 5 + length
            count += 1
        }
        self.places = [92, 90, 95, 101].compactMap { places[$0] }
        // `20190521`, and `104552+0200`.
        taken = day.flatMap { DateText.time(Array($0) + [UInt8(ascii: "T")] + (time.map { Array($0) } ?? [])) }
    }
}
