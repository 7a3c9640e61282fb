/// Finds and reads all the symbols in a picture.
public struct SymbolReader: Sendable {
    /// What to look for.
    public struct Options: Sendable {
        /// The sizes to expect. Fewer sizes, fewer chances for a wrong reading, and less time.
        public var sizes: [SymbolSize] = SymbolSize.all

        public init() {}
    }

    public let options: Options

    public init(options: Options = Options()) {
        self.options = options
    }

    /// Reads every symbol in the view.
    public func read(_ view: GrayView) -> SymbolReadings {
        guard view.width >= 16, view.height >= 16 else { return SymbolReadings(readings: [], suspects: []) }
        var search = SymbolSearch(sizes: options.sizes)
        let full = Plane(view)
        let half = full.halved()
        search.searchPatches(in: full, inverted: false, fraction: 0.5)
        search.searchPatches(in: half, inverted: false, fraction: 0.5)
        search.searchPatches(in: full, inverted: true, fraction: 0.5)
        search.searchPatches(in: half, inverted: true, fraction: 0.5)
        let planes = [full, half, half.halved()]
        if search.found.isEmpty { search.searchUnknown(in: planes) }
        search.searchLikeFound(in: planes, patience: 12)
        return SymbolReadings(readings: search.found.map(\.reading), suspects: search.suspects)
    }
}

/// What a picture holds.
public struct SymbolReadings: Sendable, Equatable {
    public let readings: [Reading]
    /// Places that look like a symbol but could not be read.
    public let suspects: [Suspect]
}

/// A place that looks like a symbol but could not be read.
public struct Suspect: Sendable, Equatable {
    /// As in ``Reading/corners``; which corner is the finder's may be unknown.
    public let corners: [SIMD2<Double>]
    /// How much it looks like a symbol, 0 to 1.
    public let likeness: Double

    /// The mean of the corners.
    public var center: SIMD2<Double> { (corners[0] + corners[1] + corners[2] + corners[3]) / 4 }
}
