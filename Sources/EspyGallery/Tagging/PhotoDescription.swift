public import EspyBase
public import EspyCodecs
package import EspyPixels
import EspyStore
import EspySystem
public import Foundation

/// What is on one photo, without any library.
public struct PhotoDescription: Sendable, Equatable {
    /// Pixels of the upright photo.
    public let width: Int
    public let height: Int
    public let metadata: PhotoMetadata
    public let analysis: PhotoAnalysis
    /// Which picture of its file was looked at.
    package let source: PictureSource
    /// What a gallery needs beside, where that was asked for.
    public var archive: ArchiveFacts?

    /// Decodes a photo, as small as the analysis allows, and looks at it.
    ///
    /// - Parameters:
    ///   - bytes: a whole file. Without the second look when the task that calls it is cancelled.
    ///   - detail: what to tell for a gallery; nil: nothing.
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

    /// Not much larger than asked for, whatever the format.
    private static func decode(
        _ bytes: [UInt8], _ info: ImageInfo, shortSide: Int, longSide least: Int
    ) throws(ImageError) -> RGBImage {
        let sides = (Double(max(info.width, info.height)), Double(max(min(info.width, info.height), 1)))
        // A ribbon of pixels must not become huge.
        let longSide = max(Int((Double(shortSide) * min(sides.0 / sides.1, 4)).rounded(.up)), least)
        let image = try ImageDecoder(options: DecodingOptions(minimumLongSide: longSide)).decode(bytes)
        return image.fitted(longSide: 2 * longSide)
    }
}

extension PhotoDescription {
    /// One line for each tag, surest first, then one for each color, the most prominent first.
    ///
    /// `name,category,confidence,source`. The category of a color is `color`, and its confidence the share of the area.
    public var table: CSVTable {
        let tags = analysis.tags.map { [$0.name, $0.category.rawValue, CSV.fraction($0.confidence), $0.source] }
        let colors = analysis.colors.map {
            [$0.name.rawValue, "color", CSV.fraction($0.share), PhotoTag.Source.analysis]
        }
        return CSVTable(columns: ["name", "category", "confidence", "source"], rows: tags + colors)
    }

    /// The text of ``table``.
    public var csv: String { table.text() }

    /// As JSON tells it.
    public var answer: Answer { Answer(description: self) }

    /// `{width, height, kind, tags[{name, category, confidence, source}], likely[{name, confidence, isKind}],
    /// colors[{name, share}], sharpness, brightness, codes[{symbology, value}], faces, faceBoxes[{x, y, width, height}],
    /// text, metadata, archive}`; no `text` where nothing is printed on it, no faces where nobody looked for them, and no
    /// `archive` where it was not asked for.
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

/// What a gallery keeps of a photo beside what is on it. With these facts, many machines look at the photos of an archive,
/// and one gallery takes in what they found without reading a photo again.
public struct ArchiveFacts: Sendable, Equatable, Codable {
    /// How much is told.
    public enum Detail: String, Sendable, CaseIterable {
        case facts
        /// Also the small picture.
        case pictures
    }

    /// Numbers of a model that compare photos, and which model gave them.
    public struct Vector: Sendable, Equatable, Codable {
        public let model: String
        /// As the gallery keeps them.
        public let bytes: Data
    }

    /// SHA-256 of the file, in hexadecimal digits.
    public let sha256: String
    /// Length of the file.
    public let bytes: Int
    public let format: ImageFormat
    /// When the file changed last, in nanoseconds since 1970; nil where there was no file.
    public var modified: Int?
    /// 64 bits of a perceptual hash, in hexadecimal digits.
    public let fingerprint: String
    /// Which version of which analysis looked at it; see ``PhotoAnalyzer/version``.
    public let analysis: String
    /// Little-endian Float32 of length 1.
    public let embedding: Vector?
    public let meaning: Vector?
    /// See ``PhotoMeaning/background``.
    public let background: Float?
    public let picture: Picture?

    /// The small picture of a photo, and the bytes that a blurred one is made of.
    public struct Picture: Sendable, Equatable, Codable {
        public let jpeg: Data
        public let width: Int
        public let height: Int
        public let placeholder: Data
    }

    /// Takes down when a file changed last; an indexer that meets the file later knows it by that.
    public mutating func noteChange(of path: String) {
        modified = (try? FileStatus(path: path))?.modified
    }

    /// - Parameters:
    ///   - file: a whole one.
    ///   - analysis: what `analyzer` found on it.
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
    /// With a confidence for reading.
    fileprivate var rounded: PhotoTag {
        PhotoTag(name: name, category: category, confidence: confidence.rounded(toPlaces: 3), source: source)
    }
}

extension LikelyThing {
    /// With a confidence for reading.
    fileprivate var rounded: LikelyThing {
        LikelyThing(name: name, confidence: confidence.rounded(toPlaces: 3), isKind: isKind)
    }
}

extension Double {
    /// With so many decimal places at most.
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { value, _ in value * 10 }
        return (self * factor).rounded() / factor
    }
}
