import EspyCodecs
import EspySystem
import Foundation

/// The metadata of a photo, from its file and its sidecars.
struct PhotoFileFacts: Sendable {
    /// Without the time in the sidecars, which is in ``taken``.
    private(set) var metadata: PhotoMetadata
    let taken: CaptureTime
    /// Sidecars that cannot be read.
    private(set) var problems: [GalleryProblem] = []

    /// - Parameter bytes: of the file.
    init(_ bytes: [UInt8], _ file: FoundFile) { self.init(PhotoMetadata(of: bytes), file) }

    /// - Parameter own: what the file itself says.
    init(_ own: PhotoMetadata, _ file: FoundFile) {
        metadata = own
        var (beside, isUniversal): (PhotoTime?, Bool) = (nil, false)
        // The most detailed comes last and wins.
        for sidecar in (file.sidecars ?? []).reversed() {
            do throws(SidecarError) {
                let said = try SidecarContent(reading: sidecar, of: file)
                metadata.add(said)
                if let time = said.metadata.time { (beside, isUniversal) = (time, said.isExported) }
                if !said.isWhole { throw SidecarError(reason: SidecarContent.isCut) }
            } catch {
                problems.append(GalleryProblem(path: sidecar.path, reason: error.reason))
            }
        }
        taken = CaptureTime(own, beside: beside, isUniversal: isUniversal, file)
        if PhotoNames.looksLikeScreenshot(file.path) { metadata.isScreenshot = true }
    }
}

private struct SidecarError: Error { let reason: String }

/// The metadata in one sidecar.
private struct SidecarContent {
    var metadata = PhotoMetadata()
    /// From a Google Photos export: the photo's own metadata takes precedence, and times are in UTC.
    var isExported = false
    var isWhole = true

    static let isCut = "the sidecar is not complete XMP; copy it again"
    /// Longer sidecars are not for a single photo.
    private static let mostBytes = 4 << 20

    init(reading file: FoundFile, of photo: FoundFile) throws(SidecarError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileContents(path: file.path, limit: Self.mostBytes).bytes
        } catch {
            throw SidecarError(reason: "the sidecar cannot be read (\(error.reason))")
        }
        guard file.path.lowercased().hasSuffix(".json") else {
            (metadata, isWhole) = PhotoMetadata.xmp(bytes)
            return
        }
        isExported = true
        guard let exported = try? JSONDecoder().decode(ExportedBeside.self, from: Data(bytes)) else {
            throw SidecarError(reason: "the sidecar is not JSON; copy it again")
        }
        if exported.names(photo.path, isCut: SidecarNames.isCut(Self.name(file), of: Self.name(photo))) {
            metadata = exported.metadata
        }
    }

    private static func name(_ file: FoundFile) -> String {
        file.path.split(separator: "/").last.map(String.init) ?? ""
    }
}

/// The JSON that a Google Photos export contains for each photo. Members that are missing or of another type are
/// ignored.
private struct ExportedBeside: Decodable {
    private var title: String?
    private var description: String?
    private var taken: Int?
    private var place: (latitude: Double, longitude: Double)?
    private var people: [String] = []
    private var isFavorite = false

    private enum Key: String, CodingKey {
        case title, description, photoTakenTime, geoData, geoDataExif, people, favorited
    }
    private struct Time: Decodable {
        let timestamp: Int?

        private enum Key: String, CodingKey { case timestamp }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            let text = try? box.decode(String.self, forKey: .timestamp)
            timestamp = if let text { Int(text) } else { try? box.decode(Int.self, forKey: .timestamp) }
        }
    }
    private struct Place: Decodable {
        let latitude: Double
        let longitude: Double
    }
    private struct Person: Decodable { let name: String? }

    init(from decoder: any Decoder) throws {
        // A list, as in other programs' files, contains nothing usable.
        guard let box = try? decoder.container(keyedBy: Key.self) else { return }
        title = try? box.decode(String.self, forKey: .title)
        description = try? box.decode(String.self, forKey: .description)
        // It contains 0 where nothing is known.
        taken = (try? box.decode(Time.self, forKey: .photoTakenTime)).flatMap(\.timestamp)
            .flatMap { $0 == 0 || abs($0) > 1 << 33 ? nil : $0 }
        let places = [Key.geoData, .geoDataExif].compactMap { try? box.decode(Place.self, forKey: $0) }
        place = places.first {
            ($0.latitude != 0 || $0.longitude != 0) && abs($0.latitude) <= 90 && abs($0.longitude) <= 180
        }.map { ($0.latitude, $0.longitude) }
        people = ((try? box.decode([Person].self, forKey: .people)) ?? []).compactMap { $0.name?.shown }
        isFavorite = (try? box.decode(Bool.self, forKey: .favorited)) ?? false
    }

    /// Whether it belongs to this photo. Truncated names may be ambiguous.
    func names(_ photo: String, isCut: Bool) -> Bool {
        guard isCut, let title else { return true }
        let name = photo.split(separator: "/").last.map(String.init) ?? photo
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        // Characters not allowed in file names are underscores there.
        func plain(_ text: some StringProtocol) -> String { String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
        return plain(title).hasPrefix(plain(stem.prefix { $0 != "(" }))
    }

    var metadata: PhotoMetadata {
        var said = PhotoMetadata()
        said.taken = taken
        (said.latitude, said.longitude) = (place?.latitude, place?.longitude)
        said.description = description?.shown
        said.people = people.isEmpty ? nil : people
        if isFavorite { said.keywords = ["favorite"] }
        return said
    }
}

extension String {
    /// On one line; nil if nothing is left.
    fileprivate var shown: String? { PhotoMetadata.shown(self) }
}

extension PhotoMetadata {
    /// Adds a sidecar's metadata. XMP overrides the file, because people edit it on purpose; the camera is more
    /// reliable about the time and place.
    fileprivate mutating func add(_ sidecar: SidecarContent) {
        let said = sidecar.metadata
        if latitude == nil || longitude == nil { (latitude, longitude) = (said.latitude, said.longitude) }
        camera = camera ?? said.camera
        lens = lens ?? said.lens
        title = sidecar.isExported ? title ?? said.title : said.title ?? title
        description = sidecar.isExported ? description ?? said.description : said.description ?? description
        rating = sidecar.isExported ? rating ?? said.rating : said.rating ?? rating
        keywords = Self.joined(keywords, said.keywords) ?? []
        people = Self.joined(people, said.people)
        faces = said.faces ?? faces
        notes = Self.joined(notes, said.notes)
        location = location ?? said.location
    }

    private static func joined(_ own: [String]?, _ others: [String]?) -> [String]? {
        let known = Set((own ?? []).map { $0.lowercased() })
        let all = (own ?? []) + (others ?? []).filter { !known.contains($0.lowercased()) }
        return all.isEmpty ? nil : all
    }
}
