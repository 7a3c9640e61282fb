import Espy
import EspyImage
import EspySamples
import Foundation
import Testing

@Suite struct LatticeTests {
    /// Share of codes with the right label over many random boxes.
    func share(_ trouble: RandomGrid.Trouble, sizes: [(Int, Int)], runs: UInt64 = 60) -> Double {
        var (right, total, bad) = (0, 0, 0)
        for seed in 0..<runs {
            let size = sizes[Int(seed) % sizes.count]
            let grid = RandomGrid(seed: seed, rows: size.0, cols: size.1, trouble)
            guard grid.sites.count > 2 else { continue }
            total += grid.sites.count
            let lattice = LatticeFinder.lattice(through: grid.sites)
            let hits = lattice.map { grid.right($0.labels) } ?? 0
            if hits < grid.sites.count {
                bad += 1
                if runs == 60 {
                    print(
                        "  bad", seed, size, hits, grid.sites.count, lattice?.scatter ?? -1, lattice?.lead ?? -1,
                        lattice.map { $0.labels.filter { $0 == nil }.count } ?? -1, lattice?.extent as Any)
                }
            }
            right += hits
        }
        print("share", trouble, sizes, Double(right) / Double(total), "bad", bad, "of", runs)
        return Double(right) / Double(total)
    }

    @Test func box() throws {
        let text = try String(contentsOfFile: "/work/shared/data/rack/box.truth.csv", encoding: .utf8)
        var sites: [LatticeSite] = []
        var truth: [Rack.Place] = []
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            let f = line.split(separator: ",", omittingEmptySubsequences: false)
            sites.append(LatticeSite(center: Point(x: Double(f[1])!, y: Double(f[2])!), side: Double(f[7])! * 12))
            truth.append(Rack.Place(row: Int(f[5])!, col: Int(f[6])!))
        }
        var grid = RandomGrid(seed: 1, rows: 0, cols: 0)
        grid.sites = sites
        grid.truth = truth
        let lattice = LatticeFinder.lattice(through: sites)!
        print("bad box", grid.right(lattice.labels), lattice.scatter, lattice.lead, lattice.extent as Any, lattice.map)
    }

    @Test func measure() {
        let sizes = [(9, 9), (10, 10), (8, 12), (5, 5), (8, 8)]
        _ = share(.init(), sizes: sizes)
        _ = share(.init(lean: 0.25), sizes: sizes)
        _ = share(.init(perspective: 0.5), sizes: sizes)
        _ = share(.init(density: 0.3), sizes: sizes)
        _ = share(.init(density: 0.1, turn: 0.2), sizes: sizes)
        _ = share(.init(density: 0.9, emptyLines: 3), sizes: sizes)
        _ = share(.init(turn: 0.2, emptyLines: 0), sizes: [(1, 9), (1, 4), (9, 1), (2, 2), (2, 5)])
    }
}
