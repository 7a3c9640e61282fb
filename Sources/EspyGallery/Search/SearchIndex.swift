import EspyStore

/// What searching keeps in memory of one gallery: all photos in the order of time, and sets of those that were asked
/// for lately.
///
/// A photo has a slot for as long as it is there, and a set is a bit for each slot, so a photo that is new or has
/// changed costs a few bits in every set and nothing more. Nothing is read before it is asked for: the first page of a
/// gallery needs the times of its photos alone.
final class SearchIndex {
    /// By slot: the number of the photo, and when it was taken; ``undated`` where nothing says so.
    var ids: [Int] = []
    var taken: [Int] = []
    /// Before all times, so that photos without a date stand behind all others.
    static let undated = Int.min
    /// The slot of each photo that is there.
    var slots = SlotTable()
    /// The slots of all photos that are there, newest first, and those without a date behind them.
    var order: [Int] = []
    var alive = PhotoBits(slots: 0)
    /// A digest of the order.
    var orderSum: UInt64 = 0
    /// Number of the last change that was read.
    var lastChange = 0
    /// The state of the file that all of this tells of; nil when it must be read anew.
    var state: Database.Revision?

    var tags = TagNames()
    /// What photos may show beside their tags.
    var likely = TagNames()
    var corrections = TagCorrections()
    private var sets: [SetKey: PhotoBits] = [:]
    var vectors: VectorTable?
    private var meanings: MeaningTable?
    /// What texts were found to show lately.
    private(set) var shown: [String: SimilarPhotos] = [:]
    var duplicates: DuplicateSets?
    private var table: TagTable?
    private var cameras: [String]?
    /// By slot: months since the year 0, for the timeline.
    var months: [Int32] = []
    /// What places are called.
    let places: PlaceNames?
    /// What tags are called in other languages.
    let foreign: ForeignWords?

    init(_ places: PlaceNames?, _ foreign: ForeignWords?) { (self.places, self.foreign) = (places, foreign) }

    /// Sets that are kept. Each takes a bit for each photo.
    private static let mostSets = 2_048
    /// Texts whose photos are kept; each may have all photos.
    private static let mostShown = 16

    /// The tag by which a person hides a photo; a word in a file hides nothing.
    static let hiddenTag = "hidden"
    /// Numbers of the photos that a person hid.
    var hidden: Set<Int> { corrections.added[Self.hiddenTag] ?? [] }

    var revision: String { "\(lastChange)-\(String(orderSum, radix: 16))" }

    /// A set that was asked for before, or the one that is made now.
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
        cameras = nil
    }

    /// The cameras of most photos.
    func cameras(_ database: Database) throws -> [String] {
        if let cameras { return cameras }
        let made = try database.rows(
            "SELECT camera FROM photos WHERE camera IS NOT NULL GROUP BY camera ORDER BY count(*) DESC LIMIT 200"
        ) { try $0.text(0) }
        cameras = made
        return made
    }

    /// The tags of all photos.
    func tagTable(_ database: Database) throws -> TagTable {
        if let table { return table }
        let made = try TagTable.read(from: database, self)
        table = made
        return made
    }

    /// Reads the tags of a photo again, if those of all are kept.
    func updateTagTable(_ photo: Int, _ database: Database) throws {
        // Taken out, so that it is not copied.
        guard var changed = table else { return }
        table = nil
        try changed.update(photo, from: database, self)
        table = changed
    }

    /// What the photos mean to these models.
    func meanings(_ model: String, _ database: Database) throws -> MeaningTable {
        if let meanings, meanings.model == model { return meanings }
        let made = try MeaningTable.read(model, from: database, self)
        meanings = made
        return made
    }

    func dropMeanings() { (meanings, shown) = (nil, [:]) }

    func removeMeaning(of slot: Int) { meanings?.remove(slot) }

    func updateMeaning(of photo: Int, in slot: Int, from database: Database) throws {
        // Taken out, so that it is not copied.
        guard var changed = meanings else { return }
        meanings = nil
        try changed.update(photo, in: slot, from: database)
        meanings = changed
    }

    /// Keeps what a text was found to show, until photos change.
    func keep(_ photos: SimilarPhotos, showing words: String) {
        if shown.count >= Self.mostShown { shown = [:] }
        shown[words] = photos
    }

    func forgetShown() { shown = [:] }

    /// Forgets what the sets say of these slots, and all sets that `keep` does not want.
    func clear(_ changed: [Int], keep: (SetKey) -> Bool) {
        sets = sets.filter { keep($0.key) }
        cameras = nil
        for key in sets.keys {
            for slot in changed { sets[key]?.remove(slot) }
        }
    }

    /// Puts a photo into a set, if that set is kept.
    func insert(_ slot: Int, into key: SetKey) { sets[key]?.insert(slot) }

    func bits(ofPhotos ids: some Sequence<Int>) -> PhotoBits {
        var bits = PhotoBits(slots: self.ids.count)
        for id in ids {
            if let slot = slots[id] { bits.insert(slot) }
        }
        return bits
    }
}

/// What a set of photos has in common.
enum SetKey: Hashable {
    case tag(String)
    case color(ColorName)
    /// A query in the language of the full-text index.
    case text(String)
    /// A word with all that it stands for.
    case term(String)
    /// Of the gallery's own filters, as they are written.
    case filter(String)
}

/// The photos that are there more than once, in one state of the gallery.
struct DuplicateSets {
    let state: Database.Revision?
    let found: Found

    /// Numbers of photos that belong together.
    struct Found: Sendable {
        var sameShot: [[Int]] = []
        var similar: [[Int]] = []
    }
}

/// Which slot each photo has, by its number: a dictionary, but asked a hundred thousand times for one search.
///
/// Numbers are given one after the other, so nearly all of them are small, and stand in a list.
struct SlotTable {
    private var list: [Int32] = []
    private var others: [Int: Int] = [:]
    /// How many photos there are.
    private(set) var count = 0

    /// Larger numbers are not in the list, so that no file can ask for more than 16 MB.
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

    /// All slots, in no certain order.
    var values: [Int] { list.filter { $0 >= 0 }.map { Int($0) } + others.values }
}
