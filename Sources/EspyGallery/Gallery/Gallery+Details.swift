import EspyBase
import EspyCodecs
import EspyStore
import EspySystem

extension Gallery {
    /// All data of a photo; `nil` when there is no photo with this id.
    public func details(of photo: Int) throws(GalleryError) -> GalleryPhotoDetails? {
        let id: [Parameter] = [.integer(photo)]
        return try use { database in
            let files = try database.paths(of: photo)
            let tags = try correctedTags(of: photo)
            let colors = try colors(of: photo)
            let codes = try PhotoCode.read(photo, from: database)
            let arrival = try arrival(of: photo)
            let faces = try faces(of: photo)
            return try database.rows(
                """
                SELECT id, width, height, taken, placeholder, digest, bytes, format, taken_source, latitude, longitude,
                    camera, lens, rating, title, description, kind, sharpness, brightness, fingerprint, analysis,
                    text, faces, taken_detail, people, location, notes, duration
                FROM photos WHERE id = ?
                """, id
            ) { row in
                try Self.details(row, files: files, tags: tags, colors: colors, codes: codes, arrival: arrival, faces)
            }.first
        }
    }

    private static func details(
        _ row: borrowing Row, files: [String], tags: [PhotoTag], colors: [ColorShare],
        codes: [PhotoCode], arrival: GalleryArrival?, _ faces: [GalleryFace]
    ) throws -> GalleryPhotoDetails {
        GalleryPhotoDetails(
            photo: GalleryPhoto(
                id: try row.integer(0), path: files.first ?? "", width: try row.integer(1),
                height: try row.integer(2), taken: try CaptureTime.shown(row.integer(3), row.text(8)),
                takenDetail: try row.optionalText(23).flatMap(PhotoTime.Detail.init),
                placeholder: try row.optionalBytes(4) ?? [], tags: tags.prefix(3).map(\.name),
                rating: try row.optionalInteger(13), duration: try row.optionalReal(27)),
            digest: Hexadecimal.text(try row.bytes(5)),
            bytes: try row.integer(6), format: try row.text(7), takenSource: try row.text(8),
            latitude: try row.optionalReal(9), longitude: try row.optionalReal(10),
            camera: try row.optionalText(11), lens: try row.optionalText(12), rating: try row.optionalInteger(13),
            title: try row.optionalText(14), description: try row.optionalText(15),
            people: GalleryFace.names(faces, said: Self.lines(try row.optionalText(24))),
            location: try row.optionalText(25),
            notes: Self.lines(try row.optionalText(26)),
            kind: PhotoAnalysis.Kind(rawValue: try row.text(16)) ?? .photo,
            sharpness: try row.optionalReal(17), brightness: try row.optionalReal(18),
            fingerprint: try row.optionalInteger(19).map { UInt64(UInt(bitPattern: $0)) },
            analysis: try row.optionalText(20), text: try row.optionalText(21), files: files, tags: tags,
            colors: colors, codes: codes, faces: try row.optionalInteger(22),
            knownFaces: faces, arrival: arrival)
    }

    /// Splits several texts that are stored as one.
    private static func lines(_ text: String?) -> [String] { (text ?? "").split(separator: "\n").map(String.init) }

    /// The user's corrections override computed tags.
    private func correctedTags(of photo: Int) throws -> [PhotoTag] {
        let said = try database.rows(
            """
            SELECT c.tag, c.is_right, ifnull(t.category, 'own') FROM photos p JOIN corrections c ON c.digest = p.digest
            LEFT JOIN tags t ON t.name = c.tag WHERE p.id = ?
            """, [.integer(photo)]
        ) { row in
            (tag: try row.text(0), isRight: try row.integer(1) != 0, category: try row.text(2))
        }
        let computed = try database.rows(
            """
            SELECT t.name, t.category, x.confidence, x.source FROM photo_tags x JOIN tags t ON t.id = x.tag
            WHERE x.photo = ? ORDER BY x.confidence DESC, t.name, x.source
            """, [.integer(photo)]
        ) { row in
            PhotoTag(
                name: try row.text(0), category: PhotoTag.Category(rawValue: try row.text(1)) ?? .own,
                confidence: try row.real(2), source: try row.text(3))
        }
        let added = said.filter(\.isRight).map {
            PhotoTag(
                name: $0.tag, category: PhotoTag.Category(rawValue: $0.category) ?? .own, confidence: 1,
                source: PhotoTag.Source.user)
        }
        let settled = Set(said.map(\.tag))
        return added.sorted { $0.name < $1.name } + computed.filter { !settled.contains($0.name) }
    }

