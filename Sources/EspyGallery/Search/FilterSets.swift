import EspyBase
import EspyCodecs
import EspyStore
import Foundation

/// The photos that match the conditions of a query.
struct FilterSets {
    let index: SearchIndex
    let database: Database

    private var reader: PhotoSetReader { PhotoSetReader(index: index, database: database) }

    func photos(_ filter: GalleryQuery.Filter) throws -> PhotoBits {
        switch filter {
        case .tag(let name): return try reader.tag(tagName(name))
        case .category(let category): return try photos(category)
        case .color(let color): return try reader.color(color)
        case .date(let dates):
            // The reasons for each result use it again.
            return try index.set(.filter(filter.description)) {
                var found = photos(dates)
                try removeDoubtful(dates, from: &found)
                return found
            }
        case .near(let area): return try photos(area, filter.description)
        case .place(let name): return try photos(inPlace: name, filter.description)
        case .camera(let name): return try named(name, in: "camera", filter)
        case .lens(let name): return try named(name, in: "lens", filter)
        case .name(let name): return try words(Self.withoutEnding(name), in: "name")
        case .text(let words): return try self.words(words, in: "text")
        case .code(let words): return try self.words(words, in: "code")
        case .folder(let name):
            return name.hasPrefix("/") ? try inside(name, filter) : try words(name, in: "folder")
        case .kind(let kind): return try photos(kind, filter)
        case .rating(let stars): return try photos(stars, filter)
        case .faces(let count): return try faces(count, filter)
        case .person(let name):
            return try index.set(.filter(filter.description)) {
                let names = try index.people(database)
                return index.bits(
                    ofPhotos: try name.lowercased() == "any"
                        ? names.anybody(in: database) : names.photos(name, in: database))
            }
        case .mark(let mark): return try photos(mark, filter)
        case .similar, .like, .album: return PhotoBits(slots: index.ids.count)
        }
    }

    /// The tag with this name, as typed or in its base form.
    private func tagName(_ name: String) -> String {
        if index.tags[name] != nil || index.corrections.added[name] != nil { return name }
        let term = Thesaurus.term(name)
        return index.tags.entries.first { $0.term == term }?.name ?? name.lowercased()
    }

    private func photos(_ category: PhotoTag.Category) throws -> PhotoBits {
        var found = PhotoBits(slots: index.ids.count)
        for entry in index.tags.entries where entry.category == category.rawValue {
            found.formUnion(try reader.tag(entry.name))
        }
        return found
    }

    private func photos(_ dates: GalleryDates) -> PhotoBits {
        switch dates {
        case .span(let from, let through): return reader.taken(from: from?.start, before: through?.end)
        case .before(let date): return reader.taken(from: nil, before: date.start)
        case .after(let date): return reader.taken(from: date.end, before: nil)
        case .yearly(let month, let day):
            return PhotoBits(
                slots: index.ids.count,
                index.order.lazy.filter { slot in
                    guard index.taken[slot] != SearchIndex.undated else { return false }
                    let date = CivilDay.date(of: index.taken[slot])
                    return date.month == month && (day == nil || date.day == day)
                })
        }
    }

    /// A photo whose day is unknown may be outside the requested dates.
    private func removeDoubtful(_ dates: GalleryDates, from found: inout PhotoBits) throws {
        let doubtful = try database.rows(
            "SELECT id, taken, taken_detail FROM photos WHERE taken_detail IN ('year', 'month')"
        ) { row in
            let date = GalleryDate(of: try row.integer(1), PhotoTime.Detail(rawValue: try row.text(2)))
            return (id: try row.integer(0), isHeld: date.map(dates.holds) ?? false)
        }
        for photo in doubtful where !photo.isHeld {
            if let slot = index.slots[photo.id] { found.remove(slot) }
        }
    }

    /// Only a band of latitudes is read.
    private func photos(_ area: GalleryArea, _ key: String) throws -> PhotoBits {
        try index.set(.filter(key)) {
            let degrees = area.kilometers / 111
            let found = try database.rows(
                "SELECT id, latitude, longitude FROM photos WHERE latitude BETWEEN ? AND ?",
                [.real(area.latitude - degrees), .real(area.latitude + degrees)]
            ) { row -> Int? in
                guard !row.isNull(2) else { return nil }
                let distance = area.distance(latitude: try row.real(1), longitude: try row.real(2))
                return distance <= area.kilometers ? try row.integer(0) : nil
            }
            return index.bits(ofPhotos: found.compactMap { $0 })
        }
    }

