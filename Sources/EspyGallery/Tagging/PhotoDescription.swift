public import EspyBase
public import EspyCodecs
package import EspyPixels
import EspyStore
import EspySystem
public import Foundation

/// The analysis of a single photo, without a gallery.
public struct PhotoDescription: Sendable, Equatable {
    /// In pixels, upright.
    public let width: Int
    public let height: Int
    public let metadata: PhotoMetadata
    public let analysis: PhotoAnalysis
    /// The picture of the file that was analyzed.
    package let source: PictureSource
    /// Additional data for a gallery, if requested.
    public var archive: ArchiveFacts?

    /// Decodes a photo, as small as the analysis allows, and analyzes it.
    ///
    /// - Parameters:
    ///   - bytes: a whole file. If the calling task is canceled, the second pass is skipped.
    ///   - detail: the data to add for a gallery; nil for none.
    /// - Throws: ``GalleryError/image(_:)``, ``GalleryError/inference(_:)``
    public init(
        _ bytes: [UInt8], by analyzer: PhotoAnalyzer, archive detail: ArchiveFacts.Detail? = nil
    ) throws(GalleryError) {
        let image: RGBImage
        let info: ImageInfo
        var picture: SmallPicture?
        do throws(ImageError) {
            info = try ImageDecoder().info(of: bytes)
            (width, height) = (info.width, info.height)
            source = PictureSource(pages: info.pages, frames: info.frames)
            metadata = PhotoMetadata(of: bytes)
            let isPictured = detail == .pictures
            image = try Self.decode(
                bytes, info, shortSide: analyzer.shortSide, longSide: isPictured ? SmallPicture.usualSide : 0)
            if isPictured { picture = try SmallPicture(of: image) }
        } catch { throw .image(error) }
        var first = try analyzer.analyze(image, metadata: metadata)
        first.scale(from: image.width, to: width)
        analysis = (try? CloserLook.analysis(bytes, after: first, by: analyzer)) ?? first
        if detail != nil {
            archive = ArchiveFacts(of: bytes, info.format, analysis, by: analyzer, picture: picture)
        }
    }

    /// Not much larger than requested, whatever the format.
    private static func decode(
        _ bytes: [UInt8], _ info: ImageInfo, shortSide: Int, longSide least: Int
    ) throws(ImageError) -> RGBImage {
        let sides = (Double(max(info.width, info.height)), Double(max(min(info.width, info.height), 1)))
        // A very narrow picture must not become huge.
        let longSide = max(Int((Double(shortSide) * min(sides.0 / sides.1, 4)).rounded(.up)), least)
        let image = try ImageDecoder(options: DecodingOptions(minimumLongSide: longSide)).decode(bytes)
        return image.fitted(longSide: 2 * longSide)
    }
}

extension PhotoDescription {
    /// One row for each tag, most confident first, then one for each color, most prominent first.
    ///
    /// `name,category,confidence,source`. Colors have the category `color`, and their share of the area as confidence.
    public var table: CSVTable {
        let tags = analysis.tags.map { [$0.name, $0.category.rawValue, CSV.fraction($0.confidence), $0.source] }
        let colors = analysis.colors.map {
            [$0.name.rawValue, "color", CSV.fraction($0.share), PhotoTag.Source.analysis]
        }
        return CSVTable(columns: ["name", "category", "confidence", "source"], rows: tags + colors)
    }

    /// The text of ``table``.
    public var csv: String { table.text() }

    /// The JSON form.
    public var answer: Answer { Answer(description: self) }

    /// `{width, height, kind, tags[{name, category, confidence, source}], likely[{name, confidence, isKind}],
    /// colors[{name, share}], sharpness, brightness, codes[{symbology, value}], faces, faceBoxes[{x, y, width,
    /// height}], text, metadata, archive}`; without `text` if there is none, without faces if they were not looked for,
    /// and without `archive` if it was not requested.
    public struct Answer: Encodable, Sendable {
        let description: PhotoDescription

        private enum Key: String, CodingKey {
            case width, height, kind, tags, likely, colors, sharpness, brightness, codes, faces, faceBoxes, text
            case metadata, archive
        }

