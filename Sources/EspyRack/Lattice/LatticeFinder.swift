import CMath
import EspyBase
import EspyPixels

/// Finds the lattice that best explains a set of codes.
package enum LatticeFinder {
    /// - Parameter size: of the box, if known.
    /// - Returns: nil if there are fewer than two codes, or if no lattice explains them better than chance.
    package static func lattice(through sites: [LatticeSite], size: (rows: Int, cols: Int)? = nil) -> Lattice? {
        guard sites.count >= 2 else { return nil }
        let core = core(of: sites)
        let area = occupiedArea(core.map { sites[$0] })
        var best: (fit: LatticeFit, score: Double)?
        var second = -Double.infinity
        for seed in LatticeSeed.guesses(for: sites) {
            let grown = LatticeGrowth.labels(for: sites, from: seed)
            guard let fit = LatticeFit(sites: sites, labels: grown) else { continue }
            let score = score(fit, sites, core, area) - excess(of: fit, over: size) - turn(of: fit)
            if let leader = best {
                let isSame = sameSteps(leader.fit.labels, fit.labels)
                if !isSame { second = max(second, min(score, leader.score)) }
                guard score > leader.score else { continue }
            }
            best = (fit, score)
        }
        guard let best, best.score > 0.25 * Double(sites.count) else { return nil }
        return Lattice(
            labels: best.fit.labels, map: best.fit.model.map, scatter: best.fit.variance.squareRoot(),
            lead: best.score - second)
    }

    /// The advantage in nats over codes scattered at random over their area: sharper fits give more, lattices with more
    /// places less; codes that fit nowhere, more freedom in the fit and unusual cells count against it.
    ///
    /// The places are those of the smallest block of rows and columns around the codes. So a box filled like a
    /// chessboard is not mistaken for a full one rotated by 45 degrees: with rows along the diagonals, half of the
    /// block would be empty.
    private static func score(_ fit: LatticeFit, _ sites: [LatticeSite], _ core: [Int], _ area: Double) -> Double {
        let labeled = zip(sites, fit.labels).filter { $0.1 != nil }
        guard let side = median(labeled.map { $0.0.side }), let cell = CellShape(fit),
            let block = CellRange(core.compactMap { fit.labels[$0] })
        else { return -.infinity }
        // Half a module of uncertainty about each center, so that a finer lattice never wins by precision alone.
        let floor = 0.12 * side / cell.pitch
        let sharpness = -log(2 * Double.pi * exp(1.0) * (fit.variance + floor * floor))
        let places = Double(block.rows.count * block.cols.count)
        let crowding = min(max(log(area / (places * cell.pitch * cell.pitch)) + 0.15, -0.9), 0)
        let count = Double(labeled.count)
        let strays = Double(sites.count) - count
        return count * (sharpness + crowding) - 2.5 * strays - 0.5 * Double(fit.model.freedom) * log(2 * count)
            - cell.oddity(side: side)
    }

    /// The pitch of most boxes, in sides of a code.
    fileprivate static let usualPitch = 2.7

    /// The codes that are not far from all others: a label beside the box says nothing about its size.
    private static func core(of sites: [LatticeSite]) -> [Int] {
        let nearest = nearest(sites)
        let usual = median(nearest) ?? 0
        return sites.indices.filter { nearest[$0] <= 3 * usual }
    }

    /// The distance from each code to the nearest other one.
    private static func nearest(_ sites: [LatticeSite]) -> [Double] {
        sites.indices.map { index in
            sites.indices.filter { $0 != index }.map { sites[$0].center.distance(to: sites[index].center) }.min() ?? 0
        }
    }

    /// The area of the codes, plus half the distance to the next all around.
    private static func occupiedArea(_ sites: [LatticeSite]) -> Double {
        let hull = convexHull(of: sites.map { $0.center })
        let edges = zip(hull, hull.dropFirst() + hull.prefix(1))
        let around = edges.reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let within = abs(edges.reduce(0) { $0 + $1.0.cross($1.1) }) / 2
        let step = min(median(nearest(sites)) ?? 0, usualPitch * (median(sites.map { $0.side }) ?? 0))
        return within + around * step / 2 + step * step
    }

    /// The penalty in nats for codes that extend beyond the box.
    private static func excess(of fit: LatticeFit, over size: (rows: Int, cols: Int)?) -> Double {
        guard let size, let block = CellRange(fit.labels.compactMap { $0 }) else { return 0 }
        return block.rows.count > size.rows || block.cols.count > size.cols ? 12 : 0
    }

    /// The penalty in nats for codes that fill a block except all its corners: a box filled like a chessboard looks
    /// like that along its diagonals, and hardly any other does.
    private static func turn(of fit: LatticeFit) -> Double {
        let places = fit.labels.compactMap { $0 }
        guard let block = CellRange(places), block.rows.count > 3, block.cols.count > 3 else { return 0 }
        /// Distance of a place from the center of the block, from 0 to 2; it is 1 on the lines that connect the middles
        /// of adjacent sides.
        func distance(_ place: Rack.Place) -> Double {
            func part(_ line: Int, _ lines: ClosedRange<Int>) -> Double {
                abs(Double(2 * line - lines.lowerBound - lines.upperBound)) / Double(lines.count)
            }
            return part(place.row, block.rows) + part(place.col, block.cols)
        }
        let inside = block.places.count { distance($0) < 0.9 }
        let filled = places.count { distance($0) < 0.9 }
        let beyond = places.count { distance($0) > 1.15 }
        return 10 * filled > 8 * inside && 50 * beyond <= places.count ? 12 : 0
    }

    /// Whether two labelings differ only by a shift, except for a few codes that lie between cells.
    private static func sameSteps(_ left: [Rack.Place?], _ right: [Rack.Place?]) -> Bool {
        var shifts: [Rack.Place: Int] = [:]
        for case (let one?, let other?) in zip(left, right) {
            shifts[Rack.Place(row: other.row - one.row, col: other.col - one.col), default: 0] += 1
        }
        return (shifts.values.max() ?? 0) * 10 >= left.count * 9
    }
}

