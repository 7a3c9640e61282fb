import EspyStore

/// The in-memory search index of a gallery: all photos in order of time, and sets of photos used recently.
///
/// A photo has a slot as long as it exists, and a set has a bit for each slot, so a new or changed photo costs only a
/// few bits in every set. Data is read when first needed: the first page of a gallery needs only the times of its
/// photos.
final class SearchIndex {
    /// By slot: the id of the photo, and when it was taken; ``undated`` if unknown.
    var ids: [Int] = []
    var taken: [Int] = []
    /// Before all times, so that photos without a date come last.
    static let undated = Int.min
    /// The slot of each photo in the gallery.
    var slots = SlotTable()
    /// The slots of all photos, newest first, those without a date last.
    var order: [Int] = []
    var alive = PhotoBits(slots: 0)
    /// A digest of the order.
    var orderSum: UInt64 = 0
    /// Number of the last change read.
    var lastChange = 0
    /// The database revision that this index reflects; nil when it must be read again.
    var state: Database.Revision?

    var tags = TagNames()
    /// The likely things of photos, beside their tags.
    var likely = TagNames()
    var corrections = TagCorrections()
    private var sets: [SetKey: PhotoBits] = [:]
    var vectors: VectorTable?
    private var meanings: EmbeddingTable?
    /// Recent results of searches by meaning.
    private(set) var shown: [String: SimilarPhotos] = [:]
    var duplicates: DuplicateSets?
    private var table: TagTable?
    private var cameras: [String]?
    private var people: PersonNames?
    /// By slot: months since the year 0, for the timeline.
    var months: [Int32] = []
    /// The names of places.
    let places: PlaceNames?
    /// The names of tags in other languages.
    let foreign: ForeignWords?

    init(_ places: PlaceNames?, _ foreign: ForeignWords?) { (self.places, self.foreign) = (places, foreign) }

    /// Maximum number of cached sets. Each takes a bit for each photo.
    private static let mostSets = 2_048
    /// Maximum number of cached texts; each may have all photos.
    private static let mostShown = 16

    /// The tag with which the user hides a photo; a keyword in a file hides nothing.
    static let hiddenTag = "hidden"
    /// Ids of the photos that the user hid.
    var hidden: Set<Int> { corrections.added[Self.hiddenTag] ?? [] }

    var revision: String { "\(lastChange)-\(String(orderSum, radix: 16))" }

    /// Returns a cached set, or makes it.
    func set(_ key: SetKey, make: () throws -> PhotoBits) throws -> PhotoBits {
        if let known = sets[key] { return known }
        let made = try make()
        if sets.count >= Self.mostSets { sets.removeAll(keepingCapacity: true) }
        sets[key] = made
        return made
    }

    func dropSets() {
        sets = [:]
        table = nil
        (cameras, people) = (nil, nil)
    }

    /// The most frequent cameras.
    func cameras(_ database: Database) throws -> [String] {
        if let cameras { return cameras }
        let made = try database.rows(
            "SELECT camera FROM photos WHERE camera IS NOT NULL GROUP BY camera ORDER BY count(*) DESC LIMIT 200"
        ) { try $0.text(0) }
        cameras = made
        return made
    }

    /// The names of people.
    func people(_ database: Database) throws -> PersonNames {
        if let people { return people }
        let made = try PersonNames(database)
        people = made
        return made
    }

    /// The tags of all photos.
    func tagTable(_ database: Database) throws -> TagTable {
        if let table { return table }
        let made = try TagTable.read(from: database, self)
        table = made
        return made
    }

    /// Reads the tags of a photo again, if the table is cached.
    func updateTagTable(_ photo: Int, _ database: Database) throws {
        // Taken out of the property to avoid a copy.
        guard var changed = table else { return }
        table = nil
        try changed.update(photo, from: database, self)
        table = changed
    }

    /// The embeddings of photos by these models.
    func meanings(_ model: String, _ database: Database) throws -> EmbeddingTable {
        if let meanings, meanings.model == model { return meanings }
        let made = try EmbeddingTable.read(model, from: database, self)
        meanings = made
        return made
    }

    func dropMeanings() { (meanings, shown) = (nil, [:]) }

    func removeMeaning(of slot: Int) { meanings?.remove(slot) }

    func updateMeaning(of photo: Int, in slot: Int, from database: Database) throws {
        // Taken out of the property to avoid a copy.
        guard var changed = meanings else { return }
        meanings = nil
        try changed.update(photo, in: slot, from: database)
        meanings = changed
    }

    /// Caches the photos that show a text, until photos change.
    func keep(_ photos: SimilarPhotos, showing words: String) {
        if shown.count >= Self.mostShown { shown = [:] }
        shown[words] = photos
    }

    func forgetShown() { shown = [:] }

    /// Clears these slots in the sets, and drops all sets that `keep` rejects.
    func clear(_ changed: [Int], keep: (SetKey) -> Bool) {
        sets = sets.filter { keep($0.key) }
        (cameras, people) = (nil, nil)
        for key in sets.keys {
            for slot in changed { sets[key]?.remove(slot) }
        }
    }

    /// Adds a photo to a set, if it is cached.
    func insert(_ slot: Int, into key: SetKey) { sets[key]?.insert(slot) }

    func bits(ofPhotos ids: some Sequence<Int>) -> PhotoBits {
        var bits = PhotoBits(slots: self.ids.count)
        for id in ids {
            if let slot = slots[id] { bits.insert(slot) }
        }
        return bits
    }
}

/// The common property of a set of photos.
enum SetKey: Hashable {
    case tag(String)
    case color(ColorName)
    /// A query of the full-text index.
    case text(String)
    /// A word with all its meanings.
    case term(String)
    /// A condition, in the gallery's query language.
    case filter(String)
}

/// The duplicate photos in one state of the gallery.
struct DuplicateSets {
    let state: Database.Revision?
    let found: Found

    /// Ids of photos that belong together.
    struct Found: Sendable {
        var sameShot: [[Int]] = []
        var similar: [[Int]] = []
    }
}

/// Maps ids of photos to slots, faster than a dictionary, because one search does a hundred thousand lookups.
///
/// Ids are sequential, so nearly all of them are small, and index a list.
struct SlotTable {
    private var list: [Int32] = []
    private var others: [Int: Int] = [:]
    /// The number of photos.
    private(set) var count = 0

    /// Larger ids are not in the list, which limits it to 16 MB for any file.
    private static let longest = 1 << 22
    private static let none: Int32 = -1

    subscript(photo: Int) -> Int? {
        @inline(__always) get {
            guard list.indices.contains(photo) else { return others.isEmpty ? nil : others[photo] }
            return list[photo] < 0 ? nil : Int(list[photo])
        }
        set {
            count += (newValue == nil ? 0 : 1) - (self[photo] == nil ? 0 : 1)
            guard 0..<Self.longest ~= photo, (newValue ?? 0) <= Int(Int32.max) else {
                others[photo] = newValue
                return
            }
            if photo >= list.count {
                guard newValue != nil else { return }
                list.append(contentsOf: repeatElement(Self.none, count: photo + 1 - list.count))
            }
            list[photo] = newValue.map { Int32($0) } ?? Self.none
        }
    }

    /// All slots, in no particular order.
    var values: [Int] { list.filter { $0 >= 0 }.map { Int($0) } + others.values }
}
