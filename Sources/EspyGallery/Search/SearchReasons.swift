import EspyBase
import EspyCodecs
import EspyStore
import Foundation

/// Explains why a photo was found, and how well it matches.
struct SearchReasons {
    let run: QueryRun
    let slot: Int
    let facts: PhotoFacts

    /// Maximum number of reasons per photo.
    private static let most = 6

    struct Reasons {
        var score = 1.0
        var texts: [String] = []
    }

    func reasons(_ plan: QueryPlan) throws -> Reasons {
        var found = try find(plan) ?? Reasons()
        var seen = Set<String>()
        found.texts = Array(found.texts.filter { seen.insert($0).inserted }.prefix(Self.most))
        return found
    }

    /// Nil when the photo does not match this part.
    private func find(_ plan: QueryPlan) throws -> Reasons? {
        switch plan {
        case .everything, .not: return Reasons()
        case .all(let parts):
            var all = Reasons()
            for part in parts {
                guard let found = try find(part) else { return nil }
                all.score = min(all.score, found.score)
                all.texts += found.texts
            }
            return all
        case .any(let parts):
            let found = try parts.map { part in try find(part) }.compactMap { $0 }
            guard !found.isEmpty else { return nil }
            return Reasons(score: found.map(\.score).max() ?? 1, texts: found.flatMap(\.texts))
        case .either(let exact, let others, let parts):
            let all =
                try [find(exact)] + others.map { $0.reason.isEmpty ? try find($0, parts) : try find(.similar($0)) }
            let found = all.compactMap(\.self)
            guard !found.isEmpty else { return nil }
            return Reasons(score: found.map(\.score).max() ?? 1, texts: found.flatMap(\.texts))
        case .album(let name, let plan):
            return try find(plan).map { Reasons(score: $0.score, texts: ["album \(name)"]) }
        case .similar(let photos):
            return photos.scores[slot].map { Reasons(score: $0, texts: ["\(photos.reason) \(Self.percent($0))"]) }
        case .phrase(let words): return words.isEmpty ? nil : text(QueryTerm(words: words, name: ""), isWhole: false)
        case .term(let term): return try find(term)
        case .filter(let filter): return try find(filter)
        }
    }

    /// The reasons for a photo that probably matches the parts, possibly some of them for certain.
    private func find(_ photos: SimilarPhotos, _ parts: [LikelySearch.Part]) throws -> Reasons? {
        guard let score = photos.scores[slot] else { return nil }
        let sure = try parts.compactMap { part in try find(part.exact) }.flatMap(\.texts)
        return Reasons(score: score, texts: try LikelySearch(run: run).reasons(slot, parts) + sure)
    }

    private func find(_ term: QueryTerm) throws -> Reasons? {
        guard try run.photos(.term(term)).contains(slot) else { return nil }
        var found = Reasons(score: 0)
        let meanings = run.meanings(of: term)
        let tags = facts.tags.compactMap { tag in meanings.first { $0.tag == tag.name }.map { (tag, $0.way) } }
        // The most confident match, or the most direct one of two equally confident ones.
        for (tag, way) in tags.sorted(by: { ($0.0.confidence, $1.1.count) > ($1.0.confidence, $0.1.count) }).prefix(2) {
            found.texts.append("\(way.joined(separator: " ← ")) \(Self.percent(tag.confidence))")
            found.score = max(found.score, tag.confidence)
        }
        if let text = text(term, isWhole: true) {
            found.texts += text.texts
            found.score = max(found.score, text.score)
        }
        if let color = term.color, let share = facts.colors.first(where: { $0.name == color }) {
            found.texts.append("color \(color.rawValue) \(Self.percent(share.share))")
            found.score = max(found.score, share.share)
        }
        if found.texts.isEmpty, term.dates != nil {
            found = Reasons(score: 1, texts: [taken])
        }
        if try run.places(of: term).contains(slot) {
            found = Reasons(score: 1, texts: found.texts + ["in \(term.name)"])
        }
        return found
    }

