import EspyStore

extension SearchIndex {
    /// Maximum number of changed photos to update one by one; after more changes, everything is read again.
    private static let mostChanges = 2_000

    /// Brings the index up to date with as little work as the changes allow.
    func refresh(_ database: Database) throws {
        let now = try database.revision()
        guard now != state else { return }
        let known = state
        state = nil
        tags = try TagNames.read(from: database)
        likely = try TagNames.readLikely(from: database)
        corrections = try TagCorrections.read(from: database)
        let changes = try database.integers(
            "SELECT number, photo FROM photo_changes WHERE number > ? ORDER BY number LIMIT ?",
            [.integer(lastChange), .integer(Self.mostChanges + 1)])
        let changed = stride(from: 1, to: changes.count, by: 2).map { changes[$0] }
        if known == nil || changed.isEmpty || changed.contains(0) || changed.count > Self.mostChanges {
            try build(database)
        } else {
            try update(changed, database)
            lastChange = changes[changes.count - 2]
            // Photos were deleted without a record of it.
            let count = try database.integers("SELECT count(DISTINCT photo) FROM files WHERE photo IS NOT NULL")
            if count.first != order.count { try build(database) }
        }
        state = now
    }

    private func build(_ database: Database) throws {
        let rows = try database.integers("SELECT id, taken FROM photos ORDER BY taken DESC, id DESC")
        let undated = try database.integers("SELECT id FROM photos WHERE taken_source = 'file' ORDER BY id DESC")
        let present = Set(try database.integers("SELECT DISTINCT photo FROM files WHERE photo IS NOT NULL"))
        dropSets()
        dropMeanings()
        (ids, taken, slots, vectors, months) = ([], [], SlotTable(), nil, [])
        let isUndated = Set(undated)
        for row in stride(from: 0, to: rows.count - 1, by: 2)
        where present.contains(rows[row]) && !isUndated.contains(rows[row]) {
            slots[rows[row]] = ids.count
            ids.append(rows[row])
            taken.append(max(rows[row + 1], Self.undated + 1))
        }
        for photo in undated where present.contains(photo) {
            slots[photo] = ids.count
            ids.append(photo)
            taken.append(Self.undated)
        }
        order = Array(ids.indices)
        alive = PhotoBits(slots: ids.count, order)
        lastChange = try database.integers("SELECT coalesce(max(number), 0) FROM photo_changes").first ?? 0
        sumOrder()
    }

    private func update(_ changed: [Int], _ database: Database) throws {
        forgetShown()
        var cleared: [Int] = []
        var isReordered = false
        for id in changed {
            let time = try database.rows(
                "SELECT taken, taken_source FROM photos WHERE id = ?1 AND EXISTS (SELECT 1 FROM files WHERE photo = ?1)",
                [.integer(id)]
            ) { row in
                try CaptureTime.shown(row.integer(0), row.text(1)).map { max($0, Self.undated + 1) } ?? Self.undated
            }.first
            if let slot = slots[id] {
                cleared.append(slot)
                if time == taken[slot] { continue }
                slots[id] = nil
                alive.remove(slot)
                vectors?.remove(slot)
                removeMeaning(of: slot)
                isReordered = true
            }
            guard let time else { continue }
            slots[id] = ids.count
            alive.insert(ids.count)
            ids.append(id)
            taken.append(time)
            isReordered = true
        }
        clear(cleared) { key in
            switch key {
            case .tag, .color: true
            case .text, .term, .filter: false
            }
        }
        for id in changed { try fill(id, database) }
        if isReordered { sortAgain() }
    }

    /// Adds a photo to the sets of its tags and colors.
    private func fill(_ id: Int, _ database: Database) throws {
        guard let slot = slots[id] else { return }
        try updateTagTable(id, database)
        try vectors?.update(id, in: slot, from: database)
        try updateMeaning(of: id, in: slot, from: database)
        for tag in try EffectiveTags.read(id, from: database, corrections) { insert(slot, into: .tag(tag.name)) }
        let colors = try database.rows(
            "SELECT color FROM photo_colors WHERE photo = ? AND share >= ?",
            [.integer(id), .real(PhotoSetReader.leastShare)]
        ) { try $0.text(0) }
        for color in colors.compactMap(ColorName.init(rawValue:)) { insert(slot, into: .color(color)) }
    }

    /// Removes dead slots from the order, and sorts the new ones, which are few, into it.
    private func sortAgain() {
        func isNewer(_ one: Int, _ other: Int) -> Bool {
            taken[one] == taken[other] ? ids[one] > ids[other] : taken[one] > taken[other]
        }
        let old = order.filter { alive.contains($0) }
        let known = PhotoBits(slots: ids.count, old)
        var fresh = slots.values.filter { !known.contains($0) }.sorted(by: isNewer)[...]
        order = []
        order.reserveCapacity(slots.count)
        for slot in old {
            while let first = fresh.first, isNewer(first, slot) { order.append(fresh.removeFirst()) }
            order.append(slot)
        }
        order += fresh
        months = []
        sumOrder()
    }

    private func sumOrder() {
        orderSum = order.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64(bitPattern: Int64(ids[$1]))) &* 0x100_0000_01b3 }
    }
}
