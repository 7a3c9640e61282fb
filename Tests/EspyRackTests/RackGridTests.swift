import Espy
import Foundation
import Testing

@Suite struct RackGridTests {
    @Test(arguments: [
        ("auto", RackGrid.automatic), ("9x9", .size(rows: 9, columns: 9)), ("8x12", .size(rows: 8, columns: 12)),
        ("8X12", .size(rows: 8, columns: 12)), ("tolerance:100", .tolerance(100)),
        ("tolerance:62.5", .tolerance(62.5)), ("AUTO", .automatic),
    ])
    func understands(text: String, grid: RackGrid) {
        #expect(RackGrid(parsing: text) == grid)
    }

    @Test(arguments: [
        "", "9", "9x", "x9", "9x9x9", "0x9", "9x-1", "65x2", "nine", "tolerance", "tolerance:", "tolerance:0",
        "tolerance:-5", "tolerance:nan", "tolerance:inf", "9 x 9", "9.5x9",
    ])
    func refuses(text: String) {
        #expect(RackGrid(parsing: text) == nil)
    }

    @Test(arguments: [RackGrid.automatic, .size(rows: 8, columns: 12), .tolerance(100), .tolerance(62.5)])
    func describesItselfAsItIsParsed(grid: RackGrid) throws {
        #expect(RackGrid(parsing: grid.description) == grid)
        let options = RackOptions(grid: grid)
        #expect(try JSONDecoder().decode(RackOptions.self, from: JSONEncoder().encode(options)) == options)
    }

    @Test func decodingRefusesNonsense() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RackGrid].self, from: Data(#"["0x0"]"#.utf8))
        }
    }

    @Test(arguments: [(0, 0, "A1"), (7, 11, "H12"), (25, 0, "Z1"), (26, 2, "AA3"), (27, 0, "AB1"), (51, 9, "AZ10")])
    func namesWells(row: Int, col: Int, name: String) {
        #expect(Rack.Place(row: row, col: col).name == name)
    }
}
