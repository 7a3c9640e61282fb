import EspyStore

/// All tags of a gallery, and which of them a word finds.
struct TagNames {
    struct Entry {
        let id: Int
        let name: String
        let category: String
        /// Its words in their basic form.
        let term: String
        /// The last of several words, which says what kind of thing it is, unless it misleads.
        let head: String?
    }

    private(set) var entries: [Entry] = []
    private(set) var byName: [String: Int] = [:]
    /// All whole terms.
    private(set) var terms: Set<String> = []
    /// What terms were found to mean.
    private var meanings: [String: [Meaning]] = [:]

    /// A tag that a word finds.
    struct Meaning {
        let tag: String
        /// From the word to the tag.
        let way: [String]
    }

    static func read(from database: Database) throws(StoreError) -> TagNames {
        var names = TagNames()
        let rows = try database.query("SELECT id, name, category FROM tags ORDER BY id") { (row) throws(StoreError) in
            (try row.integer(0), try row.text(1), try row.text(2))
        }
        names.entries.reserveCapacity(rows.count)
        for (id, name, category) in rows { names.add(id, name, category) }
        return names
    }

    private mutating func add(_ id: Int, _ name: String, _ category: String) {
        let words = GalleryWords.of(name)
        let term = words.joined(separator: " ")
        let hasHead = words.count > 1 && !ThesaurusTable.misleading.contains(term)
        byName[name] = entries.count
        terms.insert(term)
        entries.append(Entry(id: id, name: name, category: category, term: term, head: hasHead ? words.last : nil))
    }

    subscript(name: String) -> Entry? { byName[name].map { entries[$0] } }

    /// The tags that a term finds, by their own names and by the thesaurus.
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

    /// The tags that begin with these letters.
    func meanings(ofBeginning start: String) -> [Meaning] {
        entries.filter { $0.term.hasPrefix(start) }.map { Meaning(tag: $0.name, way: [start + "*", $0.term]) }
    }
}
