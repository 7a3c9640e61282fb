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
        async let large = Self.searching(start) { $0.searchPatches(in: full, polarities: [.darkOnLight]) }
        async let rest = Self.searchOtherPatches(start, full)
        var search = await large
        let (other, planes) = await rest
        search.merge(other)
        for plane in planes.prefix(3) where search.found.isEmpty {
            for fraction: Float in [0.5, 0.3, 0.7] where search.found.isEmpty {
                search.searchPatches(
                    in: plane, polarities: [.darkOnLight, .lightOnDark], fraction: fraction, effort: .thorough)
            }
        }
        if search.found.isEmpty { search.searchUnknown(in: planes) }
        for prior in SizePrior.like(search.found) {
            search = await Self.searchTexture(search, planes, prior)
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

    /// Everything that the first glance leaves out: light symbols, and symbols that hang together only at half size.
    private static func searchOtherPatches(
        _ start: SymbolSearch, _ full: Plane
    ) async -> (SymbolSearch, planes: [Plane]) {
        var search = start
        var planes = [full]
        while planes.count < 4, min(planes[planes.count - 1].width, planes[planes.count - 1].height) >= 64 {
            planes.append(planes[planes.count - 1].halved())
        }
        if planes.count > 1 { search.searchPatches(in: planes[1], polarities: [.darkOnLight, .lightOnDark]) }
        search.searchPatches(in: full, polarities: [.lightOnDark])
        // A highlight beside a symbol pulls the middle of the range up; a lower cut gets below it.
        if planes.count > 1 { search.searchPatches(in: planes[1], polarities: [.darkOnLight], fraction: 0.25) }
        return (search, planes)
    }

    /// How many places in a row may turn out to be nothing.
    private static let patience = 16

    /// Two halves of the promising places at a time.
    private static func searchTexture(
        _ start: SymbolSearch, _ planes: [Plane], _ prior: SizePrior
    ) async -> SymbolSearch {
        let plane = prior.plane(of: planes)
        let side = prior.side / Float(plane.scale)
        let spots = start.spots(in: plane, side: side)
        let halves = [0, 1].map { half in spots.indices.filter { $0 % 2 == half }.map { spots[$0] } }
        async let even = searching(start) {
            $0.search(halves[0], in: plane, radius: 0.3 * side, priors: [prior], patience: patience / 2)
        }
        async let odd = searching(start) {
            $0.search(halves[1], in: plane, radius: 0.3 * side, priors: [prior], patience: patience / 2)
        }
        var search = await even
        search.merge(await odd)
        return search
    }
}
