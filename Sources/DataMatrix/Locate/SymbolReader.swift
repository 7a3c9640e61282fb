/// Eight-bit luminance in which to look for symbols: 0 black, 255 white. It shares the caller's array without copying.
///
/// Results are in pixels of this view: origin at the outer top left corner, y down; the center of the first pixel is at
/// (0.5, 0.5).
public struct GrayView: Sendable {
    public let width: Int
    public let height: Int
    /// Row by row from the top, without gaps.
    public let pixels: [UInt8]

    /// - Precondition: `pixels` holds `width * height` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// Finds and reads all the symbols in a picture.
///
/// ```swift
/// let readings = await SymbolReader().read(GrayView(width: width, height: height, pixels: gray)).readings
/// ```
public struct SymbolReader: Sendable {
    /// Options for reading.
    public struct Options: Sendable, Hashable {
        /// The sizes to expect. With fewer sizes, there are fewer wrong readings, and it takes less time.
        public var sizes: [SymbolSize] = SymbolSize.all

        public init() {}
    }

    public let options: Options

    public init(options: Options = Options()) {
        self.options = options
    }

    /// Reads every symbol in the view on the caller's thread, with the same steps and result as ``read(_:)``.
    public func readAlone(_ view: GrayView) -> SymbolReadings {
        guard var rounds = SymbolRounds(view, sizes: options.sizes) else { return .none }
        while let parts = rounds.next() { rounds.take(parts.map { $0() }) }
        return rounds.result
    }
}

extension SymbolReader {
    /// Searches one place again, thoroughly, for a symbol like a known one.
    ///
    /// Tries every rotation, and more scales and placements than ``read(_:)`` can afford for a whole picture.
    ///
    /// - Parameters:
    ///   - center: the place to search, in pixels of the view.
    ///   - radius: the largest distance of the symbol's center from `center`, in pixels.
    ///   - model: a reading from the same picture with the expected size, scale and polarity.
    /// - Returns: the reading; nil if nothing could be read beyond doubt.
    public func read(_ view: GrayView, near center: SIMD2<Double>, radius: Double, like model: Reading) -> Reading? {
        guard center.x.isFinite, center.y.isFinite, radius >= 0 else { return nil }
        let radius = min(radius, Double(max(view.width, view.height)))
        let size = model.size
        let outline = Outline(model.corners.map { SIMD2(Float($0.x), Float($0.y)) })
        let module = outline.module(of: size)
        let reach = radius + 1.1 * Double(module) * Double(max(size.rows, size.columns))
        guard let crop = Crop(view, around: center, reach: reach) else { return nil }
        var plane = Plane(crop.view)
        while module / Float(plane.scale) > 5, min(plane.width, plane.height) >= 32 { plane = plane.halved() }
        let prior = SizePrior(
            size: size, module: module, scales: [1, 0.95, 1.05, 0.9, 1.1, 0.85, 1.15],
            polarity: model.isInverted ? .lightOnDark : .darkOnLight)
        var search = SymbolSearch(sizes: [size], expectsMirrored: model.isMirrored)
        let target = center - crop.origin
        plane.withRaster { raster in
            _ = search.look(
                around: SIMD2(Float(target.x), Float(target.y)) / Float(plane.scale),
                radius: Float(radius / plane.scale), raster, plane, priors: [prior], thorough: true)
        }
        return search.found.first?.reading.moved { $0 + crop.origin }
    }
}

/// A copy of a part of a view.
private struct Crop {
    let view: GrayView
    let origin: SIMD2<Double>

    init?(_ whole: GrayView, around center: SIMD2<Double>, reach: Double) {
        func inside(_ position: Double, _ limit: Int) -> Int { Int(min(max(position, 0), Double(limit))) }
        let left = inside(center.x - reach, whole.width)
        let top = inside(center.y - reach, whole.height)
        let right = inside(center.x + reach + 1, whole.width)
        let bottom = inside(center.y + reach + 1, whole.height)
        guard right - left >= 16, bottom - top >= 16 else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity((right - left) * (bottom - top))
        for y in top..<bottom {
            pixels += whole.pixels[(y * whole.width + left)..<(y * whole.width + right)]
        }
        view = GrayView(width: right - left, height: bottom - top, pixels: pixels)
        origin = SIMD2(Double(left), Double(top))
    }
}

/// The search of one picture: rounds of work, whose parts may run in parallel.
struct SymbolRounds: Sendable {
    /// A part of a round: returns the round's initial state with its additions.
    typealias Part = @Sendable () -> SymbolSearch

    private enum Stage {
        case glancing, reading, guessing, trying, comparing
    }

    private let planes: [Plane]
    private var search: SymbolSearch
    private var stage = Stage.glancing
    /// Kinds of symbols that were read, the most frequent first, whose texture remains to be searched for.
    private var priors: [SizePrior]?
    private var rank = 0

    /// Nil if the view is too small for any symbol.
    init?(_ view: GrayView, sizes: [SymbolSize]) {
        guard view.width >= 16, view.height >= 16 else { return nil }
        search = SymbolSearch(sizes: sizes)
        planes = Self.planes(Plane(view))
    }

    var result: SymbolReadings {
        SymbolReadings(readings: search.found.map { $0.reading }, suspects: search.suspects)
    }

    /// The parts of the next round; nil when everything is done.
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
            // With every means: each part runs only if the one before found nothing.
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

    /// Adds the results of a round, in the order of its parts.
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

    /// Splits work into two halves.
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

    /// The view and its reduced copies.
    private static func planes(_ full: Plane) -> [Plane] {
        var planes = [full]
        while planes.count < 4, min(planes[planes.count - 1].width, planes[planes.count - 1].height) >= 64 {
            planes.append(planes[planes.count - 1].halved())
        }
        return planes
    }

    /// Symbols that are connected only at half size. A highlight beside one raises the middle of the range; a lower
    /// threshold gets below it.
    private static func halfGlances(_ plane: Plane) -> [Glance] {
        Glance.all(plane, [.darkOnLight, .lightOnDark]) + Glance.all(plane, [.darkOnLight], fraction: 0.25)
    }

    /// The number of failures in a row before giving up, for the most frequent kind of symbol.
    private static let patience = 16

    /// Searches the places that look most like the symbols read so far.
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