    /// The texts that contain the words; any of them if no text contains all.
    private func text(_ term: QueryTerm, isWhole: Bool) -> Reasons? {
        let words = term.words
        let columns = facts.words.filter { column in
            if isWhole, term.isEveryday, column.column == PhotoFacts.cameraColumn { return false }
            return words.enumerated().allSatisfy { index, word in
                let isOpen = term.isBeginning && index == words.count - 1
                return Self.holds(column.pieces, TextPieces.of([word]), isOpen: isOpen)
            }
        }
        if columns.isEmpty && isWhole { return nil }
        // A page has hundreds of words, few of which describe it.
        let isPrint = !columns.isEmpty && columns.allSatisfy { $0.column == PhotoFacts.textColumn }
        return Reasons(score: isPrint ? 0.5 : 1, texts: columns.map(\.column))
    }

    /// Whether these pieces are consecutive; the last one may be a prefix.
    private static func holds(_ pieces: [Substring], _ wanted: [String], isOpen: Bool) -> Bool {
        guard let last = wanted.last, pieces.count >= wanted.count else { return false }
        return (0...pieces.count - wanted.count).contains { start in
            let end = pieces[start + wanted.count - 1]
            return (isOpen ? end.hasPrefix(last) : end == last)
                && zip(pieces[start...], wanted.dropLast()).allSatisfy { $0 == $1 }
        }
    }

    var taken: String {
        let date = facts.photo.taken.flatMap { GalleryDate(of: $0, facts.photo.takenDetail) }
        return "taken \(date?.description ?? "")"
    }

    static func percent(_ share: Double) -> String {
        share.isFinite ? "\(Int((min(max(share, 0), 1) * 100).rounded())) %" : "0 %"
    }
}

/// The data of a found photo, to show it and explain the match.
struct PhotoFacts {
    let photo: GalleryPhoto
    let tags: [PhotoTag]
    let colors: [ColorShare]
    let place: (latitude: Double, longitude: Double)?
    let camera: String?
    let lens: String?
    /// The number of faces; nil if they were not looked for.
    let faces: Int?
    /// Pieces of base forms as in the full-text index, by column name.
    let words: [(column: String, pieces: [Substring])]

    static func read(
        _ id: Int, from database: Database, _ corrections: TagCorrections
    ) throws -> PhotoFacts? {
        let tags = try EffectiveTags.read(id, from: database, corrections)
        let rows = try database.rows(
            """
            SELECT width, height, taken, placeholder, latitude, longitude,
                (SELECT path FROM files WHERE photo = photos.id ORDER BY path LIMIT 1), rating, camera, lens, faces,
                taken_detail, taken_source, duration
            FROM photos WHERE id = ?
            """, [.integer(id)]
        ) { row in
            let photo = GalleryPhoto(
                id: id, path: try row.optionalText(6) ?? "", width: try row.integer(0), height: try row.integer(1),
                taken: try CaptureTime.shown(row.integer(2), row.text(12)),
                takenDetail: try row.optionalText(11).flatMap(PhotoTime.Detail.init),
                placeholder: row.isNull(3) ? [] : try row.bytes(3),
                tags: tags.prefix(3).map(\.name), rating: try row.optionalInteger(7),
                duration: try row.optionalReal(13))
            let place = row.isNull(4) || row.isNull(5) ? nil : (try row.real(4), try row.real(5))
            return (photo, place, try row.optionalText(8), try row.optionalText(9), try row.optionalInteger(10))
        }
        guard let (photo, place, camera, lens, faces) = rows.first else { return nil }
        let colors = try database.rows(
            "SELECT color, share FROM photo_colors WHERE photo = ? ORDER BY share DESC", [.integer(id)]
        ) { row in (try row.text(0), try row.real(1)) }
        return PhotoFacts(
            photo: photo, tags: tags,
            colors: colors.compactMap { color in ColorName(rawValue: color.0).map { .init(name: $0, share: color.1) } },
            place: place, camera: camera, lens: lens, faces: faces, words: try readWords(id, from: database))
    }

    /// The text on the photo.
    static let textColumn = "text on it"
    static let cameraColumn = "camera"

    private static func readWords(_ id: Int, from database: Database) throws -> [(String, [Substring])] {
        let names = ["file name", "folder", "title", "description", cameraColumn, textColumn, "code"]
        let rows = try database.rows(
            "SELECT name, folder, title, description, camera, text, code FROM photo_words WHERE rowid = ?",
            [.integer(id)]
        ) { row in
            try names.indices.map { column in try row.optionalText(column) ?? "" }
        }
        guard let texts = rows.first else { return [] }
        return zip(names, texts).map { ($0, $1.split(separator: " ")) }
    }
}
