import EspyStore

/// Finds photos that are there more than once.
struct DuplicateSearch: Sendable {
    /// Newest first.
    private let looks: [PhotoLook]

    /// - Parameter order: numbers of all photos that are there, newest first.
    static func read(_ index: SearchIndex, _ database: Database) throws(StoreError) -> DuplicateSearch {
        var looks: [Int: PhotoLook] = [:]
        _ = try database.query(
            """
            SELECT id, fingerprint, width, height, taken, taken_source, camera FROM photos
            WHERE fingerprint IS NOT NULL
            """
        ) { (row) throws(StoreError) in
            let id = try row.integer(0)
            looks[id] = PhotoLook(
                id: id, fingerprint: UInt64(bitPattern: Int64(try row.integer(1))), width: try row.integer(2),
                height: try row.integer(3), taken: min(max(try row.integer(4), -1 << 40), 1 << 40),
                isTimeSure: try row.text(5) == "exif",
                camera: try row.optionalText(6))
        }
        _ = try database.query("SELECT photo, color, share FROM photo_colors") { (row) throws(StoreError) in
            guard let color = ColorName(rawValue: try row.text(1)) else { return }
            looks[try row.integer(0)]?.colors[color] = try row.real(2)
        }
        return DuplicateSearch(looks: index.order.compactMap { looks[index.ids[$0]] })
    }

    init(looks: [PhotoLook]) { self.looks = looks }

    /// Takes seconds for a hundred thousand photos. Ends early, with less, when the task is cancelled.
    func find() -> DuplicateSets.Found {
        var shots = PhotoGroups(count: looks.count)
        var views = PhotoGroups(count: looks.count)
        // Of each group of shots, by its root, one whose moment is known: two moments are never one shot, also not
        // by way of a copy that has lost its time.
        var moments: [Int: PhotoLook] = [:]
        for (place, look) in looks.enumerated() where look.isTimeSure { moments[place] = look }
        HashPairs(looks.map(\.fingerprint)).visit(
            wants: { shots.root(of: $0) != shots.root(of: $1) },
            pair: { pair in
                let (one, other) = (looks[pair.first], looks[pair.second])
                let known = (moments[shots.root(of: pair.first)], moments[shots.root(of: pair.second)])
                let areMoments =
                    known.0.map { first in known.1.map { first.isOtherMoment(than: $0) } ?? false } ?? false
                if !areMoments, one.isSameShot(as: other, isTurned: pair.isTurned) {
                    shots.join(pair.first, pair.second)
                    moments[shots.root(of: pair.first)] = known.0 ?? known.1
                    views.join(pair.first, pair.second)
                } else if !pair.isTurned, areMoments {
                    views.join(pair.first, pair.second)
                }
            })
        joinBursts(&views)
        var found = DuplicateSets.Found(sameShot: numbers(shots.groups))
        found.similar = numbers(
            views.groups.filter { group in group.contains { shots.root(of: $0) != shots.root(of: group[0]) } })
        return found
    }

    private func joinBursts(_ views: inout PhotoGroups) {
        for first in looks.indices where looks[first].isTimeSure {
            for second in looks[(first + 1)...].indices.prefix(100) {
                guard looks[first].taken - looks[second].taken <= PhotoLook.burstSeconds else { break }
                if looks[second].isTimeSure, looks[first].isSameBurst(as: looks[second]) { views.join(first, second) }
            }
        }
    }

    private func numbers(_ groups: [[Int]]) -> [[Int]] { groups.map { $0.map { looks[$0].id } } }
}
