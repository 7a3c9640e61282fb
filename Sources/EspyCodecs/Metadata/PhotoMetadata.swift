/// The metadata of a photo's file: EXIF, IPTC and XMP. Everything is optional and untrusted.
public struct PhotoMetadata: Sendable, Equatable, Codable {
    /// The capture time by the camera's clock: seconds since 1970, as if that clock had shown UTC.
    public var taken: Int?
    /// The known part of ``taken``, if only the year, month or day is known; then that is its first second.
    public var takenDetail: PhotoTime.Detail?
    /// A substitute if the capture time is unknown: when a program last changed the file, or the GPS time. As if the
    /// clock had shown UTC.
    public var changed: Int?
    /// Degrees, positive to the north and east.
    public var latitude: Double?
    public var longitude: Double?
    /// Maker and model, without repeating the maker.
    public var camera: String?
    public var lens: String?
    /// From 1 to 5, or -1 for rejected; nil if there is none.
    public var rating: Int?
    public var title: String?
    public var description: String?
    public var keywords: [String] = []
    /// Names of people in it; nil if none is named.
    public var people: [String]?
    /// Faces that are marked and named in it; nil if there are none.
    public var faces: [FaceRegion]?
    /// Where it was taken, in the words of the file: `Oltrarno, Florence, Italy`.
    public var location: String?
    /// Other text that people wrote into the file: comments, headlines, subjects; nil if there is none.
    public var notes: [String]?
    /// The program that wrote it.
    public var software: String?
    /// Whether the file says that it is a screenshot.
    public var isScreenshot = false

    public init() {}

    /// Puts text of unknown origin on one line, without invisible characters; `nil` if nothing is left.
    package static func shown(_ text: String) -> String? { MetadataText.cleaned(text) }

    /// ``taken`` and ``takenDetail``.
    package var time: PhotoTime? {
        get { taken.map { PhotoTime(seconds: $0, detail: takenDetail) } }
        set { (taken, takenDetail) = (newValue?.seconds, newValue?.detail) }
    }
}

extension PhotoMetadata {
    private static let mostKeywords = 256

    /// Reads the metadata of a file in any format. Broken parts are skipped.
    ///
    /// - Parameter bytes: the whole file. The pixels are not decoded.
    public init(of bytes: [UInt8]) {
        let blocks = MetadataBlocks(bytes)
        let exif = blocks.exif.flatMap(EXIFFields.init)
        let xmp = blocks.xmp.map { XMPProperties($0) }
        self.init(exif, xmp, blocks.iptc.map { IPTCRecords($0) }, blocks)
        // Only the file knows whether its container turns the stored pixels.
        if faces != nil { faces = xmp?.faces(try? ImageDecoder().info(of: bytes).orientation) }
        isScreenshot =
            isScreenshot || exif?.comment?.lowercased() == "screenshot" || Self.looksLikeScreen(bytes, camera: camera)
    }

    /// Reads the metadata of an XMP file beside a photo, as far as possible, and whether that is all of it.
    package static func xmp(_ file: [UInt8]) -> (metadata: PhotoMetadata, isWhole: Bool) {
        let properties = XMPProperties(MetadataText.utf8(file[...]))
        return (PhotoMetadata(nil, properties, nil, nil), properties.isWhole)
    }

    private init(_ exif: EXIFFields?, _ xmp: XMPProperties?, _ iptc: IPTCRecords?, _ blocks: MetadataBlocks?) {
        self.init()
        let texts = blocks?.texts ?? [:]
        readTime(exif, xmp, iptc, texts["Creation Time"])
        readPlace(exif, xmp)
        readCamera(exif, xmp)
        readWords(exif, xmp, iptc, texts)
        readPeople(xmp)
        readLocation(xmp, iptc)
        readNotes(exif, xmp, iptc, (blocks?.comments ?? []) + MetadataNoise.written(texts))
        isScreenshot = xmp?.first("exif:UserComment")?.lowercased() == "screenshot"
    }

    /// The time of the shutter takes precedence over that of programs.
    private mutating func readTime(
        _ exif: EXIFFields?, _ xmp: XMPProperties?, _ iptc: IPTCRecords?, _ text: String?
    ) {
        time = PhotoTime.best([
            exif?.taken, xmp?.time("exif:DateTimeOriginal"), xmp?.time("photoshop:DateCreated"), iptc?.taken,
            xmp?.time("xmp:CreateDate"), text.flatMap { DateText.time($0) },
        ])
        let located = [exif?.located, xmp?.time("exif:GPSTimeStamp")].compactMap { $0 }.first { $0.detail == nil }
        let edited = exif?.changed.flatMap { $0.detail == nil ? $0 : nil }
        // A photo that was edited more than a day from its GPS time was not taken when it was edited.
        let isLate = located.map { abs((edited?.seconds ?? $0.seconds) - $0.seconds) > 86_400 } ?? false
        changed = (isLate ? located : edited ?? located)?.seconds
    }