    /// Photos taken at places with exactly this name.
    func photos(calledBy name: String) throws -> PhotoBits {
        guard let places = index.places, places.has(name) else { return PhotoBits(slots: index.ids.count) }
        return try index.set(.filter("called:" + name)) {
            guard let meanings = places.atlas.meanings(of: name, isWord: true) else {
                return PhotoBits(slots: index.ids.count)
            }
            return index.bits(ofPhotos: try PhotoPlaces(database).photos(meanings, places.atlas))
        }
    }

    private func photos(inPlace name: String, _ key: String) throws -> PhotoBits {
        try index.set(.filter(key)) {
            guard let atlas = index.places?.atlas, let meanings = atlas.meanings(of: name) else {
                return PhotoBits(slots: index.ids.count)
            }
            return index.bits(ofPhotos: try PhotoPlaces(database).photos(meanings, atlas))
        }
    }

    /// Photos by the value of a column with few different values.
    private func named(
        _ name: String, in column: String, _ filter: GalleryQuery.Filter
    ) throws -> PhotoBits {
        let wanted = GalleryWords.of(name)
        return try index.set(.filter(filter.description)) {
            let values = try database.rows("SELECT DISTINCT \(column) FROM photos WHERE \(column) IS NOT NULL") {
                try $0.text(0)
            }
            var photos: [Int] = []
            for value in values where Self.holds(GalleryWords.of(value), wanted) {
                photos += try database.integers("SELECT id FROM photos WHERE \(column) = ?", [.text(value)])
            }
            return index.bits(ofPhotos: photos)
        }
    }

    /// Whether all of these are among the words, in full or, from three letters on, as a prefix.
    private static func holds(_ words: [String], _ wanted: [String]) -> Bool {
        !wanted.isEmpty
            && wanted.allSatisfy { want in words.contains { $0 == want || (want.count > 2 && $0.hasPrefix(want)) } }
    }

    private func words(_ text: some StringProtocol, in column: String) throws -> PhotoBits {
        let words = GalleryWords.of(text)
        guard !words.isEmpty else { return PhotoBits(slots: index.ids.count) }
        return try reader.text(PhotoSetReader.match(words, in: column, isBeginning: text.hasSuffix("*")))
    }

    /// The ending of a file name is not among a photo's words: it would match all photos of a format.
    private static func withoutEnding(_ name: String) -> Substring {
        guard let dot = name.lastIndex(of: "."), 2...5 ~= name[dot...].count - 1,
            name[name.index(after: dot)...].allSatisfy(\.isLetter)
        else { return name[...] }
        return name[..<dot]
    }

    private func inside(_ folder: String, _ filter: GalleryQuery.Filter) throws -> PhotoBits {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        // The character after the slash.
        return try reader.photos(
            .filter(filter.description), "SELECT photo FROM files WHERE path >= ? AND path < ? AND photo IS NOT NULL",
            [.text(start), .text(start.dropLast() + "0")])
    }

    private func photos(_ kind: PhotoAnalysis.Kind, _ filter: GalleryQuery.Filter) throws -> PhotoBits {
        guard kind == .photo else {
            return try reader.photos(
                .filter(filter.description), "SELECT id FROM photos WHERE kind = ? AND kind <> 'photo'",
                [.text(kind.rawValue)])
        }
        var plain = index.alive
        plain.subtract(
            try reader.photos(.filter("kind:other"), "SELECT id FROM photos WHERE kind <> 'photo'"))
        return plain
    }

    private func photos(_ stars: ClosedRange<Int>, _ filter: GalleryQuery.Filter) throws -> PhotoBits {
        let rated = try reader.photos(
            .filter(filter.description),
            "SELECT id FROM photos WHERE rating BETWEEN ? AND ? AND rating IS NOT NULL",
            [.integer(stars.lowerBound), .integer(stars.upperBound)])
        guard stars.contains(0) else { return rated }
        // An unrated photo counts as one with no stars.
        var unrated = index.alive
        unrated.subtract(
            try reader.photos(.filter("rating:said"), "SELECT id FROM photos WHERE rating IS NOT NULL"))
        unrated.formUnion(rated)
        return unrated
    }

    private func faces(_ count: ClosedRange<Int>, _ filter: GalleryQuery.Filter) throws -> PhotoBits {
        // The database index only contains photos with faces.
        let condition = count.lowerBound > 0 ? " AND faces > 0" : ""
        return try reader.photos(
            .filter(filter.description), "SELECT id FROM photos WHERE faces BETWEEN ? AND ?\(condition)",
            [.integer(count.lowerBound), .integer(count.upperBound)])
    }

