import Espy
import EspyPixels
import EspySamples
import Foundation
import Testing

/// Boxes in any of eight orientations.
@Suite struct RackViewTests {
    /// A box of 4 x 6 in the orientation `view`, with each tube at its visible place.
    private static func box(
        _ view: RackView, seed: UInt64 = 7, empty: Rack.Place = Rack.Place(row: 2, col: 4)
    ) -> SampleScene {
        let (rows, cols) = (4, 6)
        let shown = view.isTurnedAside ? (rows: cols, cols: rows) : (rows: rows, cols: cols)
        var scene = SampleScene(
            seed: seed, width: 150 * shown.cols, height: 150 * shown.rows, rows: shown.rows, columns: shown.cols)
        scene.camera.roll = 0.02
        for row in 0..<shown.rows {
            for col in 0..<shown.cols {
                let place = view.place(of: Rack.Place(row: row, col: col), rows: shown.rows, cols: shown.cols)
                // One well of the box is empty, and one cap has no code.
                if place == empty { continue }
                let isBare = place == Rack.Place(row: 1, col: 2)
                let code = isBare ? nil : SampleCode(value: "V\(place.name)", rows: 12, columns: 12)
                scene.tubes.append(SampleTube(row: row, column: col, label: code.map { SampleLabel(code: $0) }))
            }
        }
        return scene
    }

    @Test(arguments: RackView.all) func everyViewGivesTheSameTable(view: RackView) async throws {
        let image = try Self.box(view).rendered()
        let options = RackOptions(grid: .size(rows: 4, columns: 6), view: view)
        let rack = try await RackReader(options: options).read(image)
        #expect((rack.rows, rack.cols) == (4, 6))
        #expect(rack.vials.count == 22)
        #expect(rack.vials.allSatisfy { $0.value == "V\($0.name)" }, "\(view)")
        #expect(rack.cells.filter { $0.status == .empty }.map(\.name) == ["C5"])
        #expect(rack.cells.filter { $0.status == .uncoded }.map(\.name) == ["B3"])
        let lines = rack.table(RackTableForm(.limber), date: "").lines()
        try #require(lines.count == 24)
        #expect(lines[0] == ["", "A1", "VA1"])
        #expect(lines[8] == ["", "B3", "NO READ"])
        // The corner of the box is where A1 is.
        let outline = try #require(rack.outline)
        let first = try #require(rack.vial(row: 0, col: 0)).code.center
        let nearest = outline.corners.min { $0.distance(to: first) < $1.distance(to: first) }
        #expect(nearest == outline.topLeft)
        let end = try #require(rack.vial(row: 0, col: 5)).code.center
        #expect(outline.corners.min { $0.distance(to: end) < $1.distance(to: end) } == outline.topRight)
    }

    /// A plain cap is as round as those with a code, and does not show what an empty well looks like.
    @Test(arguments: [(0, 5), (2, 2), (3, 4)]) func oneEmptyWellBesideAPlainCapIsEmpty(row: Int, col: Int) async throws
    {
        let image = try Self.box(RackView(), seed: 100, empty: Rack.Place(row: row, col: col)).rendered()
        let rack = try await RackReader(options: RackOptions(grid: .size(rows: 4, columns: 6))).read(image)
        #expect(rack.cells.filter { $0.status == .empty }.map(\.place) == [Rack.Place(row: row, col: col)])
        #expect(rack.cells.filter { $0.status == .uncoded }.map(\.name) == ["B3"])
    }

    @Test(arguments: RackView.all) func theCornerIsFoundByWhatTheBoxShouldHold(view: RackView) async throws {
        let truth = RackContents(try await RackReader().read(try Self.box(RackView()).rendered()))
        let options = RackOptions(view: RackView(isFromBelow: view.isFromBelow))
        let seen = try await RackReader(options: options).read(try Self.box(view).rendered())
        let turn = try #require(options.agreeing(seen, with: truth))
        #expect(RackContents(seen.turned(turn, RackCorrections()).0) == truth)
        #expect(turn.to == view)
    }

    /// Converting each view to each other gives the same as reading the photo that way, including typed values.
    @Test func turnedAgain() throws {
        let box = RackTableTests.box
        let typed = try #require(box.cells.first { $0.status == .empty })
        for from in RackView.all {
            let seen = box.seen(from)
            let cell = try #require(seen.cells.first { $0.center == typed.center })
            let said = RackCorrections(values: [.init(row: cell.row, col: cell.col, value: "HAND")])
            for to in RackView.all {
                let (turned, corrections) = seen.turned(RackTurn(from: from, to: to), said)
                #expect(turned == box.seen(to), "\(from) \(to)")
                let place = try #require(turned.cells.first { $0.center == typed.center }).place
                #expect(corrections.values == [.init(row: place.row, col: place.col, value: "HAND")])
                var options = RackOptions(grid: .size(rows: seen.rows, columns: seen.cols), view: from)
                options = options.turned(RackTurn(from: from, to: to))
                #expect(options.grid == .size(rows: turned.rows, columns: turned.cols))
                #expect(options.view == to)
            }
        }
    }

    @Test func turningKeepsWhatIsSaidOfCells() {
        var rack = RackTableTests.box
        rack.warnings = [.init(.unread, places: [Rack.Place(row: 1, col: 0)])]
        for view in RackView.all {
            let turned = rack.seen(view)
            #expect(
                turned.warnings[0].places.allSatisfy { place in
                    turned.cells.first { $0.place == place }?.status == .unread
                })
            #expect(turned.cells.count == 6)
            #expect(turned.cells == turned.cells.sorted { $0.place < $1.place })
            #expect((turned.rows, turned.cols) == (view.isTurnedAside ? (3, 2) : (2, 3)))
        }
        #expect(rack.seen(RackView()) == rack)
        rack.layout = .unordered
        #expect(rack.seen(RackView(a1: .bottomRight)) == rack)
    }

    @Test func optionsOfOldEntriesAreStillRead() throws {
        let old = #"{"grid":"9x9","looksTwice":true}"#
        let options = try JSONDecoder().decode(RackOptions.self, from: Data(old.utf8))
        #expect(options == RackOptions(grid: .size(rows: 9, columns: 9)))
        #expect(!String(decoding: try JSONEncoder().encode(options), as: UTF8.self).contains("view"))
        for view in RackView.all {
            let options = RackOptions(view: view)
            #expect(try JSONDecoder().decode(RackOptions.self, from: JSONEncoder().encode(options)) == options)
        }
    }
}