    private func colors(of photo: Int) throws -> [ColorShare] {
        try database.rows(
            "SELECT color, share FROM photo_colors WHERE photo = ? ORDER BY share DESC, color", [.integer(photo)]
        ) { row in
            (name: ColorName(rawValue: try row.text(0)), share: try row.real(1))
        }.compactMap { color in color.name.map { ColorShare(name: $0, share: color.share) } }
    }

    /// The photo of a file; `nil` where the gallery has none.
    ///
    /// - Parameter path: absolute. Links in it are resolved.
    public func photo(at path: String) throws(GalleryError) -> Int? {
        // The last component may be a link that was followed.
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = Path.canonical(String(path[..<slash])).map { $0 + path[slash...] }
        return try use { database in
            for place in [Path.canonical(path), folder, path].compactMap(\.self) {
                let found = try database.integers(
                    "SELECT photo FROM files WHERE path = ? AND photo IS NOT NULL", [.text(place)])
                if let photo = found.first { return photo }
            }
            return nil
        }
    }

    /// A file of the photo to read; `nil` while none exists.
    ///
    /// The file is inside an added folder, even if a link is in its place.
    public func file(of photo: Int) throws(GalleryError) -> String? {
        try use { database in
            let files = try database.rows(
                """
                SELECT f.path, d.path FROM files f JOIN folders d ON d.id = f.folder
                WHERE f.photo = ? AND d.state = 'ok' ORDER BY f.path
                """, [.integer(photo)]
            ) { row in (path: try row.text(0), folder: try row.text(1)) }
            return files.first { file in
                guard let place = Path.canonical(file.path) else { return false }
                return FolderPaths.holds(file.folder, place) && (try? FileStatus(path: place))?.kind == .file
            }?.path
        }
    }

    /// All photo files, sorted by path.
    package func filesWithPhotos() throws(GalleryError) -> [(path: String, photo: Int)] {
        try use { database in
            try database.rows("SELECT path, photo FROM files WHERE photo IS NOT NULL ORDER BY path") { row in
                (path: try row.text(0), photo: try row.integer(1))
            }
        }
    }
}

/// All data of a photo.
public struct GalleryPhotoDetails: Sendable, Equatable, Codable {
    public let photo: GalleryPhoto
    /// SHA-256 of its file, in hexadecimal digits.
    public let digest: String
    /// Size of its file.
    public let bytes: Int
    /// `jpeg`, `heic` and so on.
    public let format: String
    /// The source of the time: `exif`, `sidecar`, `name`, `changed` (when a program last changed it, according to its
    /// metadata) or `file`.
    public let takenSource: String
    /// Degrees, north and east positive.
    public let latitude: Double?
    public let longitude: Double?
    public let camera: String?
    public let lens: String?
    /// From 0 to 5; -1 for rejected. The user's rating, otherwise the file's.
    public let rating: Int?
    public let title: String?
    public let description: String?
    /// Names of people in it: those that Espy recognized, then others from the file or its sidecars.
    public let people: [String]
    /// Where it was taken, according to the file.
    public let location: String?
    /// Other texts in the file: comments, headlines, subjects.
    public let notes: [String]
    public let kind: PhotoAnalysis.Kind
    /// `nil` while it is not analyzed.
    public let sharpness: Double?
    public let brightness: Double?
    public let fingerprint: UInt64?
    /// The version of the analysis that made the tags.
    public let analysis: String?
    /// The text read on it, line by line.
    public let text: String?
    /// All its files, sorted by path.
    public let files: [String]
    /// Most confident first, after corrections.
    public let tags: [PhotoTag]
    /// Largest first.
    public let colors: [ColorShare]
    /// The values of its barcodes and QR codes.
    public let codes: [PhotoCode]
    /// The number of faces toward the camera; nil if they were not looked for.
    public let faces: Int?
    /// The faces with descriptors; none unless people are recognized.
    public let knownFaces: [GalleryFace]
    /// The device that sent it; nil for a photo that arrived in another way.
    public let arrival: GalleryArrival?

    public var width: Int { photo.width }
    public var height: Int { photo.height }
    public var taken: Int? { photo.taken }
}

extension Database {
    /// The paths of a photo's files, sorted; a negative limit means all.
    func paths(of photo: Int, atMost most: Int = -1) throws -> [String] {
        try rows(
            "SELECT path FROM files WHERE photo = ? ORDER BY path LIMIT ?", [.integer(photo), .integer(most)]
        ) { try $0.text(0) }
    }
}
