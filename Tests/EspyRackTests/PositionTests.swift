import Espy
import EspyPixels
import EspySamples
import EspyTestSupport
import Foundation
import Testing

/// Containers whose places have names instead of rows and columns.
struct PositionTests {
    private static let puck = RackContainer.known.first { $0.name == "unipuck" }

    /// Codes in some positions of a rotated puck, each slightly off its place.
    private func photo(
        _ random: inout SampleRandom, jitter: Double, turn: Double, isFromBelow: Bool = false
    ) throws -> Rack {
        let positions = try #require(Self.puck).positions
        let count = Int.random(in: 9...16, using: &random)
        let angle = turn * .pi / 180
        let codes = positions.shuffled(using: &random).prefix(count).map { position -> Rack.Vial in
            let x = (isFromBelow ? -position.x : position.x) + .random(in: -jitter...jitter, using: &random)
            let y = position.y + .random(in: -jitter...jitter, using: &random)
            let center = Point(
                x: 700 + 400 * (x * cos(angle) - y * sin(angle)), y: 600 + 400 * (x * sin(angle) + y * cos(angle)))
            let square = Quad(Rect(x: center.x - 20, y: center.y - 20, width: 40, height: 40))
            let code = Rack.Code(value: "P\(position.name)", corners: square, symbol: "14x14", bytes: [])
            return Rack.Vial(code: code, place: Rack.Place(row: 0, col: 0))
        }
        return Rack(
            width: 1_400, height: 1_200, rows: 1, cols: count, origin: .occupiedArea, layout: .unordered, cells: [],
            vials: Array(codes))
    }

    @Test func turnIsWorkedOutOrNotSaid() throws {
        var random = SampleRandom(seed: 5)
        let positions = try #require(Self.puck).positions
        var placed = 0
        for round in 0..<300 {
            let isFromBelow = round.isMultiple(of: 3)
            let seen = try photo(
                &random, jitter: Double(round % 6) * 0.01, turn: .random(in: 0...360, using: &random),
                isFromBelow: isFromBelow)
            let rack = seen.placed(in: positions, turn: nil, isFromBelow: isFromBelow)
            #expect(rack.vials.count == seen.vials.count)
            guard rack.isOrdered else {
                // Then the positions cannot be determined.
                #expect(rack.warnings.contains { $0.kind == .turnUnknown })
                #expect(rack.table(RackTableForm(.limber), date: "").rows.allSatisfy { $0[1].isEmpty })
                continue
            }
            placed += 1
            #expect(rack.layout == .named, "\(round)")
            #expect(rack.vials.allSatisfy { $0.value == "P\($0.name)" }, "\(round)")
        }
        #expect(placed > 150)
    }

    @Test func turnThatAPersonSays() throws {
        var random = SampleRandom(seed: 6)
        let positions = try #require(Self.puck).positions
        for _ in 0..<50 {
            let turn = Double.random(in: -180...180, using: &random)
            let seen = try photo(&random, jitter: 0.03, turn: turn)
            let said = turn + .random(in: -10...10, using: &random)
            let rack = seen.placed(in: positions, turn: said, isFromBelow: false)
            #expect(rack.layout == .named)
            #expect(rack.vials.allSatisfy { $0.value == "P\($0.name)" })
            #expect(seen.placed(in: positions, turn: said + 90, isFromBelow: false).layout == .unordered)
        }
    }

    @Test func tablesHaveNamesAndNoRows() throws {
        var random = SampleRandom(seed: 7)
        let options = try #require(Self.puck).options(RackOptions())
        let rack = try photo(&random, jitter: 0, turn: 30).placed(in: options.positions, turn: nil, isFromBelow: false)
        let lines = rack.table(RackTableForm(.lims), date: "now").rows
        try #require(lines.count == 16)
        #expect(lines[6][1] == "7")
        #expect(lines[6][2].isEmpty)
        #expect(lines[6][3].isEmpty)
        #expect(rack.table().rows.allSatisfy { $0[4].isEmpty && $0[5].isEmpty })
        #expect(rack.seen(RackView(a1: .topRight)) == rack)
        // Lists of positions are compared by name.
        let items = rack.vials.map { ["", $0.name, $0.value] }
        let manifest = try RackManifest(records: [["rack", "position", "code"]] + items, wells: options.wells)
        let contents = try #require(manifest.contents(of: nil))
        #expect(RackComparison(rack, with: contents).differences.allSatisfy { $0.kind == .unread })
        #expect(throws: RackManifest.Failure.self) { try RackManifest(records: items) }
        var other = contents
        other.items[0].value = "X"
        let table = RackComparison(rack, with: other).table(of: rack)
        #expect(table.rows.contains { $0[0] == "missing" && $0[2] == rack.vials[0].name })
        let json = try JSONEncoder().encode(options)
        #expect(try JSONDecoder().decode(RackOptions.self, from: json) == options)
    }

    @Test func containersOfOnesOwn() throws {
        func json(_ names: [String]) -> Data {
            let points = names.enumerated().map { #"{"name": "\#($1)", "x": \#($0 * $0), "y": \#($0)}"# }
            return Data(#"{"name": "tray", "positions": [\#(points.joined(separator: ", "))]}"#.utf8)
        }
        let names = ["L", "M", "R", "S", "T", "U"]
        let tray = try JSONDecoder().decode(RackContainer.self, from: json(names))
        #expect(tray.rows == 1)
        #expect(tray.cols == 6)
        #expect(tray.options(RackOptions()).positions.map(\.name) == names)
        #expect(try JSONDecoder().decode(RackContainer.self, from: JSONEncoder().encode(tray)) == tray)
        for bad in [["L"], ["L", "L", "R", "S", "T", "U"], ["", "M", "R", "S", "T", "U"]] {
            #expect(throws: (any Error).self) { try JSONDecoder().decode(RackContainer.self, from: json(bad)) }
        }
    }

    /// In truth.csv, the pins of pucks 2, 4 and 5 are in the order of their positions. The layout is the published one;
    /// its
    /// radii were measured in these photos.
    @Test(.enabled(if: PhotoSets.isThere)) func realPucks() async throws {
        let options = try #require(Self.puck).options(RackOptions())
        var placed: [String] = []
        for entry in try PhotoSets.entries(of: "dls-bluestand") where entry.values.count == 16 {
            let rack = try await RackReader(options: options).read(PhotoSets.photo("rack/dls-bluestand/\(entry.file)"))
            guard rack.layout == .named else { continue }
            placed.append(entry.file)
            for vial in rack.vials {
                let index = try #require(entry.values.firstIndex(of: vial.value))
                #expect(vial.name == String(index + 1), "\(entry.file) \(vial.value)")
            }
        }
        // If the photo alone is not enough, the user says it.
        var said = options
        said.turn = 150
        let truth = try #require(try PhotoSets.entries(of: "dls-bluestand").first { $0.file == "puck2_01.png" }).values
        let rack = try await RackReader(options: said).read(PhotoSets.photo("rack/dls-bluestand/puck2_01.png"))
        #expect(rack.layout == .named)
        #expect(!rack.vials.isEmpty)
        #expect(rack.vials.allSatisfy { truth.firstIndex(of: $0.value).map { String($0 + 1) } == $0.name })
        #expect(placed.contains("puck4_02.png"))
        #expect(placed.contains("puck4_04.png"))
    }
}
