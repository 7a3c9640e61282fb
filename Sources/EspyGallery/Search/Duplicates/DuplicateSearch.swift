import EspyStore

/// Finds duplicate photos.
struct DuplicateSearch: Sendable {
    /// Newest first.
    private let looks: [PerceptualHashes]
    private let details: DuplicateDetails.Source

    /// - Parameter order: ids of all photos in the gallery, newest first.
    static func read(_ index: SearchIndex, _ database: Database) throws -> DuplicateSearch {
        var looks: [Int: PerceptualHashes] = [:]
        _ = try database.rows(
            """
            SELECT id, fingerprint, width, height, taken, iif(taken_detail IS NULL, taken_source, ''), camera FROM photos
            WHERE fingerprint IS NOT NULL
            """
        ) { row in
            let id = try row.integer(0)
            looks[id] = PerceptualHashes(
                id: id, fingerprint: UInt64(bitPattern: Int64(try row.integer(1))), width: try row.integer(2),
                height: try row.integer(3), taken: min(max(try row.integer(4), -1 << 40), 1 << 40),
                isTimeSure: try row.text(5) == "exif",
                camera: try row.optionalText(6))
        }
        _ = try database.rows("SELECT photo, color, share FROM photo_colors") { row in
            guard let color = ColorName(rawValue: try row.text(1)) else { return }
            looks[try row.integer(0)]?.colors[color] = try row.real(2)
        }
        let details = try DuplicateDetails.Source.read(database)
        for (id, path) in details.files { looks[id]?.path = path }
        return DuplicateSearch(looks: index.order.compactMap { looks[index.ids[$0]] }, details)
    }

    init(looks: [PerceptualHashes], _ details: DuplicateDetails.Source) {
        (self.looks, self.details) = (looks, details)
    }

    /// Takes seconds for a hundred thousand photos, and longer if thousands of them look similar. Returns fewer results
    /// when the task is canceled.
    func find() -> DuplicateSets.Found {
        var groups = ShotGroups(looks)
        var nearest = NearestPhotos(count: looks.count)
        HashPairs(looks.map(\.fingerprint)).visit(
            wants: { !groups.areOne($0, $1) },
            pair: { pair in
                if looks[pair.first].isTimeSure && looks[pair.second].isTimeSure {
                    groups.join(pair) { true }
                } else if looks[pair.first].isSameShot(as: looks[pair.second], isTurned: pair.isTurned) {
                    nearest.add(pair)
                }
            })
        let details = DuplicateDetails(details)
        for pair in nearest.pairs where !groups.areOne(pair.first, pair.second) {
            if Task.isCancelled { break }
            groups.join(pair) {
                let (one, other) = (looks[pair.first], looks[pair.second])
                return details.areOne(one, other, one.orientations(like: other))
            }
        }
        joinBursts(&groups.views)
        var found = DuplicateSets.Found(sameShot: numbers(groups.shots.groups))
        found.similar = numbers(
            groups.views.groups.filter { group in group.contains { !groups.areOne($0, group[0]) } })
        return found
    }

    private func joinBursts(_ views: inout PhotoGroups) {
        for first in looks.indices where looks[first].isTimeSure {
            for second in looks[(first + 1)...].indices.prefix(100) {
                guard looks[first].taken - looks[second].taken <= PerceptualHashes.burstSeconds else { break }
                if looks[second].isTimeSure, looks[first].isSameBurst(as: looks[second]) { views.join(first, second) }
            }
        }
    }

    private func numbers(_ groups: [[Int]]) -> [[Int]] { groups.map { $0.map { looks[$0].id } } }
}

extension DuplicateSearch {
    /// Photos with several files of the same bytes.
    static let exactQuery =
        "SELECT photo FROM files WHERE photo IS NOT NULL GROUP BY photo HAVING count(*) > 1"