    private func photos(_ mark: GalleryQuery.Mark, _ filter: GalleryQuery.Filter) throws -> PhotoBits {
        let key = SetKey.filter(filter.description)
        switch mark {
        case .gps: return try reader.photos(key, "SELECT id FROM photos WHERE latitude IS NOT NULL")
        case .code: return try reader.photos(key, "SELECT DISTINCT photo FROM photo_codes")
        case .text:
            var found = try reader.photos(key, "SELECT id FROM photos WHERE kind = 'document' AND kind <> 'photo'")
            found.formUnion(
                try reader.photos(.filter("text:any"), "SELECT id FROM photos WHERE text IS NOT NULL"))
            for tag in ["text", "document"] { found.formUnion(try reader.tag(tag)) }
            return found
        case .blurred:
            var found = try reader.photos(key, "SELECT id FROM photos WHERE sharpness < 100")
            found.formUnion(try reader.tag("blurred"))
            return found
        case .dark:
            var found = try reader.photos(key, "SELECT id FROM photos WHERE brightness < 0.15")
            found.formUnion(try reader.tag("dark"))
            return found
        case .hidden: return index.bits(ofPhotos: index.hidden)
        case .duplicate:
            return try index.set(key) {
                try DuplicateSearch.photos(index, database)
            }
        }
    }
}

extension SearchReasons {
    /// Nil when the photo does not meet the condition.
    func find(_ filter: GalleryQuery.Filter) throws -> Reasons? {
        guard try run.photos(.filter(filter)).contains(slot) else { return nil }
        switch filter {
        case .tag(let name):
            let term = Thesaurus.term(name)
            let tag = facts.tags.first { $0.name == name } ?? facts.tags.first { Thesaurus.term($0.name) == term }
            guard let tag else { return Reasons() }
            return Reasons(score: tag.confidence, texts: ["\(tag.name) \(Self.percent(tag.confidence))"])
        case .category(let category):
            let tags = facts.tags.filter { $0.category == category }.prefix(2)
            return Reasons(
                score: tags.first?.confidence ?? 1, texts: tags.map { "\($0.name) \(Self.percent($0.confidence))" })
        case .color(let color):
            let share = facts.colors.first { $0.name == color }?.share ?? 0
            return Reasons(score: share, texts: ["color \(color.rawValue) \(Self.percent(share))"])
        case .near(let area):
            guard let place = facts.place else { return Reasons() }
            let distance = area.distance(latitude: place.latitude, longitude: place.longitude)
            return Reasons(texts: ["\(ReasonWords.distance(distance)) away"])
        case .place(let name): return Reasons(texts: ["in \(name)"])
        case .person(let name): return Reasons(texts: ["with \(name == "any" ? "someone" : name)"])
        case .date: return Reasons(texts: [taken])
        case .text: return Reasons(texts: [PhotoFacts.textColumn])
        case .code: return Reasons(texts: ["code"])
        case .name: return Reasons(texts: ["file name"])
        case .folder: return Reasons(texts: ["folder"])
        case .camera, .lens, .rating, .faces, .kind, .mark, .similar, .like, .album:
            return Reasons(texts: [ReasonWords.words(filter, facts)])
        }
    }
}

/// The reasons for matching a condition, in words for people.
private enum ReasonWords {
    static func words(_ filter: GalleryQuery.Filter, _ facts: PhotoFacts) -> String {
        switch filter {
        case .camera: "camera \(facts.camera ?? "")"
        case .lens: "lens \(facts.lens ?? "")"
        case .rating: stars(facts.photo.rating ?? 0)
        case .faces: facts.faces == 0 ? "no face" : count(facts.faces ?? 0, "face")
        case .kind(let kind): "a \(kind.rawValue)"
        case .mark(let mark): words(mark)
        default: filter.description
        }
    }

    private static func words(_ mark: GalleryQuery.Mark) -> String {
        switch mark {
        case .blurred: "blurred"
        case .dark: "dark"
        case .hidden: "hidden"
        case .duplicate: "other photos show the same"
        case .gps: "says where it was taken"
        case .text: PhotoFacts.textColumn
        case .code: "a code on it"
        }
    }

    private static func stars(_ rating: Int) -> String {
        switch rating {
        case ..<0: "rejected"
        case 0: "no stars"
        default: count(rating, "star")
        }
    }

    private static func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    static func distance(_ kilometers: Double) -> String {
        guard kilometers.isFinite, kilometers >= 0 else { return "far" }
        if kilometers < 1 { return "\(Int((kilometers * 1_000).rounded())) m" }
        if kilometers >= 20 { return "\(Int(kilometers.rounded())) km" }
        return "\((kilometers * 10).rounded() / 10) km"
    }
}
