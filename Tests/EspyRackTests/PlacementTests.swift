import Espy
import EspyPixels
import EspySamples
import EspyTestSupport
import Testing

/// Partly filled boxes: a tube is placed in the right well, or in none.
@Suite struct PlacementTests {
    private static let fillings: [SampleScene.Filling] = [
        .leftHalf, .rightThird, .bottomHalf, .corner, .everyOtherColumn,
    ]

    private func read(_ scene: SampleScene, grid: RackGrid? = nil) async throws -> Rack {
        let grid = grid ?? .size(rows: scene.rows, columns: scene.columns)
        return try await RackReader(options: RackOptions(grid: grid)).read(try scene.photographed())
    }

    /// Reported and true row and column of each code, counted from 0, for rendered tubes and reported photos.
    fileprivate func places(_ rack: Rack) -> [(told: Rack.Place, right: Rack.Place)] {
        rack.vials.compactMap { vial in
            let digits = vial.value.dropFirst()
            guard let row = Int(digits.prefix(2)), let column = Int(digits.suffix(2)) else { return nil }
            return (Rack.Place(row: vial.row, col: vial.col), Rack.Place(row: row, col: column))
        }
    }

    @Test(arguments: fillings, [SampleScene.Surroundings.walls, .wells])
    func wallsAndWellsTellWhereTubesAre(
        filling: SampleScene.Filling, surroundings: SampleScene.Surroundings
    )
        async throws
    {
        let rack = try await read(
            .placement(seed: 31, rows: 8, columns: 12, filling: filling, surroundings: surroundings))
        guard rack.hasWells else {
            // No answer is not a wrong answer, and the result says that it is incomplete.
            #expect(!rack.isComplete)
            #expect(rack.warnings.contains { $0.kind == .originUnknown })
            return
        }
        let places = places(rack)
        #expect(!places.isEmpty)
        #expect(places.allSatisfy { $0.told == $0.right })
    }

    @Test(arguments: [SampleScene.Filling.leftHalf, .bottomHalf], [SampleScene.Surroundings.plain, .textured])
    func groundTellsNothing(filling: SampleScene.Filling, surroundings: SampleScene.Surroundings) async throws {
        let scene = SampleScene.placement(
            seed: 32, rows: 8, columns: 12, filling: filling, surroundings: surroundings)
        for grid in [RackGrid.size(rows: 8, columns: 12), .automatic] {
            let rack = try await read(scene, grid: grid)
            #expect(!rack.hasWells)
            #expect(!rack.isComplete)
            #expect(rack.vials.count > 40)
        }
    }

    /// Caps that lean into empty rows are not wells, and stripes of a cloth that continue beyond the photo are not
    /// walls.
    @Test(arguments: [(5_009, SampleScene.Filling.everyOtherRow, 10, 10), (5_017, .corner, 8, 12)])
    func neitherCapsNorClothsTell(seed: UInt64, filling: SampleScene.Filling, rows: Int, columns: Int) async throws {
        let rack = try await read(
            .placement(seed: seed, rows: rows, columns: columns, filling: filling, surroundings: .textured))
        #expect(!rack.hasWells)
        #expect(rack.vials.count > 20)
    }

    /// Along its diagonals, a square box filled like a chessboard has as many places as along its sides.
    @Test(arguments: [3_011, 13_011]) func squareChessboardIsNotTurned(seed: UInt64) async throws {
        let rack = try await read(
            .placement(seed: seed, rows: 10, columns: 10, filling: .chessboard, surroundings: .walls))
        let places = places(rack)
        #expect(places.count > 40)
        #expect(places.allSatisfy { $0.told == $0.right })
    }

    /// Photos that were once read wrongly without a warning.
    @Suite(.enabled(if: PhotoSets.has("reports/cases.json"), "no shared/data beside the repository"))
    struct Reported {
        @Test(arguments: [
            ("rack-left-half.png", "8x12"), ("rack-top3-of-9.jpg", "9x9"), ("rack-block-no-grid.png", "auto"),
        ])
        func nothingShowsTheBox(name: String, size: String) async throws {
            let grid = try #require(RackGrid(parsing: size))
            let rack = try await RackReader(options: RackOptions(grid: grid)).read(
                try PhotoSets.photo("reports/\(name)"))
            #expect(!rack.hasWells)
            #expect(!rack.isComplete)
            #expect(rack.vials.count >= 24)
        }

        @Test func chessboardIsNotTurned() async throws {
            let rack = try await RackReader(options: RackOptions(grid: .size(rows: 8, columns: 12))).read(
                try PhotoSets.photo("reports/rack-checkerboard.png"))
            let places = PlacementTests().places(rack)
            #expect(places.count == 48)
            #expect(places.allSatisfy { $0.told == $0.right })
        }
    }
}