        public func encode(to encoder: any Encoder) throws {
            let analysis = description.analysis
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(description.width, forKey: .width)
            try box.encode(description.height, forKey: .height)
            try box.encode(analysis.kind, forKey: .kind)
            try box.encode(analysis.tags.map(\.rounded), forKey: .tags)
            if !analysis.likely.isEmpty { try box.encode(analysis.likely.map(\.rounded), forKey: .likely) }
            try box.encode(
                analysis.colors.map { ColorShare(name: $0.name, share: $0.share.rounded(toPlaces: 3)) },
                forKey: .colors)
            try box.encode(analysis.sharpness.rounded(toPlaces: 1), forKey: .sharpness)
            try box.encode(analysis.brightness.rounded(toPlaces: 3), forKey: .brightness)
            try box.encode(analysis.codes, forKey: .codes)
            if let faces = analysis.faces {
                try box.encode(faces.count, forKey: .faces)
                try box.encode(faces, forKey: .faceBoxes)
            }
            if !analysis.text.isEmpty { try box.encode(analysis.text, forKey: .text) }
            try box.encode(description.metadata, forKey: .metadata)
            try box.encodeIfPresent(description.archive, forKey: .archive)
        }
    }
}

/// Additional data that a gallery stores for a photo. With it, many machines can analyze the photos of an archive, and
/// one gallery imports the results without reading a photo again.
public struct ArchiveFacts: Sendable, Equatable, Codable {
    /// The amount of data.
    public enum Detail: String, Sendable, CaseIterable {
        case facts
        /// Includes the small picture.
        case pictures
    }

    /// An embedding that compares photos, and its model.
    public struct Vector: Sendable, Equatable, Codable {
        public let model: String
        /// In the gallery's storage format.
        public let bytes: Data
    }

    /// SHA-256 of the file, in hexadecimal digits.
    public let sha256: String
    /// Size of the file.
    public let bytes: Int
    public let format: ImageFormat
    /// When the file last changed, in nanoseconds since 1970; nil without a file.
    public var modified: Int?
    /// 64 bits of a perceptual hash, in hexadecimal digits.
    public let fingerprint: String
    /// The version of the analysis; see ``PhotoAnalyzer/version``.
    public let analysis: String
    /// Little-endian Float32 of length 1.
    public let embedding: Vector?
    public let meaning: Vector?
    /// See ``PhotoMeaning/background``.
    public let background: Float?
    public let picture: Picture?

    /// The small picture of a photo, and the bytes of its placeholder.
    public struct Picture: Sendable, Equatable, Codable {
        public let jpeg: Data
        public let width: Int
        public let height: Int
        public let placeholder: Data
    }

    /// Records when a file last changed, so that an indexer recognizes the file later.
    public mutating func noteChange(of path: String) {
        modified = (try? FileStatus(path: path))?.modified
    }

    /// - Parameters:
    ///   - file: the bytes of the whole file.
    ///   - analysis: the result of `analyzer` for it.
    init(
        of file: [UInt8], _ format: ImageFormat, _ analysis: PhotoAnalysis, by analyzer: PhotoAnalyzer,
        picture: SmallPicture?
    ) {
        sha256 = Hexadecimal.text(SHA256.bytes(of: file))
        (bytes, self.format) = (file.count, format)
        fingerprint = Hexadecimal.text((0..<8).map { UInt8(truncatingIfNeeded: analysis.fingerprint >> (56 - 8 * $0)) })
        self.analysis = analyzer.version
        embedding =
            analysis.embedding.isEmpty
            ? nil : Vector(model: analyzer.embeddingModel, bytes: Data(Vectors.bytes(analysis.embedding)))
        meaning = analysis.meaning.map { Vector(model: analyzer.meaningModel, bytes: Data($0.bytes)) }
        background = analysis.meaning?.background
        self.picture = picture.map {
            Picture(
                jpeg: Data($0.thumbnail.bytes), width: $0.thumbnail.width, height: $0.thumbnail.height,
                placeholder: Data($0.placeholder))
        }
    }
}

extension PhotoTag {
    /// With a readable confidence.
    fileprivate var rounded: PhotoTag {
        PhotoTag(name: name, category: category, confidence: confidence.rounded(toPlaces: 3), source: source)
    }
}

extension LikelyThing {
    /// With a readable confidence.
    fileprivate var rounded: LikelyThing {
        LikelyThing(name: name, confidence: confidence.rounded(toPlaces: 3), isKind: isKind)
    }
}

extension Double {
    /// Rounds to at most `places` decimal places.
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { value, _ in value * 10 }
        return (self * factor).rounded() / factor
    }
}
