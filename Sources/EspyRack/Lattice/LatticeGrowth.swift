import CMath
import EspyPixels

/// Lets a guess grow from code to code: the nearest code without a label gets the one that its surroundings predict.
///
/// Following neighbors keeps the count right where tubes lean and the picture is strongly tilted, because each step is
/// only one or two cells long.
struct LatticeGrowth {
    private let sites: [LatticeSite]
    private let seed: LatticeSeed
    private var labels: [Rack.Place?]
    private var taken: Set<Rack.Place> = []
    /// Distance from each site to the nearest site with a label.
    private var reach: [Double]

    /// The labels that the guess leads to; nil for sites that fit nowhere.
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
            // What lies between the cells must not lead others astray.
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

    /// The position among the cells by the labels around: weighted least squares, held to the seed's steps where the
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
    /// How many times `right` and `down` make this step.
    fileprivate func coordinates(_ right: Point, _ down: Point) -> Point {
        let turn = right.cross(down)
        return Point(x: cross(down) / turn, y: right.cross(self) / turn)
    }
}
