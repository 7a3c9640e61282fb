import EspyStore

/// The tags of every photo, for counting them.
struct TagTable {
    /// Numbers of tags in the gallery; elsewhere here a tag is its place in this list.
    private var tags: [Int] = []
    private var places: [Int: Int32] = [:]
    /// By slot: where its tags begin in `list`; one more at the end.
    private var starts: [Int] = []
    private var list: [Int32] = []
    /// Slots that have changed since, and their tags.
    private var changed: [Int: [Int32]] = [:]

    static func read(from database: Database, _ index: SearchIndex) throws(StoreError) -> TagTable {
        var table = TagTable()
        let rows = try database.integers("SELECT DISTINCT tag, photo FROM photo_tags")
        var pairs: [(slot: Int, tag: Int32)] = []
        pairs.reserveCapacity(rows.count / 2)
        var counts = [Int](repeating: 0, count: index.ids.count + 1)
        // All photos of a tag stand together.
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
    mutating func update(_ photo: Int, from database: Database, _ index: SearchIndex) throws(StoreError) {
        guard let slot = index.slots[photo] else { return }
        let tags = try EffectiveTags.read(photo, from: database, index.corrections)
        changed[slot] = tags.compactMap { index.tags[$0.name]?.id }.map { place(of: $0) }
    }

    /// How many of these photos have each tag, by the number of the tag.
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
