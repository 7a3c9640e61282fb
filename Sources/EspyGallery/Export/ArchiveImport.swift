import EspyBase
import EspyCodecs
import EspyStore
import EspySystem
import Foundation

/// Imports results that other machines computed for the photos of an archive. No photo is read.
public struct ArchiveImport: Sendable {
    /// The result so far.
    public struct Outcome: Sendable, Equatable, Codable {
        /// New photos in the gallery.
        public var added = 0
        /// Files whose photo was known: imported before, or equal to another file.
        public var known = 0
        /// Files that could not be read on the other machine.
        public var failed = 0
        /// Numbers of invalid lines, from 1; at most ``GalleryImport/mostProblems``.
        public var problems: [Int] = []
        /// The number of invalid lines.
        public var senseless = 0

        public init() {}
    }

    /// Maximum length of a line, in bytes.
    public static let longestLine = 4 << 20
    /// Photos per transaction. Each transaction writes to pages all over the file: a few large ones cost far less than
    /// many small ones.
    private static let batch = 20_000
    /// Bytes of lines per transaction, for lines with pictures.
    private static let heaviest = 64 << 20
    /// Lines that one task parses.
    private static let piece = 500

    private let gallery: Gallery
    private let root: ArchiveRoot
    private let workers: Int
    private let time: Int

    /// - Parameters:
    ///   - root: the folder that contains the photos, or an address with `://`. It becomes a folder of the gallery.
    ///   - time: seconds since 1970.
    ///   - workers: number of tasks that parse lines.
    /// - Throws: ``GalleryError/folder(path:reason:)``
    public init(into gallery: Gallery, root: String, at time: Int, workers: Int) throws(GalleryError) {
        guard let place = ArchiveRoot(root) else {
            throw .folder(path: root, reason: "it is neither an absolute path nor an address with ://")
        }
        (self.gallery, self.root, self.workers, self.time) = (gallery, place, max(workers, 1), time)
    }

    /// - Parameters:
    ///   - next: returns some lines, without their line breaks; nil at the end. Called again when there is room for
    ///     more.
    ///   - report: called after each step with what has been saved.
    /// - Throws: ``GalleryError/store(_:)``, and errors of `next`. What was saved by then stays; importing it again
    ///   counts it as known.
    public func run(
        _ next: () async throws -> [ArraySlice<UInt8>]?, report: (Outcome) async -> Void
    ) async throws -> Outcome {
        let lock = try await gallery.beginSaving()
        let result: Result<Outcome, any Error>
        do { result = .success(try await takeIn(next, report)) } catch { result = .failure(error) }
        await gallery.closePack()
        return try withExtendedLifetime(lock) { try result.get() }
    }

    private func takeIn(
        _ next: () async throws -> [ArraySlice<UInt8>]?, _ report: (Outcome) async -> Void
    ) async throws -> Outcome {
        var outcome = Outcome()
        var waiting: [IndexedFile] = []
        var number = 0
        while true {
            let lines = try await Self.some(next)
            // The next lines are parsed while the previous ones are saved.
            async let parsed = parsed(lines)
            if !waiting.isEmpty {
                try Task.checkCancellation()
                try await gallery.addArchive(root, at: time)
                let saved = try await gallery.save(waiting)
                outcome.added += saved.added
                outcome.known += saved.linked
                await report(outcome)
            }
            let found = await parsed
            for (place, file) in found.enumerated() { outcome.note(file, line: number + place + 1) }
            waiting = found.compactMap(\.file)
            number += lines.count
            if lines.isEmpty { return outcome }
        }
    }

    /// Returns the lines of the next transaction; none at the end.
    private static func some(_ next: () async throws -> [ArraySlice<UInt8>]?) async throws -> [ArraySlice<UInt8>] {
        var (lines, weight) = ([ArraySlice<UInt8>](), 0)
        while lines.count < batch, weight < heaviest, let more = try await next() {
            lines += more
            weight += more.reduce(0) { $0 + $1.count }
        }
        return lines
    }

