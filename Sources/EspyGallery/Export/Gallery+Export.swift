import EspyBase
import EspyCodecs
import EspyStore
import Foundation

extension Gallery {
    /// Exports all data as lines of JSON: each photo, newest first, then corrections of photos that are not in the
    /// gallery, saved albums, the names of taught tags, and people whom the user named.
    ///
    /// - Parameter write: receives one line, without its line break. An error that it throws ends the export.
    public func export<Failure: Error>(
        _ write: @Sendable (String) throws(Failure) -> Void
    ) throws(GalleryExportError<Failure>) {
        try database.snapshot { () throws(GalleryExportError<Failure>) in try tellAll(write) }
    }

    /// The export as one text.
    public func exportedText() throws(GalleryError) -> String {
        var text = ""
        do throws(GalleryExportError<GalleryError>) {
            try database.snapshot { () throws(GalleryExportError<GalleryError>) in
                try tellAll { (line) throws(GalleryError) in text += line + "\n" }
            }
        } catch {
            switch error {
            case .gallery(let error), .writing(let error): throw error
            }
        }
        return text
    }

    private func tellAll<Failure: Error>(
        _ write: (String) throws(Failure) -> Void
    ) throws(GalleryExportError<Failure>) {
        func read<Value>(_ work: () throws -> Value) throws(GalleryExportError<Failure>) -> Value {
            do { return try work() } catch { throw .gallery(GalleryError(error)) }
        }
        func tell(_ line: ExportedLine) throws(GalleryExportError<Failure>) {
            do throws(Failure) { try write(ExportText.line(line)) } catch { throw .writing(error) }
        }
        try read { try index.refresh(database) }
        let reader = ExportReader(database: database, corrections: index.corrections)
        try tell(.gallery(version: ExportedLine.version))
        for slot in index.order {
            let photo = try read { try reader.photo(index.ids[slot]) }
            if let photo { try tell(.photo(photo)) }
        }
        for digest in try read({ try reader.absent() }) {
            try tell(try read { try reader.absent(digest) })
        }
        for line in try read({ try reader.albums() + reader.taught() + reader.people() }) { try tell(line) }
    }

    /// The data of some photos: lines of JSON as in ``export(_:)``. Unknown photos are left out.
    public func exported(_ photos: [Int]) throws(GalleryError) -> [String] {
        try searching { run in
            let reader = ExportReader(database: run.database, corrections: run.index.corrections)
            var lines: [String] = []
            for photo in photos where run.index.slots[photo] != nil {
                if let photo = try reader.photo(photo) { lines.append(ExportText.line(.photo(photo))) }
            }
            return lines
        }
    }

    /// The data of a photo as the text of an XMP sidecar for other programs: tags, rating, title, description. This
    /// does not write a file; callers that do must not replace an existing one.
    ///
    /// - Throws: ``GalleryError/unknownPhoto(_:)``.
    public func sidecar(of photo: Int) throws(GalleryError) -> String {
        let known = try searching { run in
            try ExportReader(database: run.database, corrections: run.index.corrections).photo(photo)
        }
        guard let known else { throw .unknownPhoto("\(photo)") }
        return Sidecar.text(known)
    }
}

/// Why an export ended early.
public enum GalleryExportError<Failure: Error>: Error {
    case gallery(GalleryError)
    /// An error of the receiver of the lines.
    case writing(Failure)
}

