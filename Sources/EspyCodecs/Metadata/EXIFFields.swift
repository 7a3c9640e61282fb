/// Fields of TIFF directories that cameras write (CIPA DC-008).
struct EXIFFields {
    /// When the picture was taken, or else digitized.
    private(set) var taken: PhotoTime?
    /// When the file was last changed.
    private(set) var changed: PhotoTime?
    /// By the clock of the satellites, which is in UTC.
    private(set) var located: PhotoTime?
    private(set) var position: (latitude: Double, longitude: Double)?
    private(set) var maker: String?
    private(set) var model: String?
    private(set) var lens: String?
    private(set) var rating: Int?
    private(set) var title: String?
    private(set) var description: String?
    private(set) var keywords: [String] = []
    private(set) var software: String?
    private(set) var comment: String?
    /// The fields that Windows calls subject and comments.
    private(set) var notes: [String] = []

    init?(_ block: ArraySlice<UInt8>) {
        guard let main = TIFFDirectory(block) else { return nil }
        maker = main.text(0x010F)
        model = main.text(0x0110)
        software = main.text(0x0131)
        description = main.text(0x010E)
        rating = main.number(0x4746)
        title = main.bytes(0x9C9B).flatMap(MetadataText.wide)
        keywords = main.bytes(0x9C9E).flatMap(MetadataText.wide)?.split(separator: ";").map(String.init) ?? []
        notes = [0x9C9F, 0x9C9C].compactMap { main.bytes($0).flatMap(MetadataText.wide) }
        changed = Self.time(main, 0x0132)
        // Some programs write all fields to one directory.
        let photo = main.directory(in: 0x8769) ?? main
        taken = PhotoTime.best([Self.time(photo, 0x9003), Self.time(photo, 0x9004)])
        lens = photo.text(0xA434)
        comment = photo.bytes(0x9286).flatMap { Self.comment($0, isBig: !main.isLittle) }
        if let place = main.directory(in: 0x8825) { read(place: place) }
    }

    private mutating func read(place: TIFFDirectory) {
        if let day = place.text(0x1D).flatMap({ Self.numbers($0) }), day.count == 3,
            let time = place.rationals(0x07)?.compactMap(\.value), time.count == 3, time.allSatisfy({ $0 <= 60 })
        {
            located = CameraTime.time(day + time.map { Int($0) })
        }
        // A receiver that has lost the satellites writes "V".
        guard place.text(0x09)?.uppercased() != "V",
            let latitude = Self.degrees(place, 0x02, 0x01, "S", most: 90),
            let longitude = Self.degrees(place, 0x04, 0x03, "W", most: 180),
            // Where the equator meets the prime meridian there is only water, and empty fields say the same.
            latitude != 0 || longitude != 0
        else { return }
        position = (latitude, longitude)
    }

    /// Degrees, minutes and seconds as one number, negative for south and west.
    private static func degrees(
        _ place: TIFFDirectory, _ tag: Int, _ direction: Int, _ negative: String, most: Double
    ) -> Double? {
        guard let parts = place.rationals(tag), (1...3).contains(parts.count),
            let letter = place.text(direction)?.uppercased().first.map(String.init),
            letter == negative || letter == (negative == "S" ? "N" : "E")
        else { return nil }
        var sum = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3_600]) {
            guard let value = part.value, value >= 0, unit == 1 || value <= 60 else { return nil }
            sum += value / unit
        }
        guard sum <= most else { return nil }
        return letter == negative ? -sum : sum
    }

    private static func time(_ directory: TIFFDirectory, _ tag: Int) -> PhotoTime? {
        directory.bytes(tag).flatMap { DateText.time($0.prefix { $0 != 0 }) }
    }

    /// Runs of at most four digits; `nil` if one is longer.
    private static func numbers(_ text: String) -> [Int]? {
        let runs = text.utf8.prefix(40).split { !(48...57).contains($0) }
        let values = runs.compactMap { $0.count <= 4 ? Int(String(decoding: $0, as: UTF8.self)) : nil }
        return values.count == runs.count ? values : nil
    }

    /// Eight bytes that name a character code, then text.
    ///
    /// - Parameter isBig: whether numbers in this file are big endian.
    private static func comment(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String? {
        let (code, text) = (bytes.prefix(8), bytes.dropFirst(8))
        if code.starts(with: "UNICODE".utf8) {
            // Some programs ignore the byte order of the file; Western letters show which one was used.
            let start = Array(text.prefix(2))
            let isWestern = start.count == 2 && (start[0] == 0) != (start[1] == 0)
            return MetadataText.wide(text, isBig: isWestern ? start[0] == 0 : isBig)
        }
        if code.starts(with: "JIS".utf8) { return nil }
        // Some programs omit the code.
        let isText = !code.starts(with: "ASCII".utf8) && code.allSatisfy { $0 >= 0x20 }
        return MetadataText.decoded((isText ? bytes : text).prefix { $0 != 0 })
    }
}

/// The metadata of news agencies and old programs: numbered records (IPTC-IIM 4.2), of which the second kind describes
/// the photo.
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
            // Longer records would have another form, and contain no text.
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
