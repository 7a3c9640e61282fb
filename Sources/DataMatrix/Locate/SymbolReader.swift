/// Finds and reads all the symbols in a picture.
///
/// ```swift
/// let readings = await SymbolReader().read(GrayView(width: width, height: height, pixels: gray)).readings
/// ```
public struct SymbolReader: Sendable {
    /// What to look for.
    public struct Options: Sendable, Hashable {
        /// The sizes to expect. Fewer sizes, fewer chances for a wrong reading, and less time.
        public var sizes: [SymbolSize] = SymbolSize.all

        public init() {}
    }

    public let options: Options

    public init(options: Options = Options()) {
        self.options = options
    }

    /// Reads every symbol in the view, on as many cores as the task's executor gives.
    ///
    /// First the patches that the solid finders form, in both polarities, at full and at half size; then every place
    /// that looks as dense as the symbols read so far, by its border alone. A cancelled task returns what was read
    /// until then.
    public func read(_ view: GrayView) async -> SymbolReadings {
        guard view.width >= 16, view.height >= 16 else { return SymbolReadings(readings: [], suspects: []) }
        let full = Plane(view)
        let start = SymbolSearch(sizes: options.sizes)
        async let large = Self.searching(start) { search in
            for glance in Glance.all(full, [.darkOnLight]) { search.read(glance) }
        }
        async let light = Self.glances([full]) { Glance.all($0[0], [.lightOnDark]) }
        let planes = Self.planes(full)
        async let half = Self.glances(planes) { $0.count > 1 ? Self.halfGlances($0[1]) : [] }
        let glances = await light + half
        var search = await Self.searchingTwice(await large) { search, half in
            for glance in glances { search.read(glance, share: half) }
        }
        if search.found.isEmpty { search = await Self.searchHard(search, planes) }
        for (rank, prior) in SizePrior.like(search.found).enumerated() {
            // The rarer a kind, the less there is to find.
            search = await Self.searchTexture(search, planes, prior, patience: max(4, Self.patience >> rank))
        }
        return SymbolReadings(readings: search.found.map(\.reading), suspects: search.suspects)
    }

    private static func searching(
        _ start: SymbolSearch, _ body: @Sendable (inout SymbolSearch) -> Void
    ) async -> SymbolSearch {
        var search = start
        body(&search)
        return search
    }

    /// Does the two halves of some work side by side.
    private static func searchingTwice(
        _ start: SymbolSearch, _ body: @escaping @Sendable (inout SymbolSearch, _ half: Int) -> Void
    ) async -> SymbolSearch {
        async let first = searching(start) { body(&$0, 0) }
        async let second = searching(start) { body(&$0, 1) }
        var search = await first
        search.merge(await second)
        return search
    }

    /// Looks for the first symbol with every means: the next one only where the one before found nothing.
    private static func searchHard(_ start: SymbolSearch, _ planes: [Plane]) async -> SymbolSearch {
        var search = start
        let shots = search.searchPatches(planes)
        if !search.found.isEmpty { return search }
        search = await searchingTwice(search) { search, half in
            search.searchFits(shots.indices.filter { $0 % 2 == half }.map { shots[$0] })
        }
        if !search.found.isEmpty { return search }
        return await searchingTwice(search) { $0.searchUnknown(planes, share: $1) }
    }

    /// The view and what it shrinks to.
    private static func planes(_ full: Plane) -> [Plane] {
        var planes = [full]
        while planes.count < 4, min(planes[planes.count - 1].width, planes[planes.count - 1].height) >= 64 {
            planes.append(planes[planes.count - 1].halved())
        }
        return planes
    }

    private static func glances(_ planes: [Plane], _ look: @Sendable ([Plane]) -> [Glance]) async -> [Glance] {
        look(planes)
    }

    /// Symbols that hang together only at half size. A highlight beside one pulls the middle of the range up; a lower cut
    /// gets below it.
    private static func halfGlances(_ plane: Plane) -> [Glance] {
        Glance.all(plane, [.darkOnLight, .lightOnDark]) + Glance.all(plane, [.darkOnLight], fraction: 0.25)
    }

    /// How many places in a row may turn out to be nothing, for the most frequent kind of symbol.
    private static let patience = 16

    /// Looks at the places that look most like the symbols read so far.
    private static func searchTexture(
        _ start: SymbolSearch, _ planes: [Plane], _ prior: SizePrior, patience: Int
    ) async -> SymbolSearch {
        let plane = prior.plane(of: planes)
        let side = prior.side / Float(plane.scale)
        let spots = start.spots(in: plane, side: side)
        return await searchingTwice(start) { search, half in
            let places = spots.indices.filter { $0 % 2 == half }.map { spots[$0] }
            search.search(places, in: plane, radius: 0.3 * side, priors: [prior], patience: patience / 2)
        }
    }
}
