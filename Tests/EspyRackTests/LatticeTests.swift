import Espy
import EspyPixels
import EspySamples
import Testing

@Suite struct LatticeTests {
    /// A scene, and the fraction of codes that must get the right label.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var trouble = RandomGrid.Trouble()
        var sizes = [(9, 9), (10, 10), (8, 12), (5, 5), (8, 8)]
        var floor: Double
    }

    static let cases = [
        Case(testDescription: "usual photos", floor: 1),
        Case(testDescription: "tubes leaning by up to 0.4", trouble: .init(lean: 0.25), floor: 0.995),
        Case(testDescription: "strong perspective", trouble: .init(perspective: 0.35), floor: 0.99),
        Case(testDescription: "turned by up to 40 degrees", trouble: .init(turn: 0.7), floor: 0.99),
        Case(testDescription: "a third full", trouble: .init(density: 0.3), floor: 0.985),
        Case(testDescription: "three empty rows", trouble: .init(density: 0.9, emptyLines: 3), floor: 0.99),
        Case(
            testDescription: "one row, one column, few codes", trouble: .init(density: 0.85, turn: 0.2, emptyLines: 0),
            sizes: [(1, 9), (9, 1), (2, 5), (3, 3)], floor: 0.93),
    ]

    @Test(arguments: cases)
    func labelsRandomGrids(_ given: Case) {
        var (right, total) = (0, 0)
        for seed in 0..<60 as Range<UInt64> {
            let size = given.sizes[Int(seed) % given.sizes.count]
            let grid = RandomGrid(seed: seed, rows: size.0, cols: size.1, given.trouble)
            guard grid.sites.count > 2 else { continue }
            total += grid.sites.count
            right += LatticeFinder.lattice(through: grid.sites).map { grid.right($0.labels) } ?? 0
        }
        let share = Double(right) / Double(total)
        #expect(share >= given.floor, "\(right) of \(total)")
    }

    @Test func aGuessHasNoLead() {
        // If a few codes are far apart, several lattices fit; the wrong ones must not look certain.
        var (wrong, sure) = (0, 0)
        for seed in 0..<80 as Range<UInt64> {
            let grid = RandomGrid(seed: seed, rows: 9, cols: 9, .init(density: 0.08, turn: 0.2))
            guard grid.sites.count > 2, let lattice = LatticeFinder.lattice(through: grid.sites) else { continue }
            guard grid.right(lattice.labels) < grid.sites.count else { continue }
            wrong += 1
            if lattice.lead > 3 { sure += 1 }
        }
        #expect(wrong > 5)
        #expect(sure * 4 <= wrong, "\(sure) of \(wrong)")
    }

    @Test func rowsRunToTheRightAndColumnsDown() throws {
        for seed in 0..<20 as Range<UInt64> {
            let grid = RandomGrid(seed: seed, rows: 8, cols: 8, .init(turn: 0.5))
            let lattice = try #require(LatticeFinder.lattice(through: grid.sites))
            let origin = lattice.center(Rack.Place(row: 0, col: 0))
            let right = lattice.center(Rack.Place(row: 0, col: 1)) - origin
            let down = lattice.center(Rack.Place(row: 1, col: 0)) - origin
            #expect(right.x > abs(right.y))
            #expect(down.y > abs(down.x))
        }
    }

    @Test func neverTwoCodesInOneCell() {
        var random = SampleRandom(seed: 9)
        for seed in 0..<30 as Range<UInt64> {
            var grid = RandomGrid(seed: seed, rows: 6, cols: 6)
            for _ in 0..<6 {
                let place = Point(x: random.number(in: 1200...1800), y: random.number(in: 1200...1800))
                grid.sites.append(LatticeSite(center: place, side: grid.sites[0].side))
            }
            let labels = LatticeFinder.lattice(through: grid.sites)?.labels.compactMap(\.self) ?? []
            #expect(Set(labels).count == labels.count)
        }
    }

    @Test func aFewStraysDoNotDisturb() throws {
        var random = SampleRandom(seed: 4)
        var (right, total) = (0, 0)
        for seed in 0..<30 as Range<UInt64> {
            var grid = RandomGrid(seed: seed, rows: 9, cols: 9)
            total += grid.sites.count
            let known = grid.sites.count
            for _ in 0..<3 {
                let place = Point(x: random.number(in: 0...3000), y: random.number(in: 0...3000))
                grid.sites.append(LatticeSite(center: place, side: grid.sites[0].side))
            }
            right += LatticeFinder.lattice(through: grid.sites).map { grid.right(Array($0.labels.prefix(known))) } ?? 0
        }
        #expect(Double(right) / Double(total) > 0.99, "\(right) of \(total)")
    }

    @Test func twoRingsOfARoundHolderAreNoLattice() {
        // Five places inside, eleven outside: the layout of a common puck for crystals.
        let sites = [(5, 120.0), (11, 260.0)].flatMap { count, radius in
            (0..<count).map { index in
                let arm = Point(x: radius, y: 0).rotated(
                    byDegrees: Double(index) * 360 / Double(count), around: Point(x: 0, y: 0))
                return LatticeSite(center: Point(x: 500, y: 500) + arm, side: 40)
            }
        }
        #expect(LatticeFinder.lattice(through: sites) == nil)
    }

    @Test func degenerateInputIsNoLattice() {
        let site = LatticeSite(center: Point(x: 5, y: 5), side: 3)
        #expect(LatticeFinder.lattice(through: []) == nil)
        #expect(LatticeFinder.lattice(through: [site]) == nil)
        #expect(LatticeFinder.lattice(through: [site, site, site]) == nil)
        let far = LatticeSite(center: Point(x: 1e9, y: 5), side: 3)
        #expect(LatticeFinder.lattice(through: [site, far]) == nil)
    }

    @Test func scattersOfPointsAreMostlyNoLattice() {
        var random = SampleRandom(seed: 77)
        var found = 0
        for _ in 0..<40 {
            let sites = (0..<14).map { _ in
                LatticeSite(
                    center: Point(x: random.number(in: 0...1000), y: random.number(in: 0...1000)), side: 60)
            }
            if LatticeFinder.lattice(through: sites) != nil { found += 1 }
        }
        #expect(found <= 8, "\(found) of 40")
    }
}