/// The cell in the middle of a lattice.
private struct CellShape {
    let right: Point
    let down: Point
    let pitch: Double

    init?(_ fit: LatticeFit) {
        guard let range = CellRange(fit.labels.compactMap { $0 }) else { return nil }
        let x = Double(range.cols.lowerBound + range.cols.upperBound) / 2
        let y = Double(range.rows.lowerBound + range.rows.upperBound) / 2
        let map = fit.model.map
        right = map.apply(Point(x: x + 0.5, y: y)) - map.apply(Point(x: x - 0.5, y: y))
        down = map.apply(Point(x: x, y: y + 0.5)) - map.apply(Point(x: x, y: y - 0.5))
        let area = right.cross(down)
        guard area.isFinite, area > 0 else { return nil }
        pitch = area.squareRoot()
    }

    /// The penalty in nats for unusual cells: they are usually nearly square, codes take up a bit more than a third of
    /// the pitch, and the camera is held along the box.
    func oddity(side: Double) -> Double {
        let size = log(pitch / side / LatticeFinder.usualPitch)
        let stretch = log(right.length / down.length) / 0.25
        let shear = right.dot(down) / (right.length * down.length) / 0.25
        let turn = atan2(right.y - down.x, right.x + down.y) / 0.2
        // A tilt of forty degrees is acceptable, cells twice as long as wide are not.
        let shape = stretch * stretch * stretch * stretch + shear * shear * shear * shear
        return 8 * size * size + 0.5 * (shape + turn * turn)
    }
}

/// Alternately fits the map to the labels and the labels to the map, until both agree.
private struct LatticeFit {
    var labels: [Rack.Place?]
    var model: LatticeModel
    /// Mean square in cells, along one axis, corrected for the number of fitted parameters.
    var variance: Double

    init?(sites: [LatticeSite], labels: [Rack.Place?]) {
        var labels = labels
        guard var model = Self.fitted(sites, labels) else { return nil }
        for _ in 0..<6 {
            guard let next = Self.relabeled(sites, labels, model.map) else { return nil }
            let isStable = next == labels
            labels = next
            guard let refit = Self.fitted(sites, labels) else { return nil }
            model = refit
            if isStable { break }
        }
        self.labels = labels
        self.model = model
        variance = Self.variance(sites, labels, model)
    }

    private static func fitted(_ sites: [LatticeSite], _ labels: [Rack.Place?]) -> LatticeModel? {
        let known = zip(sites, labels).compactMap { site, label in label.map { (site.center, $0) } }
        return LatticeModel.best(
            cells: known.map { Point(x: Double($0.1.col), y: Double($0.1.row)) }, pixels: known.map { $0.0 })
    }