    /// All photos that have a duplicate: the same bytes, or the same shot.
    static func photos(_ index: SearchIndex, _ database: Database) throws -> PhotoBits {
        var found = index.duplicates?.found
        if found == nil || index.duplicates?.state != index.state {
            found = try DuplicateSearch.read(index, database).find()
        }
        if let found { index.duplicates = DuplicateSets(state: index.state, found: found) }
        var bits = index.bits(ofPhotos: try database.integers(exactQuery))
        bits.formUnion(index.bits(ofPhotos: (found?.sameShot ?? []).joined()))
        return bits
    }
}

/// Groups of shots, and of similar views with several shots.
private struct ShotGroups {
    private let looks: [PerceptualHashes]
    private(set) var shots: PhotoGroups
    var views: PhotoGroups
    /// For each group of shots, by its root, one photo with a known moment: two moments are never one shot, even if
    /// linked by a copy that has lost its time.
    private var moments: [Int: PerceptualHashes] = [:]

    init(_ looks: [PerceptualHashes]) {
        self.looks = looks
        (shots, views) = (PhotoGroups(count: looks.count), PhotoGroups(count: looks.count))
        for (place, look) in looks.enumerated() where look.isTimeSure { moments[place] = look }
    }

    func areOne(_ first: Int, _ second: Int) -> Bool { shots.root(of: first) == shots.root(of: second) }

    /// - Parameter looksSame: called last, because it may take long.
    mutating func join(_ pair: HashPairs.Pair, looksSame: () -> Bool) {
        let (one, other) = (looks[pair.first], looks[pair.second])
        let known = (moments[shots.root(of: pair.first)], moments[shots.root(of: pair.second)])
        let areMoments = known.0.map { first in known.1.map { first.isOtherMoment(than: $0) } ?? false } ?? false
        if !areMoments, one.isSameShot(as: other, isTurned: pair.isTurned), looksSame() {
            shots.join(pair.first, pair.second)
            moments[shots.root(of: pair.first)] = known.0 ?? known.1
            views.join(pair.first, pair.second)
        } else if !pair.isTurned, areMoments {
            views.join(pair.first, pair.second)
        }
    }
}

/// Pairs to compare in detail: for each photo only its nearest ones, since a thousand papers of the same form are all
/// near each other, but only versions are nearest.
private struct NearestPhotos {
    private static let most = 12
    /// By photo, nearest first.
    private var near: [[HashPairs.Pair]]

    init(count: Int) { near = [[HashPairs.Pair]](repeating: [], count: count) }

    mutating func add(_ pair: HashPairs.Pair) {
        for place in [pair.first, pair.second] {
            guard near[place].count < Self.most || pair.bits < near[place][Self.most - 1].bits,
                !near[place].contains(where: { $0.first == pair.first && $0.second == pair.second })
            else { continue }
            near[place].insert(pair, at: near[place].firstIndex { $0.bits > pair.bits } ?? near[place].count)
            if near[place].count > Self.most { near[place].removeLast() }
        }
    }

    /// All pairs, each once, nearest first.
    var pairs: [HashPairs.Pair] {
        var seen: Set<[Int]> = []
        return near.joined().filter { seen.insert([$0.first, $0.second]).inserted }
            .sorted { ($0.bits, $0.first, $0.second) < ($1.bits, $1.first, $1.second) }
    }
}

/// Merges photos into groups, pair by pair.
private struct PhotoGroups {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place { place = parents[place] }
        return place
    }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (shortened(one), shortened(other))
        // The first photo represents the group.
        parents[max(one, other)] = min(one, other)
    }

    private mutating func shortened(_ place: Int) -> Int {
        let root = root(of: place)
        var place = place
        while parents[place] != root { (place, parents[place]) = (parents[place], root) }
        return root
    }

    /// Groups of at least two, each in order.
    var groups: [[Int]] {
        var members: [Int: [Int]] = [:]
        for place in parents.indices { members[root(of: place), default: []].append(place) }
        return members.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }
}
