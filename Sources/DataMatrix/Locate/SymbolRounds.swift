/// One picture on its way to its symbols: rounds of work, whose parts may be done side by side.
struct SymbolRounds: Sendable {
    /// What a round starts from, with what one part of the work adds.
    typealias Part = @Sendable () -> SymbolSearch

    private enum Stage {
        case glancing, reading, guessing, trying, comparing
    }

    private let planes: [Plane]
    private var search: SymbolSearch
    private var stage = Stage.glancing
    /// Kinds of symbols that were read, the most frequent first, each still to be looked for by its texture.
    private var priors: [SizePrior]?
    private var rank = 0

    /// Nil for a view that is too small for any symbol.
    init?(_ view: GrayView, sizes: [SymbolSize]) {
        guard view.width >= 16, view.height >= 16 else { return nil }
        search = SymbolSearch(sizes: sizes)
        planes = Self.planes(Plane(view))
    }

    var result: SymbolReadings {
        SymbolReadings(readings: search.found.map { $0.reading }, suspects: search.suspects)
    }

    /// The parts of the next round; nil when all is done.
    mutating func next() -> [Part]? {
        switch stage {
        case .glancing:
            stage = .reading
            return glances()
        case .reading:
            stage = .guessing
            let glances = search.glances
            search.glances = []
            return halves { search, half in
                for glance in glances { search.read(glance, share: half) }
            }
        case .guessing:
            // With every means: the next one only where the one before found nothing.
            stage = .comparing
            guard search.found.isEmpty else { return next() }
            let shots = search.searchPatches(planes)
            guard search.found.isEmpty else { return next() }
            stage = .trying
            return halves { search, half in
                search.searchFits(shots.indices.filter { $0 % 2 == half }.map { shots[$0] })
            }
        case .trying:
            stage = .comparing
            guard search.found.isEmpty else { return next() }
            let planes = planes
            return halves { $0.searchUnknown(planes, share: $1) }
        case .comparing:
            let known = priors ?? SizePrior.like(search.found)
            priors = known
            guard rank < known.count else { return nil }
            // The rarer a kind, the less there is to find.
            let patience = max(4, Self.patience >> rank)
            rank += 1
            return texture(known[rank - 1], patience: patience)
        }
    }

    /// Takes in what the parts of the round have found, in the order of the parts.
    mutating func take(_ found: [SymbolSearch]) {
        search = found[0]
        for other in found.dropFirst() { search.merge(other) }
    }

    private func glances() -> [Part] {
        let (start, planes) = (search, planes)
        return [
            {
                var search = start
                for glance in Glance.all(planes[0], [.darkOnLight]) { search.read(glance) }
                return search
            },
            {
                var search = start
                search.glances = Glance.all(planes[0], [.lightOnDark])
                return search
            },
            {
                var search = start
                search.glances = planes.count > 1 ? Self.halfGlances(planes[1]) : []
                return search
            },
        ]
    }

    /// The two halves of some work.
    private func halves(_ body: @escaping @Sendable (inout SymbolSearch, _ half: Int) -> Void) -> [Part] {
        let start = search
        return [0, 1].map { half in
            {
                var search = start
                body(&search, half)
                return search
            }
        }
    }

    /// The view and what it shrinks to.
    private static func planes(_ full: Plane) -> [Plane] {
        var planes = [full]
        while planes.count < 4, min(planes[planes.count - 1].width, planes[planes.count - 1].height) >= 64 {
            planes.append(planes[planes.count - 1].halved())
        }
        return planes
    }

    /// Symbols that hang together only at half size. A highlight beside one pulls the middle of the range up; a lower cut
    /// gets below it.
    private static func halfGlances(_ plane: Plane) -> [Glance] {
        Glance.all(plane, [.darkOnLight, .lightOnDark]) + Glance.all(plane, [.darkOnLight], fraction: 0.25)
    }

    /// How many places in a row may turn out to be nothing, for the most frequent kind of symbol.
    private static let patience = 16

    /// Looks at the places that look most like the symbols read so far.
    private func texture(_ prior: SizePrior, patience: Int) -> [Part] {
        let plane = prior.plane(of: planes)
        let side = prior.side / Float(plane.scale)
        let spots = search.spots(in: plane, side: side)
        return halves { search, half in
            let places = spots.indices.filter { $0 % 2 == half }.map { spots[$0] }
            search.search(places, in: plane, radius: 0.3 * side, priors: [prior], patience: patience / 2)
        }
    }
}
