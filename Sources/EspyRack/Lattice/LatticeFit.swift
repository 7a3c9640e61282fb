import EspyPixels

/// Turns labels into a map and the map into better labels, until both agree.
struct LatticeFit {
    var labels: [Rack.Place?]
    var model: LatticeModel
    /// Mean square in cells, along one axis, corrected for the numbers that were fitted.
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

    /// Each code in the cell where the map puts it. Of two codes in one cell the nearer keeps it; a code that had the
    /// label before keeps it as long as it is not far off, because its neighbors gave it.
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
