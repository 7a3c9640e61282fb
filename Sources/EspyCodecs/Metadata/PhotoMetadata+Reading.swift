extension PhotoMetadata {
    private static let mostKeywords = 256

    /// What a file says about itself, whatever its format. Broken parts are left out.
    ///
    /// - Parameter bytes: of the whole file. The pixels are not decoded.
    public init(of bytes: [UInt8]) {
        self.init()
        let blocks = MetadataBlocks(bytes)
        let exif = blocks.exif.flatMap(EXIFFields.init)
        let xmp = blocks.xmp.map { XMPProperties($0) }
        let iptc = blocks.iptc.map { IPTCRecords($0) }
        readTime(exif, xmp, iptc)
        readPlace(exif, xmp)
        readCamera(exif, xmp)
        readWords(exif, xmp, iptc, blocks.texts)
        let comments = [exif?.comment, xmp?.first("exif:UserComment")]
        isScreenshot =
            comments.contains { $0?.lowercased() == "screenshot" } || Self.looksLikeScreen(bytes, camera: camera)
    }

    /// What the shutter says counts more than what programs made of it.
    private mutating func readTime(_ exif: EXIFFields?, _ xmp: XMPProperties?, _ iptc: IPTCRecords?) {
        taken =
            exif?.taken ?? xmp?.seconds("exif:DateTimeOriginal") ?? xmp?.seconds("photoshop:DateCreated")
            ?? iptc?.taken ?? xmp?.seconds("xmp:CreateDate") ?? exif?.changed ?? exif?.located
            ?? xmp?.seconds("exif:GPSTimeStamp")
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
            xmp?.first("dc:description") ?? iptc?.caption ?? exif?.description.flatMap(Self.worthReading)
            ?? texts["Description"]
        software = software ?? texts["Software"]
        let stars = xmp?.first("xmp:Rating").flatMap { Double($0) } ?? exif?.rating.map(Double.init)
        let whole = stars.flatMap { (-1...5).contains($0) ? Int($0.rounded()) : nil }
        // No stars is what programs write that were not told any.
        rating = whole == 0 ? nil : whole
        let paths = (xmp?.all("lr:hierarchicalSubject") ?? []) + (xmp?.all("digiKam:TagsList") ?? [])
        let levels = paths.flatMap { $0.split { $0 == "|" || $0 == "/" }.map(String.init) }
        let all = (xmp?.all("dc:subject") ?? []) + (iptc?.keywords ?? []) + (exif?.keywords ?? []) + levels
        var seen: Set<String> = []
        keywords = Array(
            all.compactMap { MetadataText.cleaned(String($0.prefix(128))) }
                .filter { seen.insert($0.lowercased()).inserted }.prefix(Self.mostKeywords))
    }

    /// Cameras write their own name where a person could describe the photo.
    private static func worthReading(_ text: String) -> String? {
        let loud = text.uppercased()
        let isNoise =
            loud.contains("DIGITAL CAMERA") || loud.hasPrefix("SONY DSC") || loud.hasPrefix("DCIM")
            || loud.hasPrefix("SAMSUNG") || loud.hasPrefix("<") || loud.hasPrefix("MINOLTA") || loud.hasPrefix("KONICA")
        return isNoise ? nil : text
    }

    /// A PNG of exactly the size of a screen that no camera made.
    private static func looksLikeScreen(_ bytes: [UInt8], camera: String?) -> Bool {
        guard camera == nil, Signature(of: bytes) == .known(.png), let info = try? PNGCodec.info(of: bytes) else {
            return false
        }
        return ScreenSizes.has(info.width, info.height)
    }
}
