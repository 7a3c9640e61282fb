import Espy
import EspyPixels
import EspySamples
import Foundation
import Testing

/// Boxes whose corner wells the user marks.
@Suite struct RackCornersTests {
    /// A partly filled box on plain ground in the position `view`, with codes named after their wells.
    private static func box(
        _ view: RackView, rows: Int = 8, cols: Int = 12, filled: (Rack.Place) -> Bool
    ) -> SampleScene {
        let shown = view.isTurnedAside ? (rows: cols, cols: rows) : (rows: rows, cols: cols)
        var scene = SampleScene(
            seed: 5, width: 90 * shown.cols, height: 90 * shown.rows, rows: shown.rows, columns: shown.cols)
        (scene.holder.kind, scene.holder.ground) = (.none, .even)
        scene.camera.roll = 0.03
        for row in 0..<shown.rows {
            for col in 0..<shown.cols {
                let place = view.place(of: Rack.Place(row: row, col: col), rows: shown.rows, cols: shown.cols)
                guard filled(place) else { continue }
                let code = SampleCode(value: "V\(place.name)", rows: 12, columns: 12)
                scene.tubes.append(SampleTube(row: row, column: col, label: SampleLabel(code: code)))
            }
        }
        return scene
    }

    /// The positions of wells in the photo, from a full box in the same position.
    private static func centers(_ view: RackView, rows: Int = 8, cols: Int = 12) async throws -> [Point] {
        let options = RackOptions(grid: .size(rows: rows, columns: cols), view: view)
        let full = try await RackReader(options: options).read(
            try box(view, rows: rows, cols: cols) { _ in true }.rendered())
        let places = [(0, 0), (0, cols - 1), (rows - 1, cols - 1), (rows - 1, 0)]
        return try places.map { try #require(full.vial(row: $0.0, col: $0.1)).code.center }
    }

    private static func isRight(_ rack: Rack, count: Int) -> Bool {
        rack.hasWells && rack.vials.count == count && rack.vials.allSatisfy { $0.value == "V\($0.name)" }
    }

    @Test(arguments: RackView.all) func twoCornersSayHowTheBoxLies(view: RackView) async throws {
        let image = try Self.box(view) { $0.row >= 3 && $0.col < 5 }.rendered()
        let all = try await Self.centers(view)
        let plain = RackOptions(grid: .size(rows: 8, columns: 12), view: RackView(isFromBelow: view.isFromBelow))
        for points in [[all[0], all[2]], all] {
            let options = try plain.placed(by: try #require(RackCorners(points)))
            #expect(options.view == view)
            let rack = try await RackReader(options: options).read(image)
            #expect(Self.isRight(rack, count: 25), "\(points)")
            #expect(rack.isComplete, "\(points)")
            #expect(rack.cells.count == 96, "\(points)")
        }
    }

    /// A tap is not precise.
    @Test(arguments: [Point(x: 25, y: 0), Point(x: -20, y: 22), Point(x: 0, y: -28)]) func cornersMayBeABitOff(
        off: Point
    ) async throws {
        let image = try Self.box(RackView()) { $0.row < 4 && $0.col < 6 }.rendered()
        let all = try await Self.centers(RackView()).map { $0 + off }
        for points in [[all[0]], [all[0], all[2]], all] {
            let options = try RackOptions(grid: .size(rows: 8, columns: 12)).placed(
                by: try #require(RackCorners(points)))
            #expect(Self.isRight(try await RackReader(options: options).read(image), count: 24), "\(points.count)")
        }
    }

    @Test func sizeIsThatOfTheCorners() async throws {
        let image = try Self.box(RackView()) { $0.row < 4 && $0.col < 6 }.rendered()
        let all = try await Self.centers(RackView())
        let rack = try await RackReader(
            options: try RackOptions().placed(by: try #require(RackCorners([all[0], all[2]])))
        ).read(image)
        #expect(Self.isRight(rack, count: 24))
        #expect(rack.rows == 8)
        #expect(rack.cols == 12)
        #expect(rack.layout == .seen)
        let first = try await RackReader(
            options: try RackOptions().placed(by: try #require(RackCorners([all[0]])))
        ).read(image)
        #expect(Self.isRight(first, count: 24))
        #expect(first.rows == 4)
        #expect(first.cols == 6)
        #expect(first.layout == .occupied)
    }

    /// Too few codes for a lattice.
    @Test(arguments: [1, 2, 3]) func fourCornersNeedNoLattice(count: Int) async throws {
        let filled = [Rack.Place(row: 1, col: 2), Rack.Place(row: 6, col: 9), Rack.Place(row: 5, col: 1)].prefix(count)
        let image = try Self.box(RackView()) { filled.contains($0) }.rendered()
        let corners = try #require(RackCorners(try await Self.centers(RackView())))
        let options = try RackOptions(grid: .size(rows: 8, columns: 12)).placed(by: corners)
        #expect(Self.isRight(try await RackReader(options: options).read(image), count: count))
    }

    @Test func cornersThatCannotBeRightAreTold() async throws {
        let image = try Self.box(RackView()) { $0.row < 4 && $0.col < 6 }.rendered()
        let all = try await Self.centers(RackView())
        let grid = RackGrid.size(rows: 8, columns: 12)
        let inside = all[0] + Point(x: 180, y: 180)
        // A1 beyond codes, between wells, and corners of another size.
        for (grid, points) in [
            (grid, [inside]), (grid, [all[0] + Point(x: 45, y: 0)]), (grid, [all[0], inside]),
            (grid, [inside, all[2]]),
            (.size(rows: 9, columns: 9), [all[0], all[2]]), (.size(rows: 9, columns: 9), all),
            (.automatic, [inside, all[2]]),
        ] {
            let options = try RackOptions(grid: grid).placed(by: try #require(RackCorners(points)))
            let rack = try await RackReader(options: options).read(image)
            #expect(!rack.hasWells)
            #expect(!rack.isComplete)
            #expect(rack.vials.count == 24)
            #expect(rack.warnings.contains { $0.kind == .cornersDoNotFit })
            #expect(rack.warnings.contains { $0.kind == .originUnknown })
        }
    }

    /// Positions are pixels of the whole photo, even if it is read at a smaller size.
    @Test func cornersAreScaledWithThePhoto() async throws {
        let image = try Self.box(RackView()) { $0.row < 4 && $0.col < 6 }.rendered()
        let all = try await Self.centers(RackView())
        var options = try RackOptions(grid: .size(rows: 8, columns: 12)).placed(by: try #require(RackCorners([all[0]])))
        options.maxDimension = 900
        #expect(Self.isRight(try await RackReader(options: options).read(image), count: 24))
    }

    @Test func whatNoCornersAre() throws {
        let square = [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9), Point(x: 0, y: 9)]
        #expect(RackCorners([]) == nil)
        #expect(RackCorners(Array(square.prefix(3))) == nil)
        #expect(RackCorners(square + square) == nil)
        #expect(RackCorners([square[0], square[0]]) == nil)
        #expect(RackCorners([Point(x: .nan, y: 0)]) == nil)
        #expect(RackCorners([Point(x: 1e9, y: 0)]) == nil)
        #expect(RackCorners([square[0], square[2], square[1], square[3]]) == nil)
        // Counterclockwise, they are those of a photo from below.
        let around = try #require(RackCorners(square))
        let back = try #require(RackCorners(square.reversed()))
        #expect(throws: RackError.unusableCorners) { try RackOptions().placed(by: back) }
        #expect(throws: RackError.unusableCorners) {
            try RackOptions(view: RackView(isFromBelow: true)).placed(by: around)
        }
        #expect(throws: RackError.unusableCorners) { try RackOptions(grid: .tolerance(9)).placed(by: around) }
        let options = try RackOptions().placed(by: around)
        #expect(try JSONDecoder().decode(RackOptions.self, from: JSONEncoder().encode(options)) == options)
        let broken = Data(#"{"grid":"auto","looksTwice":true,"corners":[]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RackOptions.self, from: broken) }
    }

    /// If a list has the wells of the codes, the box is placed so that they match.
    @Test(arguments: RackView.all) func aListSaysWhereTheBoxBegins(view: RackView) async throws {
        let image = try Self.box(view) { $0.row < 3 && $0.col > 6 }.rendered()
        let options = RackOptions(grid: .size(rows: 8, columns: 12), view: view)
        let reader = RackReader(options: options)
        let rack = try await reader.read(image)
        #expect(!rack.hasWells)
        let wells = rack.vials.compactMap { vial in
            Rack.Place(well: String(vial.value.dropFirst())).map { RackContents.Item($0, vial.value) }
        }
        #expect(wells.count == 15)
        for count in [2, 15] {
            let contents = RackContents(items: Array(wells.prefix(count)))
            let settled = try #require(options.settled(rack, by: contents))
            let again = try await RackReader(options: settled).read(image)
            #expect(Self.isRight(again, count: 15))
            #expect(settled.view == view)
        }
        // Codes moved all over the box, a single code, and wells outside the box prove nothing.
        let moved = wells.enumerated().map { RackContents.Item(Rack.Place(row: 7 - $0 / 6, col: $0 % 5), $1.value) }
        let outside = wells.map { RackContents.Item(Rack.Place(row: $0.place.row + 6, col: $0.place.col), $0.value) }
        for items in [moved, Array(wells.prefix(1)), outside, []] {
            #expect(options.settled(rack, by: RackContents(items: items)) == nil)
        }
        // In any corner, too, if the list has the wells.
        let anywhere = RackOptions(grid: options.grid, view: RackView(isFromBelow: view.isFromBelow))
        let unturned = try await RackReader(options: anywhere).read(image)
        if let found = anywhere.settled(unturned, by: RackContents(items: wells), anyCorner: true) {
            #expect(Self.isRight(try await RackReader(options: found).read(image), count: 15))
            #expect(found.view == view)
        } else {
            #expect(unturned.warnings.contains { $0.kind == .largerThanGiven })
        }
    }
}
