import EspyPixels

/// A first guess: one code and the steps from it to the next column and the next row.
struct LatticeSeed {
    var site: Int
    var right: Point
    var down: Point

    /// Guesses from the displacements between neighbors, without near repetitions.
    ///
    /// Each displacement may be one step, or several, or a diagonal; it may belong to a square grid, or make a sheared
    /// one with a second displacement.
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

    /// Some codes in the midst of the others, where growing meets the fewest surprises.
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

    /// The same grid with its steps named so that rows run to the right and columns down; nil for steps that are
    /// nearly parallel.
    private func upright() -> LatticeSeed? {
        let turn = right.cross(down)
        guard abs(turn) > 0.85 * right.length * down.length else { return nil }
        var seed = self
        if turn < 0 { seed.down = down * -1 }
        // Four quarter turns name the same grid; the row axis is the one nearest to horizontal.
        for _ in 0..<4 where !(seed.right.x > 0 && abs(seed.right.y - seed.down.x) <= seed.right.x + seed.down.y) {
            (seed.right, seed.down) = (seed.down, seed.right * -1)
        }
        return seed
    }

    /// Steps of similar length, not too short or long for the size of the print.
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
    /// A quarter turn clockwise as seen in the image: from right to down.
    fileprivate var quarterTurned: Point { Point(x: -y, y: x) }

    /// The step that, taken `along` times and its quarter turn `across` times, makes this one.
    fileprivate func divided(byComplex along: Double, _ across: Double) -> Point {
        let norm = along * along + across * across
        return Point(x: (x * along + y * across) / norm, y: (y * along - x * across) / norm)
    }
}
