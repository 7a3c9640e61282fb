import Espy
import EspyBase
import Testing

/// Lists of the expected contents of boxes, in common formats.
@Suite struct RackManifestTests {
    private func manifest(_ text: String) throws -> RackManifest {
        try RackManifest(records: try CSVRecords(parsing: text, limit: 1000).records)
    }

    @Test(arguments: [
        "Well,Code\nA1,x\nB2,y", "code;position\nx;a01\ny;b02", "A1,x\nB2,y", "row,col,barcode\n1,1,x\n2,2,y",
        "LocationRow,LocationColumn,TubeCode\nA,1,x\nB,2,y", "Plate: 7\nPosition,Tube ID\nA1,x\nA2,No Tube\nB2,y",
        "Tube Barcode\tTube Position\nx\tA1\ny\tB2", "value,x,y,rect,row,col\nx,1,1,r,0,0\ny,1,1,r,1,1",
        "well,code\nA1,x\nB2,y\nB3,\nB4,NO READ",
    ])
    func formsThatPeopleHave(text: String) throws {
        let boxes = try manifest(text).boxes
        #expect(boxes.count == 1)
        #expect(boxes[0].items.map(\.value) == ["x", "y"])
        #expect(boxes[0].items.map(\.place.name) == ["A1", "B2"])
    }

    @Test func severalBoxes() throws {
        let list = try manifest("rack,well,code\nR1,A1,x\nR2,A1,y\nR1,A2,z")
        #expect(list.boxes.map(\.id) == ["R1", "R2"])
        #expect(list.contents(of: "R1")?.items.map(\.value) == ["x", "z"])
        #expect(list.contents(of: "R3") == nil)
        #expect(list.contents(of: nil) == nil)
        let one = try manifest("R1,A1,x")
        #expect(one.contents(of: nil)?.id == "R1")
        #expect(one.contents(of: "R2") == nil)
        #expect(try manifest("A1,x").contents(of: "R9")?.items.count == 1)
    }

    @Test(arguments: [
        ("", RackManifest.Failure.empty), ("name,price\na,b", .noColumns(["name", "price"])), ("x", .noColumns(["x"])),
        ("well,code\nA0,x", .badWell(line: 2, text: "A0")), ("well,code\nA1,x\nA01,y", .wellTwice(line: 3, well: "A1")),
        ("row,col,code\n0,1,x", .badWell(line: 2, text: "0 1")), ("well,code\nA99,x", .badWell(line: 2, text: "A99")),
    ])
    func listsThatAreNone(text: String, failure: RackManifest.Failure) {
        #expect(throws: failure) { try manifest(text) }
    }

    @Test(arguments: ["", "A", "1", "A0", "A65", "BZ1", "AAA1", "A1x", "A-", "Ä1", "A１", "A999999999999999999999"])
    func wellsThatAreNone(text: String) { #expect(Rack.Place(well: text) == nil) }

    /// Whatever the fields contain, the results are wells of a box.
    @Test func anyFields() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "A1", "well", "code", "", "rack", "=", "1", "-1", "99999999999999999999", "row", "col", "é", "'=x",
        ]
        for _ in 0..<2000 {
            let records = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            }
            guard let boxes = try? RackManifest(records: records).boxes else { continue }
            let places = boxes.flatMap(\.items).map(\.place)
            #expect(places.allSatisfy { (0..<64).contains($0.row) && (0..<64).contains($0.col) })
        }
    }
}
