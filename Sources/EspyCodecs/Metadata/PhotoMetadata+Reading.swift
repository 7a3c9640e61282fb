extension PhotoMetadata {
    private static let mostKeywords = 256

    /// What a file says about itself, whatever its format. Broken parts are left out.
    ///
    /// - Parameter bytes: of the whole file. The pixels are not decoded.
    public init(of bytes: [UInt8]) {
        let blocks = MetadataBlocks(bytes)
        let exif = blocks.exif.flatMap(EXIFFields.init)
        self.init(exif, blocks.xmp.map { XMPProperties($0) }, blocks.iptc.map { IPTCRecords($0) }, blocks)
        isScreenshot =
            isScreenshot || exif?.comment?.lowercased() == "screenshot" || Self.looksLikeScreen(bytes, camera: camera)
    }

    /// What an XMP file beside a photo says of it, as far as it can be read, and whether that is all of it.
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

    /// What the shutter says counts more than what programs made of it.
    private mutating func readTime(
        _ exif: EXIFFields?, _ xmp: XMPProperties?, _ iptc: IPTCRecords?, _ text: String?
    ) {
        time = PhotoTime.best([
            exif?.taken, xmp?.time("exif:DateTimeOriginal"), xmp?.time("photoshop:DateCreated"), iptc?.taken,
            xmp?.time("xmp:CreateDate"), text.flatMap { DateText.time($0) },
        ])
        let located = [exif?.located, xmp?.time("exif:GPSTimeStamp")].compactMap { $0 }.first { $0.detail == nil }
        let edited = exif?.changed.flatMap { $0.detail == nil ? $0 : nil }
        // Days after the satellites were asked, nobody took it any more.
        let isLate = located.map { abs((edited?.seconds ?? $0.seconds) - $0.seconds) > 86_400 } ?? false
        changed = (isLate ? located : edited ?? located)?.seconds
    }

    private mutating func readPeople(_ xmp: XMPProperties?) {
        guard let xmp else { return }
        let named = ["Iptc4xmpExt:PersonInImage", "mediapro:People"].flatMap(xmp.all)
        let inside = ["Iptc4xmpExt:PersonName", "mwg-rs:Name", "MPReg:PersonDisplayName"].flatMap(xmp.allInside)
        people = Self.unique(named + inside, most: Self.mostKeywords)
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

    /// Without what is there already in other letters; nil where nothing is left.
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
            // What cameras write that cannot tell.
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
        // No stars is what programs write that were not told any.
        rating = whole == 0 ? nil : whole
        let paths = (xmp?.all("lr:hierarchicalSubject") ?? []) + (xmp?.all("digiKam:TagsList") ?? [])
        let levels = paths.flatMap { $0.split { $0 == "|" || $0 == "/" }.map(String.init) }
        let all = (xmp?.all("dc:subject") ?? []) + (iptc?.keywords ?? []) + (exif?.keywords ?? []) + levels
        keywords =
            Self.unique(all.compactMap { MetadataText.cleaned(String($0.prefix(128))) }, most: Self.mostKeywords) ?? []
    }

    /// A PNG of exactly the size of a screen that no camera made.
    private static func looksLikeScreen(_ bytes: [UInt8], camera: String?) -> Bool {
        guard camera == nil, Signature(of: bytes) == .known(.png), let info = try? PNGCodec.info(of: bytes, page: 1)
        else {
            return false
        }
        return ScreenSizes.has(info.width, info.height)
    }
}