    private mutating func readPeople(_ xmp: XMPProperties?) {
        guard let xmp else { return }
        let named = ["Iptc4xmpExt:PersonInImage", "mediapro:People"].flatMap(xmp.all)
        let inside = ["Iptc4xmpExt:PersonName", "mwg-rs:Name", "MPReg:PersonDisplayName"].flatMap(xmp.allInside)
        people = Self.unique(named + inside, most: Self.mostKeywords)
        let marked = xmp.faces(nil)
        faces = marked.isEmpty ? nil : marked
    }

    private mutating func readLocation(_ xmp: XMPProperties?, _ iptc: IPTCRecords?) {
        let names = ["Iptc4xmpCore:Location", "photoshop:City", "photoshop:State", "photoshop:Country"]
        let shown = [
            "Iptc4xmpExt:Sublocation", "Iptc4xmpExt:City", "Iptc4xmpExt:ProvinceState", "Iptc4xmpExt:CountryName",
        ]
        let all =
            names.flatMap { xmp?.all($0) ?? [] } + (iptc?.places ?? []) + shown.flatMap { xmp?.allInside($0) ?? [] }
        location = Self.unique(all, most: 32)?.joined(separator: ", ")
    }

    /// - Parameter comments: of the format itself.
    private mutating func readNotes(
        _ exif: EXIFFields?, _ xmp: XMPProperties?, _ iptc: IPTCRecords?, _ comments: [String]
    ) {
        let said = [xmp?.first("photoshop:Headline"), iptc?.headline, xmp?.first("acdsee:caption")].compactMap { $0 }
        let written = [exif?.comment, xmp?.first("exif:UserComment")].compactMap { $0 } + comments
        let known = Set([title, description].compactMap { $0?.lowercased() })
        let all = said + (exif?.notes ?? []) + written.filter { !MetadataNoise.isMachine($0) }
        notes = Self.unique(all.filter { !known.contains($0.lowercased()) }, most: 64)
    }

    /// Removes texts that differ only in case; nil if nothing is left.
    private static func unique(_ texts: [String], most: Int) -> [String]? {
        var seen: Set<String> = []
        let found = texts.filter { seen.insert($0.lowercased()).inserted }.prefix(most)
        return found.isEmpty ? nil : Array(found)
    }

    private mutating func readPlace(_ exif: EXIFFields?, _ xmp: XMPProperties?) {
        if let position = exif?.position {
            (latitude, longitude) = (position.latitude, position.longitude)
        } else if let north = xmp?.degrees("exif:GPSLatitude", most: 90),
            let east = xmp?.degrees("exif:GPSLongitude", most: 180), north != 0 || east != 0
        {
            (latitude, longitude) = (north, east)
        }
    }

    private mutating func readCamera(_ exif: EXIFFields?, _ xmp: XMPProperties?) {
        let maker = exif?.maker ?? xmp?.first("tiff:Make")
        let model = exif?.model ?? xmp?.first("tiff:Model")
        camera = Self.camera(maker, model)
        lens = (exif?.lens ?? xmp?.first("exifEX:LensModel") ?? xmp?.first("aux:Lens")).flatMap {
            // Cameras that do not know the lens write neither letters nor numbers.
            $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil
        }
        software = exif?.software ?? xmp?.first("xmp:CreatorTool")
    }

    /// `NIKON CORPORATION` and `NIKON D70` are one name, and so are `EASTMAN KODAK COMPANY` and `KODAK CX7530`.
    private static func camera(_ maker: String?, _ model: String?) -> String? {
        let words = (maker ?? "").split { " ,".contains($0) }
            .filter { !companyWords.contains($0.lowercased().filter(\.isLetter)) }
        let maker = words.joined(separator: " ")
        guard let model else { return maker.isEmpty ? nil : maker }
        guard let first = model.lowercased().split(separator: " ").first, !maker.isEmpty else { return model }
        return words.contains { first.hasPrefix($0.lowercased()) } ? model : "\(maker) \(model)"
    }

    private static let companyWords: Set<String> = [
        "company", "corporation", "corp", "co", "ltd", "inc", "optical", "electric", "techwin", "electronics",
    ]

