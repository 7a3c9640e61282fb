import EspySystem

/// The regions of one photo as ImageJ's manager of regions (ROI Manager) opens and saves them: a ZIP archive.
public enum ImageJRegions {
    /// A rectangle for each counted thing, of measured ones the outline, called by its number: `0001.roi`.
    ///
    /// Things beyond 32,767 pixels from the corner are left out, as the format has no number for them.
    public static func archive(of count: Count) -> [UInt8] {
        var archive = ZIPWriter()
        for (index, thing) in count.main.enumerated() {
            let outline = thing.size.flatMap { ImageJRegion.bytes(of: $0.outline) }
            guard let region = outline ?? ImageJRegion.bytes(of: thing.rect) else { continue }
            let digits = String(index + 1)
            let name = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
            archive.add("\(name).roi", region)
        }
        return archive.finish()
    }

    static func photo(_ bytes: [UInt8]) throws(MarkFileError) -> MarkedPhoto {
        guard let archive = ZIPArchive(bytes) else { throw .broken(reason: "the archive cannot be read") }
        let names = archive.names.filter { $0.lowercased().hasSuffix(".roi") }
        guard !names.isEmpty else { throw .broken(reason: "the archive has no ROI files") }
        var photo = MarkedPhoto(marks: [])
        for name in names {
            guard let region = archive.part(name), let marks = ImageJRegion.marks(region, name: nil) else {
                throw .broken(reason: "the region \(name) cannot be read")
            }
            photo.marks += marks
            guard photo.marks.count <= MarkFile.mostMarks else { throw .tooMany(limit: MarkFile.mostMarks) }
        }
        return photo
    }
}
