import CMath
import EspyBase
import EspyPixels

/// Finds the lattice that explains a set of codes best.
package enum LatticeFinder {
    /// - Returns: nil when there are fewer than two codes or no lattice explains them better than chance.
    ///
    /// - Parameter size: of the box, where that is known.
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

    /// How many nats better than scattering the codes at random over the area that they take up: sharper fits say more, lattices
    /// with more places for them less; codes that fit nowhere, more freedom in the fit and unusual cells count against it.
    ///
    /// The places are those of the smallest block of rows and columns around the codes. So a box that is filled like a chessboard is
    /// not taken for one that is turned by half a right angle and full: in rows along the diagonals, half of the block would be empty.
    private static func score(_ fit: LatticeFit, _ sites: [LatticeSite], _ core: [Int], _ area: Double) -> Double {
        let labeled = zip(sites, fit.labels).filter { $0.1 != nil }
        guard let side = median(labeled.map { $0.0.side }), let cell = CellShape(fit),
            let block = CellRange(core.compactMap { fit.labels[$0] })
        else { return -.infinity }
        // Half a module of doubt about each center, so that a finer lattice never wins by exactness.
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

    /// The codes that are not far from all others: a label beside the box says nothing of its size.
    private static func core(of sites: [LatticeSite]) -> [Int] {
        let nearest = nearest(sites)
        let usual = median(nearest) ?? 0
        return sites.indices.filter { nearest[$0] <= 3 * usual }
    }

    /// The distance of each code from the next one.
    private static func nearest(_ sites: [LatticeSite]) -> [Double] {
        sites.indices.map { index in
            sites.indices.filter { $0 != index }.map { sites[$0].center.distance(to: sites[index].center) }.min() ?? 0
        }
    }

    /// The area in which codes lie, with half the way to the next all around.
    private static func occupiedArea(_ sites: [LatticeSite]) -> Double {
        let hull = convexHull(of: sites.map { $0.center })
        let edges = zip(hull, hull.dropFirst() + hull.prefix(1))
        let around = edges.reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let within = abs(edges.reduce(0) { $0 + $1.0.cross($1.1) }) / 2
        let step = min(median(nearest(sites)) ?? 0, usualPitch * (median(sites.map { $0.side }) ?? 0))
        return within + around * step / 2 + step * step
    }

    /// What speaks against codes that reach further than the box, in nats.
    private static func excess(of fit: LatticeFit, over size: (rows: Int, cols: Int)?) -> Double {
        guard let size, let block = CellRange(fit.labels.compactMap { $0 }) else { return 0 }
        return block.rows.count > size.rows || block.cols.count > size.cols ? 12 : 0
    }

    /// What speaks against codes that fill a block but for all its corners, in nats: so a box that is filled like a chessboard looks
    /// along its diagonals, and hardly any other.
    private static func turn(of fit: LatticeFit) -> Double {
        let places = fit.labels.compactMap { $0 }
        guard let block = CellRange(places), block.rows.count > 3, block.cols.count > 3 else { return 0 }
        /// How far a place is from the middle of the block, from 0 to 2: 1 on the lines from the middle of one side to that of the next.
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

    /// Whether two labelings differ by a shift only, a few codes aside that lie between cells.
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

    /// What experience says against such cells, in nats: they are nearly square, codes take a bit more than a third of
    /// the pitch, and people hold the camera along the box.
    func oddity(side: Double) -> Double {
        let size = log(pitch / side / LatticeFinder.usualPitch)
        let stretch = log(right.length / down.length) / 0.25
        let shear = right.dot(down) / (right.length * down.length) / 0.25
        let turn = atan2(right.y - down.x, right.x + down.y) / 0.2
        // A tilt of forty degrees is bearable, cells twice as long as wide are not.
        let shape = stretch * stretch * stretch * stretch + shear * shear * shear * shear
        return 8 * size * size + 0.5 * (shape + turn * turn)
    }
}