    /// Assigns each code to the cell where the map puts it. Of two codes in one cell the nearer keeps it; a code that
    /// already had the label keeps it if it is not far off, because its neighbors led to it.
    private static func relabeled(
        _ sites: [LatticeSite], _ labels: [Rack.Place?], _ map: Homography
    ) -> [Rack.Place?]? {
        guard let back = map.inverse else { return nil }
        var owners: [Rack.Place: (site: Int, miss: Double)] = [:]
        var result = [Rack.Place?](repeating: nil, count: sites.count)
        let claims = sites.indices.map { index -> (place: Rack.Place, miss: Double)? in
            let position = back.apply(sites[index].center)
            if let old = labels[index] {
                let miss = max(abs(position.x - Double(old.col)), abs(position.y - Double(old.row)))
                if miss < 0.62 { return (old, miss) }
            }
            return Rack.Place.nearest(to: position)
        }
        for (index, claim) in claims.enumerated() {
            guard let claim, claim.miss < 0.45 || labels[index] != nil else { continue }
            if let owner = owners[claim.place], owner.miss <= claim.miss { continue }
            if let owner = owners[claim.place] { result[owner.site] = nil }
            owners[claim.place] = (index, claim.miss)
            result[index] = claim.place
        }
        return result
    }

    private static func variance(_ sites: [LatticeSite], _ labels: [Rack.Place?], _ model: LatticeModel) -> Double {
        guard let back = model.map.inverse else { return .infinity }
        var (sum, count) = (0.0, 0)
        for (site, label) in zip(sites, labels) {
            guard let label else { continue }
            let miss = back.apply(site.center) - Point(x: Double(label.col), y: Double(label.row))
            sum += miss.dot(miss)
            count += 1
        }
        return sum / Double(max(2 * count - model.freedom, 1))
    }
}

/// Extends a guess from code to code: the nearest code without a label gets the one that its surroundings predict.
///
/// Following neighbors keeps the count right with leaning tubes and strongly tilted pictures, because each step is only
/// one or two cells long.
private struct LatticeGrowth {
    private let sites: [LatticeSite]
    private let seed: LatticeSeed
    private var labels: [Rack.Place?]
    private var taken: Set<Rack.Place> = []
    /// Distance from each site to the nearest labeled one.
    private var reach: [Double]

    /// The labels that follow from the guess; nil for sites that fit nowhere.
    static func labels(for sites: [LatticeSite], from seed: LatticeSeed) -> [Rack.Place?] {
        var growth = LatticeGrowth(sites: sites, seed: seed)
        growth.grow()
        return growth.labels
    }

    private init(sites: [LatticeSite], seed: LatticeSeed) {
        self.sites = sites
        self.seed = seed
        labels = Array(repeating: nil, count: sites.count)
        reach = Array(repeating: .infinity, count: sites.count)
    }

    private mutating func grow() {
        var waiting = Set(sites.indices)
        waiting.remove(seed.site)
        label(seed.site, Rack.Place(row: 0, col: 0))
        while let next = waiting.min(by: { (reach[$0], $0) < (reach[$1], $1) }) {
            waiting.remove(next)
            // Codes between cells must not mislead others.
            guard let (place, miss) = Rack.Place.nearest(to: predicted(sites[next].center)), miss < 0.42,
                !taken.contains(place)
            else { continue }
            label(next, place)
        }
    }

    private mutating func label(_ site: Int, _ place: Rack.Place) {
        labels[site] = place
        taken.insert(place)
        for other in sites.indices {
            reach[other] = min(reach[other], sites[other].center.distance(to: sites[site].center))
        }
    }

    /// The position in cells by the surrounding labels: weighted least squares, falling back to the seed's steps if the
    /// surroundings say little.
    private func predicted(_ point: Point) -> Point {
        let sigma = 1.6 * max(seed.right.length, seed.down.length)
        var (total, cellMean, pixelMean) = (0.0, Point(x: 0, y: 0), Point(x: 0, y: 0))
        var known: [(cell: Point, pixel: Point, weight: Double)] = []
        for (site, label) in zip(sites, labels) {
            guard let label else { continue }
            let away = site.center.distance(to: point) / sigma
            let weight = exp(-0.5 * away * away) + 1e-9
            let cell = Point(x: Double(label.col), y: Double(label.row))
            known.append((cell, site.center, weight))
            total += weight
            cellMean = cellMean + cell * weight
            pixelMean = pixelMean + site.center * weight
        }
        (cellMean, pixelMean) = (cellMean * (1 / total), pixelMean * (1 / total))
        var normal = SymmetricMatrix()
        let anchor = 0.4
        normal.anchor(anchor)
        var (byX, byY) = (seed.right * anchor, seed.down * anchor)
        for (cell, pixel, weight) in known {
            let (from, to) = (cell - cellMean, pixel - pixelMean)
            normal.add(from, weight: weight)
            byX = byX + to * (from.x * weight)
            byY = byY + to * (from.y * weight)
        }
        guard let (right, down) = normal.solve(byX, byY) else { return Point(x: .infinity, y: .infinity) }
        return cellMean + (point - pixelMean).coordinates(right, down)
    }
}