/// Makes XMP text.
private enum Sidecar {
    static func text(_ photo: ExportedPhoto) -> String {
        var parts: [String] = []
        if !photo.tags.isEmpty {
            let items = photo.tags.map { "     <rdf:li>\(Markup.escaped($0.name))</rdf:li>" }.joined(separator: "\n")
            parts.append("   <dc:subject>\n    <rdf:Bag>\n\(items)\n    </rdf:Bag>\n   </dc:subject>")
        }
        if let rating = photo.rating { parts.append("   <xmp:Rating>\(rating)</xmp:Rating>") }
        for (name, text) in [("title", photo.title), ("description", photo.description)] {
            guard let text, !text.isEmpty else { continue }
            let item = "     <rdf:li xml:lang=\"x-default\">\(Markup.escaped(text))</rdf:li>"
            parts.append("   <dc:\(name)>\n    <rdf:Alt>\n\(item)\n    </rdf:Alt>\n   </dc:\(name)>")
        }
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
            \(parts.joined(separator: "\n"))
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>

            """
    }
}

/// Reads the data for an export.
struct ExportReader {
    let database: Database
    let corrections: TagCorrections

    func photo(_ id: Int) throws -> ExportedPhoto? {
        let rows = try database.rows(
            """
            SELECT digest, format, width, height, taken, taken_source, latitude, longitude, camera, lens, rating,
                title, description, kind, text, faces, taken_detail, people, location, notes FROM photos WHERE id = ?
            """, [.integer(id)]
        ) { row in
            (
                try row.bytes(0),
                ExportedPhoto(
                    digest: Hexadecimal.text(try row.bytes(0)), files: [], format: try row.text(1),
                    width: try row.integer(2), height: try row.integer(3),
                    taken: try CaptureTime.shown(row.integer(4), row.text(5)).map {
                        Self.time($0, try row.optionalText(16).flatMap(PhotoTime.Detail.init))
                    },
                    takenSource: try row.text(5), latitude: row.isNull(6) ? nil : try row.real(6),
                    longitude: row.isNull(7) ? nil : try row.real(7), camera: try row.optionalText(8),
                    lens: try row.optionalText(9), rating: try row.optionalInteger(10),
                    title: try row.optionalText(11), description: try row.optionalText(12),
                    people: Self.lines(try row.optionalText(17)), location: try row.optionalText(18),
                    notes: Self.lines(try row.optionalText(19)), kind: try row.text(13),
                    text: try row.optionalText(14), faces: try row.optionalInteger(15),
                    tags: [], colors: [], corrections: [])
            )
        }
        guard case (let digest, var photo)? = rows.first else { return nil }
        photo.files = try database.paths(of: id)
        let people = try FaceRows.names(in: id, said: photo.people ?? [], from: database)
        photo.people = people.isEmpty ? nil : people
        photo.tags = try EffectiveTags.read(id, from: database, corrections)
        let codes = try PhotoCode.read(id, from: database)
        photo.codes = codes.isEmpty ? nil : codes
        photo.colors = try PhotoColors.read(id, from: database)
        photo.corrections = try said(of: digest)
        photo.rated = try Ratings.said(of: digest, in: database)
        return photo
    }

    /// The corrections of a photo that is not in the gallery.
    func absent(_ digest: [UInt8]) throws -> ExportedLine {
        .said(
            digest: Hexadecimal.text(digest), corrections: try said(of: digest),
            rated: try Ratings.said(of: digest, in: database))
    }

    func said(of digest: [UInt8]) throws -> [ExportedCorrection] {
        try database.rows(
            "SELECT tag, is_right, time FROM corrections WHERE digest = ? ORDER BY tag", [.bytes(digest)]
        ) { row in
            ExportedCorrection(tag: try row.text(0), isRight: try row.integer(1) != 0, time: try row.integer(2))
        }
    }

    /// Digests of photos with corrections that are not in the gallery.
    func absent() throws -> [[UInt8]] {
        try database.rows(
            """
            SELECT digest FROM (SELECT digest FROM corrections UNION SELECT digest FROM ratings WHERE time IS NOT NULL)
            WHERE digest NOT IN (SELECT digest FROM photos)
            """
        ) { try $0.bytes(0) }
    }

    func albums() throws -> [ExportedLine] {
        try database.query(Self.albumQuery, row: Self.album)
    }

    static let albumQuery = "SELECT name, query, created FROM smart_albums ORDER BY name"

    static func album(_ row: borrowing Row) throws(StoreError) -> ExportedLine {
        .album(name: try row.text(0), query: try row.text(1), created: try row.integer(2))
    }

    func taught() throws -> [ExportedLine] {
        try database.query(Self.taughtQuery, row: Self.taught)
    }

    static let taughtQuery = "SELECT name FROM taught_tags JOIN tags ON tags.id = tag ORDER BY name"

    static func taught(_ row: borrowing Row) throws(StoreError) -> ExportedLine { .taught(try row.text(0)) }

    func people() throws -> [ExportedLine] {
        ExportedPerson.lines(try database.query(ExportedPerson.query, row: ExportedPerson.row))
    }

    /// Splits several texts that are stored as one.
    private static func lines(_ text: String?) -> [String]? { text?.split(separator: "\n").map(String.init) }

    /// Formats a time as `2024-05-21T10:11:12`, as precisely as it is known.
    static func time(_ seconds: Int, _ detail: PhotoTime.Detail?) -> String {
        let date = CivilDay.date(of: seconds)
        let rest = (seconds % CivilDay.seconds + CivilDay.seconds) % CivilDay.seconds
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = [digits(date.year, 4), digits(date.month, 2), digits(date.day, 2)]
        if let detail { return day.prefix(detail.parts).joined(separator: "-") }
        return day.joined(separator: "-") + "T" + digits(rest / 3_600, 2) + ":" + digits(rest / 60 % 60, 2) + ":"
            + digits(rest % 60, 2)
    }
}

/// The colors of one photo, largest first.
enum PhotoColors {
    static func read(_ photo: Int, from database: Database) throws -> [ColorShare] {
        try database.rows(
            "SELECT color, share FROM photo_colors WHERE photo = ? ORDER BY share DESC", [.integer(photo)]
        ) { row -> ColorShare? in
            guard let name = ColorName(rawValue: try row.text(0)) else { return nil }
            return ColorShare(name: name, share: try row.real(1))
        }.compactMap { $0 }
    }
}