    private func parsed(_ lines: [ArraySlice<UInt8>]) async -> [Found] {
        await withTaskGroup(of: (Int, [Found]).self) { group in
            for start in stride(from: 0, to: lines.count, by: Self.piece) {
                let piece = lines[start..<min(start + Self.piece, lines.count)]
                group.addTask {
                    let decoder = JSONDecoder()
                    return (start, piece.map { found($0, decoder) })
                }
            }
            var pieces: [Int: [Found]] = [:]
            for await (start, found) in group { pieces[start] = found }
            return pieces.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    private func found(_ line: ArraySlice<UInt8>, _ decoder: JSONDecoder) -> Found {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return .nothing }
        guard line.count <= Self.longestLine, let parsed = ArchiveLine(line, decoder: decoder) else {
            return .senseless
        }
        switch parsed {
        case .other: return .nothing
        case .problem(let reason, let name):
            guard let path = root.path(of: name) else { return .senseless }
            let file = FoundFile(path: path, size: 0, modified: 0)
            return .file(IndexedFile(file: file, outcome: .problemElsewhere(String(reason.prefix(1_000)))))
        case .photo(let photo, let name):
            guard let path = root.path(of: name) else { return .senseless }
            let file = FoundFile(path: path, size: photo.archive.bytes, modified: photo.archive.modified ?? 0)
            guard let indexed = photo.indexed(file) else { return .senseless }
            return .file(IndexedFile(file: file, outcome: .new(indexed)))
        }
    }

    fileprivate enum Found: Sendable {
        case file(IndexedFile)
        case nothing, senseless

        var file: IndexedFile? { if case .file(let file) = self { file } else { nil } }
    }
}

extension ArchiveImport.Outcome {
    fileprivate mutating func note(_ found: ArchiveImport.Found, line: Int) {
        switch found {
        case .nothing: break
        case .senseless:
            senseless += 1
            if problems.count < GalleryImport.mostProblems { problems.append(line) }
        case .file(let file):
            if case .problemElsewhere = file.outcome { failed += 1 }
        }
    }
}

extension Gallery {
    /// Adds the root of an archive to the gallery's folders.
    fileprivate func addArchive(_ root: ArchiveRoot, at time: Int) throws(GalleryError) {
        let isThere = (try? FileStatus(path: root.path))?.kind == .folder
        let state: GalleryFolder.State = root.isRemote ? .remote : isThere ? .ok : .missing
        try use { database in
            // A million photos are spread over the whole file, in as many orders as there are indexes.
            _ = try database.execute("PRAGMA cache_size = -131072")
            _ = try database.execute("PRAGMA wal_autocheckpoint = 32768")
            _ = try database.execute(
                "INSERT INTO folders (path, added, state) VALUES (?, ?, ?) ON CONFLICT (path) DO NOTHING",
                [.text(root.path), .integer(time), .text(state.rawValue)])
        }
    }
}

/// The root of an archive: a folder, or an address that only other machines reach, such as `s3://lab/2026`.
private struct ArchiveRoot: Sendable {
    /// Without a slash at its end.
    let path: String
    /// Whether it is an address.
    let isRemote: Bool
    /// The root as given; links may lead from there to `path`.
    private let name: String

    /// - Parameter name: an absolute path, or an address with `://`.
    init?(_ name: String) {
        var name = name[...]
        while name.hasSuffix("/"), name != "/" { name = name.dropLast() }
        isRemote = name.contains("://")
        guard isRemote ? !name.hasSuffix(":") : name.hasPrefix("/") else { return nil }
        self.name = String(name)
        path = isRemote ? String(name) : Path.canonical(String(name)) ?? String(name)
    }

    /// Returns the full path of a file, given relative to the root or in full; nil for one outside the root.
    func path(of file: String) -> String? {
        guard !file.isEmpty, !file.utf8.contains(0) else { return nil }
        if isRemote { return file.contains("://") ? below(file) : inside(file[...]) }
        // Spark writes local paths as `file:/a` or `file:///a`.
        var file = file[...]
        if file.hasPrefix("file:") {
            file = file.dropFirst(5)
            while file.hasPrefix("//") { file = file.dropFirst() }
        }
        if file.contains("://") { return nil }
        if file.hasPrefix("/") { return below(String(file)) }
        return below(FileManager.default.currentDirectoryPath + "/" + file) ?? inside(file)
    }

    private func below(_ file: String) -> String? {
        for root in [path, name] where FolderPaths.holds(root, file) {
            return inside(file.dropFirst(FolderPaths.start(of: root).count))
        }
        return nil
    }