extension Point {
    /// Expresses this step as multiples of `right` and `down`.
    fileprivate func coordinates(_ right: Point, _ down: Point) -> Point {
        let turn = right.cross(down)
        return Point(x: cross(down) / turn, y: right.cross(self) / turn)
    }
}

/// A first guess: one code and the steps from it to the next column and the next row.
private struct LatticeSeed {
    var site: Int
    var right: Point
    var down: Point

    /// Returns guesses from the displacements between neighbors, without near duplicates.
    ///
    /// Each displacement may be one step, several, or a diagonal; it may belong to a square grid, or form a sheared one
    /// with a second displacement.
    static func guesses(for sites: [LatticeSite]) -> [LatticeSeed] {
        var seeds: [LatticeSeed] = []
        for site in central(sites) {
            let steps = neighbors(of: site, in: sites).map { sites[$0].center - sites[site].center }
            var found: [LatticeSeed] = []
            for step in steps {
                for (along, across) in [(1, 0), (1, 1), (2, 0), (2, 1), (1, 2), (3, 0), (3, 1), (1, 3), (3, 2), (2, 3)]
                {
                    let right = step.divided(byComplex: Double(along), Double(across))
                    found.append(LatticeSeed(site: site, right: right, down: right.quarterTurned))
                }
                for other in steps { found.append(LatticeSeed(site: site, right: step, down: other)) }
            }
            let usable = found.compactMap { $0.upright() }.filter { $0.isPlausible(side: sites[site].side) }
            for seed in usable where !seeds.contains(where: { $0.isNear(seed) }) { seeds.append(seed) }
        }
        return seeds
    }

    /// Some codes in the middle of the others, where labels spread most reliably.
    private static func central(_ sites: [LatticeSite]) -> [Int] {
        let crowding = sites.indices.map { index in
            neighbors(of: index, in: sites).prefix(4).reduce(0) {
                $0 + sites[$1].center.distance(to: sites[index].center)
            }
        }
        return Array(sites.indices.sorted { crowding[$0] < crowding[$1] }.prefix(5))
    }

    private static func neighbors(of site: Int, in sites: [LatticeSite]) -> [Int] {
        let center = sites[site].center
        return Array(
            sites.indices.filter { $0 != site }
                .sorted { sites[$0].center.distance(to: center) < sites[$1].center.distance(to: center) }
                .prefix(7))
    }

    /// The same grid with its steps named so that rows run to the right and columns down; nil if the steps are nearly
    /// parallel.
    private func upright() -> LatticeSeed? {
        let turn = right.cross(down)
        guard abs(turn) > 0.85 * right.length * down.length else { return nil }
        var seed = self
        if turn < 0 { seed.down = down * -1 }
        // Four quarter turns describe the same grid; the row axis is the one nearest to horizontal.
        for _ in 0..<4 where !(seed.right.x > 0 && abs(seed.right.y - seed.down.x) <= seed.right.x + seed.down.y) {
            (seed.right, seed.down) = (seed.down, seed.right * -1)
        }
        return seed
    }

    /// Whether the steps have similar lengths that suit the size of the print.
    private func isPlausible(side: Double) -> Bool {
        let (width, height) = (right.length, down.length)
        return min(width, height) > 1.15 * side && max(width, height) < 7 * side
            && max(width, height) < 1.5 * min(width, height)
    }

    private func isNear(_ other: LatticeSeed) -> Bool {
        let limit = 0.07 * right.length
        return right.distance(to: other.right) < limit && down.distance(to: other.down) < limit
    }
}

extension Point {
    /// A quarter turn clockwise in the image: from right to down.
    fileprivate var quarterTurned: Point { Point(x: -y, y: x) }

    /// Complex division: `along` times the result plus `across` times its quarter turn is this step.
    fileprivate func divided(byComplex along: Double, _ across: Double) -> Point {
        let norm = along * along + across * across
        return Point(x: (x * along + y * across) / norm, y: (y * along - x * across) / norm)
    }
}
