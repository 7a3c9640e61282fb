import EspyBase
public import EspyCodecs
import EspyStore
import EspySystem
public import Foundation

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
    /// Which version of which analysis looked at it; see ``PhotoAnalyzing/version``.
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
        of file: [UInt8], _ format: ImageFormat, _ analysis: PhotoAnalysis, by analyzer: some PhotoAnalyzing,
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