    /// - Parameter rest: relative to the root.
    private func inside(_ rest: Substring) -> String? {
        let isPlain = rest.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !["", ".", ".."].contains($0)
        }
        return isPlain ? FolderPaths.start(of: path) + rest : nil
    }
}

/// One line of another machine's results: a result of `espy gallery tag --json`, a worker's line that contains one, or
/// `{"file", "result"}` where the worker had another name for the photo.
private enum ArchiveLine: Sendable {
    /// - Parameter file: its path, or its name on the other machine.
    case photo(ArchivedPhoto, file: String)
    /// The other machine could not read it.
    case problem(String, file: String)
    /// A line that is not about a photo, such as a worker's status.
    case other

    /// Nil for an invalid line.
    init?(_ text: some DataProtocol, decoder: JSONDecoder) {
        guard let line = try? decoder.decode(Parsed.self, from: Data(text)) else { return nil }
        self = line.line
    }

    private struct Parsed: Decodable {
        let line: ArchiveLine

        private enum Key: String, CodingKey { case id, file, result, error, `protocol` }
        private struct Name: Decodable { let file: String }
        private struct Failure: Decodable { let message: String }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            if box.contains(.protocol) {
                line = .other
            } else if let failure = try box.decodeIfPresent(Failure.self, forKey: .error) {
                let name = try box.decodeIfPresent(String.self, forKey: .file) ?? box.decode(String.self, forKey: .id)
                line = .problem(failure.message, file: name)
            } else if box.contains(.result) {
                let outer = try box.decodeIfPresent(String.self, forKey: .file)
                let name = if let outer { outer } else { try box.decode(Name.self, forKey: .result).file }
                line = .photo(try box.decode(ArchivedPhoto.self, forKey: .result), file: name)
            } else {
                line = .photo(try ArchivedPhoto(from: decoder), file: try box.decode(String.self, forKey: .file))
            }
        }
    }
}

/// Another machine's results for a photo: the JSON of a ``PhotoDescription`` with ``ArchiveFacts``.
///
/// Untrusted input: all of it is validated when it is converted to an ``IndexedPhoto``.
private struct ArchivedPhoto: Decodable, Sendable {
    let width: Int
    let height: Int
    let kind: PhotoAnalysis.Kind
    let tags: [PhotoTag]
    let likely: [LikelyThing]?
    let colors: [ColorShare]
    let sharpness: Double
    let brightness: Double
    let codes: [PhotoCode]?
    let faceBoxes: [PhotoFace]?
    let text: String?
    let metadata: PhotoMetadata
    let archive: ArchiveFacts

    private static let sides = 1...1_000_000
    /// The largest dimension of an embedding.
    private static let longestVector = 4_096
    private static let mostTags = 500

    /// The photo as a gallery stores it; nil for invalid data.
    func indexed(_ file: FoundFile) -> IndexedPhoto? {
        guard let digest = Hexadecimal.bytes(archive.sha256), digest.count == 32, archive.bytes >= 0,
            Self.sides ~= width, Self.sides ~= height, tags.count <= Self.mostTags, tags.allSatisfy(\.isSound),
            sharpness.isFinite, brightness.isFinite, let analysis
        else { return nil }
        return IndexedPhoto(
            digest: digest, bytes: archive.bytes, format: archive.format.rawValue, width: width, height: height,
            taken: CaptureTime(soundMetadata, file), metadata: soundMetadata, picture: archive.picture?.small,
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
            meaning: meaning, likely: (likely ?? []).filter(\.isSound))
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

    /// The metadata with valid coordinates and texts of limited length.
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

extension LikelyThing {
    fileprivate var isSound: Bool { 1...64 ~= name.utf8.count && name == name.lowercased() && confidence.isFinite }
}

extension ArchiveFacts.Picture {
    /// The web app shows it as it is, so only a small JPEG is accepted.
    fileprivate var small: SmallPicture? {
        guard jpeg.count <= 1 << 18, jpeg.starts(with: [0xFF, 0xD8, 0xFF]), placeholder.count <= 256,
            1...2_048 ~= width, 1...2_048 ~= height
        else { return nil }
        return SmallPicture(
            Thumbnail(bytes: Array(jpeg), width: width, height: height), placeholder: Array(placeholder))
    }
}
