import EspyBase
import EspyCodecs
import Foundation

/// What another machine found on a photo: the JSON of a ``PhotoDescription`` with ``ArchiveFacts``.
///
/// Anybody may have written it: all of it is checked when it is made into an ``IndexedPhoto``.
struct ArchivedPhoto: Decodable, Sendable {
    let width: Int
    let height: Int
    let kind: PhotoAnalysis.Kind
    let tags: [PhotoTag]
    let colors: [ColorShare]
    let sharpness: Double
    let brightness: Double
    let codes: [PhotoCode]?
    let faceBoxes: [PhotoFace]?
    let text: String?
    let metadata: PhotoMetadata
    let archive: ArchiveFacts

    private static let sides = 1...1_000_000
    /// Numbers of an embedding.
    private static let longestVector = 4_096
    private static let mostTags = 500

    /// The photo as a gallery keeps it; nil where it makes no sense.
    func indexed(_ file: FoundFile) -> IndexedPhoto? {
        guard let digest = Hexadecimal.bytes(archive.sha256), digest.count == 32, archive.bytes >= 0,
            Self.sides ~= width, Self.sides ~= height, tags.count <= Self.mostTags, tags.allSatisfy(\.isSound),
            sharpness.isFinite, brightness.isFinite, let analysis
        else { return nil }
        return IndexedPhoto(
            digest: digest, bytes: archive.bytes, format: archive.format, width: width, height: height,
            taken: TakenTime(soundMetadata, file), metadata: soundMetadata, picture: archive.picture?.small,
            analysis: analysis,
            origin: AnalysisOrigin(
                version: archive.analysis, embeddingModel: archive.embedding?.model ?? "",
                meaningModel: archive.meaning?.model ?? ""))
    }

    private var analysis: PhotoAnalysis? {
        guard let fingerprint = Hexadecimal.bytes(archive.fingerprint), fingerprint.count == 8 else { return nil }
        let embedding = archive.embedding.map { $0.bytes.withUnsafeBytes(Vectors.floats) } ?? []
        guard embedding.count <= Self.longestVector, embedding.allSatisfy(\.isFinite) else { return nil }
        let codes = (codes ?? []).prefix(PhotoCode.most).compactMap {
            PhotoCode(symbology: $0.symbology, value: $0.value)
        }
        return PhotoAnalysis(
            tags: tags, colors: uniqueColors, kind: kind, sharpness: sharpness, brightness: brightness,
            fingerprint: fingerprint.reduce(0) { $0 << 8 | UInt64($1) }, embedding: embedding,
            text: String((text ?? "").prefix(PhotoAnalysis.longestText)), codes: codes, faces: faceBoxes,
            meaning: meaning)
    }

    private var uniqueColors: [ColorShare] {
        var seen: Set<ColorName> = []
        return colors.filter { $0.share.isFinite && seen.insert($0.name).inserted }
    }

    private var meaning: PhotoMeaning? {
        guard let kept = archive.meaning, let background = archive.background, background.isFinite else { return nil }
        let vector = PhotoMeaning.vector(Array(kept.bytes))
        return vector.isEmpty || vector.count > Self.longestVector
            ? nil : PhotoMeaning(vector: vector, background: background)
    }

    /// Places that are on Earth, and texts that are no novels.
    private var soundMetadata: PhotoMetadata {
        var sound = metadata
        if !(sound.latitude.map { abs($0) <= 90 } ?? false) || !(sound.longitude.map { abs($0) <= 180 } ?? false) {
            (sound.latitude, sound.longitude) = (nil, nil)
        }
        if let taken = sound.taken, abs(taken) > 1 << 40 { sound.taken = nil }
        if let changed = sound.changed, abs(changed) > 1 << 40 { sound.changed = nil }
        if let rating = sound.rating, !(Ratings.all ~= rating) { sound.rating = nil }
        sound.keywords = Array(sound.keywords.prefix(Self.mostTags))
        sound.people = sound.people.map { Array($0.prefix(Self.mostTags)) }
        sound.notes = sound.notes.map { Array($0.prefix(Self.mostTags)) }
        return sound
    }
}

extension PhotoTag {
    fileprivate var isSound: Bool {
        1...240 ~= name.utf8.count && source.utf8.count <= 200 && confidence.isFinite
            && !name.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }
}

extension ArchiveFacts.Picture {
    /// What the page shows as it is, so nothing but a small JPEG.
    fileprivate var small: SmallPicture? {
        guard jpeg.count <= 1 << 18, jpeg.starts(with: [0xFF, 0xD8, 0xFF]), placeholder.count <= 256,
            1...2_048 ~= width, 1...2_048 ~= height
        else { return nil }
        return SmallPicture(
            Thumbnail(bytes: Array(jpeg), width: width, height: height), placeholder: Array(placeholder))
    }
}