    private mutating func readWords(
        _ exif: EXIFFields?, _ xmp: XMPProperties?, _ iptc: IPTCRecords?, _ texts: [String: String]
    ) {
        title = xmp?.first("dc:title") ?? iptc?.title ?? exif?.title ?? texts["Title"]
        description =
            xmp?.first("dc:description") ?? iptc?.caption
            ?? exif?.description.flatMap { MetadataNoise.isCamera($0) ? nil : $0 }
            ?? texts["Description"]
        software = software ?? texts["Software"]
        let stars = xmp?.first("xmp:Rating").flatMap { Double($0) } ?? exif?.rating.map(Double.init)
        let whole = stars.flatMap { (-1...5).contains($0) ? Int($0.rounded()) : nil }
        // Programs write 0 stars if none were given.
        rating = whole == 0 ? nil : whole
        let paths = (xmp?.all("lr:hierarchicalSubject") ?? []) + (xmp?.all("digiKam:TagsList") ?? [])
        let levels = paths.flatMap { $0.split { $0 == "|" || $0 == "/" }.map(String.init) }
        let all = (xmp?.all("dc:subject") ?? []) + (iptc?.keywords ?? []) + (exif?.keywords ?? []) + levels
        keywords =
            Self.unique(all.compactMap { MetadataText.cleaned(String($0.prefix(128))) }, most: Self.mostKeywords) ?? []
    }

    /// Whether it is a PNG of exactly the size of a screen that no camera made.
    private static func looksLikeScreen(_ bytes: [UInt8], camera: String?) -> Bool {
        guard camera == nil, Signature(of: bytes) == .known(.png), let info = try? PNGCodec.info(of: bytes, page: 1)
        else {
            return false
        }
        return ScreenSizes.has(info.width, info.height)
    }
}

/// Recognizes text that cameras and programs write into fields meant for people.
private enum MetadataNoise {
    /// Cameras write their own name into the description.
    static func isCamera(_ text: String) -> Bool {
        let loud = text.uppercased()
        return loud.contains("DIGITAL CAMERA") || cameras.contains { loud.hasPrefix($0) }
    }

    /// Programs describe in comments how they made the file.
    static func isMachine(_ text: String) -> Bool {
        let loud = text.uppercased()
        // Settings, checksums and remains of bytes that are not text.
        let letters = text.count { $0.isLetter || $0.isWhitespace }
        return isCamera(text) || programs.contains { loud.hasPrefix($0) } || loud == "SCREENSHOT"
            || letters * 3 < text.count
    }

    /// Text chunks of PNG that a person may have written, besides title and description.
    static func written(_ texts: [String: String]) -> [String] {
        texts.filter {
            !technical.contains($0.key.lowercased()) && !$0.key.contains(":") && !$0.key.hasPrefix("Raw profile")
        }
        .sorted { $0.key < $1.key }.map(\.value)
    }

    private static let cameras = ["SONY DSC", "DCIM", "SAMSUNG", "<", "MINOLTA", "KONICA"]
    private static let programs = [
        "CREATOR: ", "LAVC", "LAVF", "FILE WRITTEN BY", "FILE SOURCE: ", "LEAD TECHNOLOGIES", "INTEL(R) JPEG",
        "APPLEMARK",
        "PROCESSED BY", "OPTIMIZED BY", "OPTIMISED BY", "COMPRESSED BY", "CREATED WITH GIMP",
        "GENERATED BY", "RESIZED ON", "CHARSET=", "JPEG ENCODER", "HANDMADE SOFTWARE", "U-LEAD", "XV VERSION",
    ]
    private static let technical: Set = [
        "title", "description", "software", "creation time", "copyright", "disclaimer", "source", "signature",
        "warning",
        "prompt", "workflow", "xml:com.adobe.xmp",
    ]
}

/// Sizes of common screens in pixels.
private enum ScreenSizes {
    /// Short side and long side.
    private static let all: [(Int, Int)] = [
        // Phones.
        (640, 1136), (720, 1280), (720, 1520), (720, 1600), (750, 1334), (828, 1792), (1080, 1920), (1080, 2160),
        (1080, 2220), (1080, 2280), (1080, 2340), (1080, 2400), (1080, 2408), (1125, 2436), (1170, 2532),
        (1179, 2556), (1206, 2622), (1242, 2208), (1242, 2688), (1284, 2778), (1290, 2796), (1320, 2868),
        (1440, 2560), (1440, 2960), (1440, 3040), (1440, 3088), (1440, 3120), (1440, 3200),
        // Tablets.
        (1536, 2048), (1620, 2160), (1640, 2360), (1668, 2224), (1668, 2388), (2048, 2732), (1200, 1920), (1600, 2560),
        // Desktops.
        (768, 1366), (800, 1280), (900, 1440), (900, 1600), (1050, 1680), (1600, 2560), (1440, 3440), (1800, 2880),
        (1864, 2880), (1964, 3024), (2234, 3456), (2160, 3840), (2880, 5120),
    ]

    static func has(_ width: Int, _ height: Int) -> Bool {
        all.contains { $0.0 == min(width, height) && $0.1 == max(width, height) }
    }
}
