import EspyStore

/// All tags of a gallery, and the words that find them.
struct TagNames {
    struct Entry {
        let id: Int
        let name: String
        let category: String
        /// Its words in base form.
        let term: String
        /// The last of several words, which names the kind of thing, unless it misleads.
        let head: String?
    }

    private(set) var entries: [Entry] = []
    private(set) var byName: [String: Int] = [:]
    /// All complete terms.
    private(set) var terms: Set<String> = []
    /// Cached meanings of terms.
    private var meanings: [String: [Meaning]] = [:]

    /// A tag that a word finds.
    struct Meaning {
        let tag: String
        /// From the word to the tag.
        let way: [String]
    }

    static func read(from database: Database) throws -> TagNames {
        var names = TagNames()
        let rows = try database.rows("SELECT id, name, category FROM tags ORDER BY id") { row in
            (try row.integer(0), try row.text(1), try row.text(2))
        }
        names.entries.reserveCapacity(rows.count)
        for (id, name, category) in rows { names.add(id, name, category) }
        return names
    }

    /// The likely things of photos besides their tags; the category marks single kinds, as opposed to their sums.
    static func readLikely(from database: Database) throws -> TagNames {
        var names = TagNames()
        let rows = try database.rows("SELECT id, name, is_kind FROM likely_things ORDER BY id") { row in
            (try row.integer(0), try row.text(1), try row.integer(2))
        }
        names.entries.reserveCapacity(rows.count)
        for (id, name, isKind) in rows { names.add(id, name, isKind == 1 ? Self.kind : "") }
        return names
    }

    /// The category of single kinds among likely things.
    static let kind = "kind"

    private mutating func add(_ id: Int, _ name: String, _ category: String) {
        let words = GalleryWords.of(name)
        let term = words.joined(separator: " ")
        let hasHead = words.count > 1 && !ThesaurusTable.misleading.contains(term)
        byName[name] = entries.count
        terms.insert(term)
        entries.append(Entry(id: id, name: name, category: category, term: term, head: hasHead ? words.last : nil))
    }

    subscript(name: String) -> Entry? { byName[name].map { entries[$0] } }

    /// The tags that a term finds, by their names and by the thesaurus.
    mutating func meanings(of term: String) -> [Meaning] {
        if let known = meanings[term] { return known }
        let ways = Thesaurus.shared.reach(from: term)
        let isPart = TextPieces.hasSpaceless(term)
        var found: [Meaning] = []
        for entry in entries {
            if let way = ways[entry.term] {
                found.append(Meaning(tag: entry.name, way: way))
            } else if let head = entry.head, let way = ways[head] {
                found.append(Meaning(tag: entry.name, way: way + [entry.term]))
            } else if isPart, entry.term.contains(term) {
                found.append(Meaning(tag: entry.name, way: [term, entry.term]))
            }
        }
        if meanings.count > 1_000 { meanings = [:] }
        meanings[term] = found
        return found
    }

    /// The tags that start with these letters.
    func meanings(ofBeginning start: String) -> [Meaning] {
        entries.filter { $0.term.hasPrefix(start) }.map { Meaning(tag: $0.name, way: [start + "*", $0.term]) }
    }
}

/// The tags of every photo, for counting.
struct TagTable {
    /// Ids of tags in the gallery; elsewhere in this type, a tag is an index into this list.
    private var tags: [Int] = []
    private var places: [Int: Int32] = [:]
    /// By slot: the start of its tags in `list`; one more at the end.
    private var starts: [Int] = []
    private var list: [Int32] = []
    /// Slots that have changed since, with their tags.
    private var changed: [Int: [Int32]] = [:]

    static func read(from database: Database, _ index: SearchIndex) throws -> TagTable {
        var table = TagTable()
        let rows = try database.integers("SELECT DISTINCT tag, photo FROM photo_tags")
        var pairs: [(slot: Int, tag: Int32)] = []
        pairs.reserveCapacity(rows.count / 2)
        var counts = [Int](repeating: 0, count: index.ids.count + 1)
        // Rows of the same tag are consecutive.
        var last: (tag: Int, place: Int32)?
        for row in stride(from: 0, to: rows.count - 1, by: 2) {
            guard let slot = index.slots[rows[row + 1]] else { continue }
            let place = last?.tag == rows[row] ? last?.place ?? 0 : table.place(of: rows[row])
            last = (rows[row], place)
            pairs.append((slot, place))
            counts[slot] += 1
        }
        table.starts = [0]
        for slot in index.ids.indices { table.starts.append(table.starts[slot] + counts[slot]) }
        var next = table.starts
        table.list = [Int32](repeating: 0, count: pairs.count)
        for (slot, tag) in pairs {
            table.list[next[slot]] = tag
            next[slot] += 1
        }
        for photo in index.corrections.photos { try table.update(photo, from: database, index) }
        return table
    }

    private mutating func place(of tag: Int) -> Int32 {
        if let known = places[tag] { return known }
        let place = Int32(tags.count)
        tags.append(tag)
        places[tag] = place
        return place
    }

    /// Reads the tags of a photo again.
    mutating func update(_ photo: Int, from database: Database, _ index: SearchIndex) throws {
        guard let slot = index.slots[photo] else { return }
        let tags = try EffectiveTags.read(photo, from: database, index.corrections)
        changed[slot] = tags.compactMap { index.tags[$0.name]?.id }.map { place(of: $0) }
    }

    /// The number of these photos with each tag, by tag id.
    func counts(in photos: PhotoBits) -> [Int: Int] {
        var counts = [Int](repeating: 0, count: tags.count)
        photos.visit { slot in
            if let list = changed[slot] {
                for tag in list { counts[Int(tag)] += 1 }
            } else if slot + 1 < starts.count {
                for place in starts[slot]..<starts[slot + 1] { counts[Int(list[place])] += 1 }
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(tags, counts).filter { $0.1 > 0 })
    }
}
