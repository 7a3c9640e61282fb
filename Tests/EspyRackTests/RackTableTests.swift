import Espy
import EspyBase
import EspyPixels
import EspySheets
import Foundation
import Testing

/// Tables in the formats of other systems, compared with files written by hand from those systems' documentation.
@Suite struct RackTableTests {
    static let box = made()

    private static func made() -> Rack {
        func place(_ row: Int, _ col: Int) -> Rack.Place { Rack.Place(row: row, col: col) }
        let values = [place(0, 0): "FD20024619", place(0, 1): "0012345", place(1, 2): "=1+1"]
        let states: [[Rack.Cell.Status]] = [[.read, .read, .empty], [.unread, .uncoded, .read]]
        let cells = states.enumerated().flatMap { row, line in
            line.enumerated().map { col, status in
                Rack.Cell(place: place(row, col), status: status, center: Point(x: Double(col), y: Double(row)))
            }
        }
        let vials = values.map { place, value in
            Rack.Vial(
                code: Rack.Code(
                    value: value, corners: Quad(Rect(x: 0, y: 0, width: 1, height: 1)), symbol: "12x12",
                    bytes: Array(value.utf8)), place: place)
        }
        var rack = Rack(
            width: 10, height: 10, rows: 2, cols: 3, origin: .box, layout: .given, cells: cells,
            vials: vials.sorted { $0.place < $1.place })
        rack.id = "TR00012345"
        return rack
    }

    private static func golden(_ name: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/rack-tables/\(name).csv")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    private static func text(_ form: RackTableForm, _ rack: Rack = box) -> String {
        rack.table(form, date: "2026-02-20 14:30:22").text()
    }

    @Test(arguments: RackTableForm.Name.allCases) func formIsTheOneOfTheSystem(name: RackTableForm.Name) throws {
        #expect(Self.text(RackTableForm(name)) == (try Self.golden(name.rawValue)))
    }

    @Test func columnsOfOnesOwn() throws {
        var form = RackTableForm(
            try #require(RackTableForm.columns(parsing: "number=no, well=Position,code=Tube,date=when")))
        form.words = try #require(RackTableForm.words(parsing: "unread=?,uncoded=NO CODE"))
        form.order = .columns
        form.separator = ";"
        #expect(Self.text(form) == (try Self.golden("custom")))
    }

    /// Parses each format like the system that it is for.
    @Test(arguments: RackTableForm.Name.allCases) func systemsTakeTheirFormBack(name: RackTableForm.Name) throws {
        let read = try PeerReader.read(name, try Self.golden(name.rawValue))
        #expect(read["A1"] == "FD20024619")
        #expect(read["A2"] == "0012345")
        #expect(read["B3"] == "'=1+1")
        #expect(read.count == 3)
    }

    /// Espy accepts all of them as lists of expected codes.
    @Test(arguments: RackTableForm.Name.allCases.map(\.rawValue) + ["custom"])
    func tablesAreManifests(name: String) throws {
        let records = try ListFile(Array(Self.golden(name).utf8), limit: 100).records
        let contents = try #require(try RackManifest(records: records).contents(of: Self.box))
        let comparison = RackComparison(Self.box, with: contents)
        #expect(comparison.agreeing == 3)
        #expect(comparison.differences.map(\.kind) == [.unread])
        #expect(contents.id == (["lims", "limber"].contains(name) ? "TR00012345" : nil))
    }

    @Test func plainTableIsAManifestToo() throws {
        let records = try ListFile(Array(Self.box.csv().utf8), limit: 100).records
        let contents = try #require(try RackManifest(records: records).contents(of: Self.box))
        #expect(RackComparison(Self.box, with: contents).agreeing == 3)
    }

    @Test func codesInNoOrderGetNoWell() {
        var rack = Self.box
        rack.layout = .unordered
        rack.cells = rack.cells.filter { $0.status == .read }
        let lines = Self.text(RackTableForm(.lims), rack).split(separator: "\r\n").dropFirst()
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("TR00012345,,,,") })
        #expect(rack.csv().split(separator: "\r\n").dropFirst().allSatisfy { $0.hasSuffix(",,") })
    }

    @Test func withoutALatticeNoCellIsSaidToBeEmpty() {
        var rack = Self.box
        rack.layout = .tolerance
        rack.cells = rack.cells.filter { $0.status == .read }
        #expect(!Self.text(RackTableForm(.fluidx), rack).contains("No Tube"))
    }

    @Test(arguments: [
        "", "well,", "banana", "well,well", "well=,code", "well=A,code=A", "=x", ",", "well==", "rack,well=rack",
    ])
    func columnsThatAreNone(text: String) {
        let columns = RackTableForm.columns(parsing: text)
        // Only a title may contain anything.
        #expect(columns == nil || text == "well==")
    }

    @Test(arguments: ["read=x", "empty", "empty=a,empty=b", "banana=x", ","])
    func wordsThatAreNone(text: String) { #expect(RackTableForm.words(parsing: text) == nil) }

    @Test func rawKeepsValues() {
        let table = Self.box.table(RackTableForm(.limber), date: "", raw: true)
        #expect(table.text().hasSuffix("TR00012345,B3,=1+1\r\n"))
    }

    @Test func rowsBehindZ() {
        #expect(Rack.Place(row: 26, col: 9).name == "AA10")
        for row in 0..<RackGrid.largestSide {
            for col in [0, 8, 9, 63] {
                let place = Rack.Place(row: row, col: col)
                #expect(Rack.Place(well: place.name) == place)
            }
        }
    }
}
