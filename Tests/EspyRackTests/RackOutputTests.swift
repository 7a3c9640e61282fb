import DataMatrix
import Espy
import EspyPixels
import Foundation
import Testing

@Suite struct RackOutputTests {
    /// A rack with one vial for each value, in one row.
    func rack(_ values: [String]) -> Rack {
        let vials = values.enumerated().map { index, value in
            Rack.Vial(code: code(value, at: Double(index) * 100), place: Rack.Place(row: 0, col: index))
        }
        return Rack(
            width: 1000, height: 200, rows: 1, cols: values.count, origin: .box, layout: .given,
            cells: vials.map { Rack.Cell(place: $0.place, status: .read, center: $0.code.center) }, vials: vials,
            outside: [], duplicates: [], warnings: [])
    }

    func code(_ value: String, at x: Double) -> Rack.Code {
        Rack.Code(
            value: value, corners: Quad(Rect(x: x + 20.25, y: 30, width: 40.5, height: 41)), symbol: "12x12",
            errorsCorrected: 1, bytes: Array(value.utf8))
    }

    @Test func csvHasTheSchemaOfTheSpecification() {
        #expect(
            rack(["A00183", "B7"]).csv() == """
                value,x,y,rect,row,col\r
                A00183,40.5,50.5,"(20, 30, 41, 41)",0,0\r
                B7,140.5,50.5,"(120, 30, 41, 41)",0,1\r

                """)
    }

    @Test(arguments: [
        ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("cr\rlf", "\"cr\rlf\""), ("crlf\r\n!", "\"crlf\r\n!\""), ("plain text", "plain text"), ("äöü", "äöü"),
    ])
    func quotesWhatNeedsIt(value: String, field: String) {
        #expect(rack([value]).csv(raw: true).contains("\r\n" + field + ",40.5"))
    }

    @Test(arguments: ["=1+1", "+49", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"])
    func defusesFormulas(value: String) {
        #expect(rack([value]).csv().contains("'" + value))
        #expect(!rack([value]).csv(raw: true).contains("'"))
    }

    @Test(arguments: ["A-1", "1=1", "'quoted", ""])
    func leavesOtherValuesAlone(value: String) {
        #expect(rack([value]).csv() == rack([value]).csv(raw: true))
    }

    @Test func namesTheFileAfterTheTime() {
        let name = Rack.csvName(year: 2026, month: 2, day: 20, hour: 14, minute: 30, second: 5)
        #expect(name == "vials_2026-02-20_143005.csv")
    }

    @Test func placesBeyondAllWholeNumbersAreWrittenAsTheyAre() {
        var rack = rack(["A"])
        rack.vials[0].code.corners = Quad(Rect(x: 1e300, y: -1e300, width: 1, height: 1))
        #expect(rack.csv().contains("\"(1e+300, -1e+300, 0, 0)\""))
        #expect(Rack.Place(row: 1, col: .max).name.hasPrefix("B"))
    }

    @Test func survivesJSON() throws {
        var rack = rack(["A00183", "=1"])
        rack.outside = [code("RACK", at: 700)]
        rack.outline = Quad(Rect(x: 0, y: 0, width: 300, height: 100))
        rack.duplicates = [Rack.Duplicate(value: "x", places: [Rack.Place(row: 0, col: 1)])]
        rack.warnings = [Rack.Warning(.duplicate, value: "x", places: [Rack.Place(row: 0, col: 1)])]
        #expect(try JSONDecoder().decode(Rack.self, from: JSONEncoder().encode(rack)) == rack)
    }

    @Test func whatFewCodesHaveSurvivesJSON() throws {
        var codes = [code("A1", at: 0), code("A2", at: 100), code("A3", at: 200)]
        codes[0].interpretations = [Interpretation(offset: 0, eci: 26)]
        codes[1].interpretations = [Interpretation(offset: 0, eci: 9), Interpretation(offset: 1, eci: 7)]
        codes[1].part = StructuredAppend(position: 1, count: 2, fileIdentifier: [0, 255])
        codes[2].interpretations = [Interpretation(offset: 1, eci: 899)]
        codes[2].isReaderProgramming = true
        let data = try JSONEncoder().encode(codes)
        #expect(try JSONDecoder().decode([Rack.Code].self, from: data) == codes)
        let list = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(list.map { $0["eci"] as? Int } == [26, 9, 899])
        #expect(list.map { ($0["interpretations"] as? [[String: Int]])?.count } == [nil, 2, 1])
        #expect((list[1]["structuredAppend"] as? [String: Any])?["count"] as? Int == 2)
        #expect(list.map { $0["readerProgramming"] as? Bool } == [nil, nil, true])
    }

    @Test func jsonHasTheDocumentedKeys() throws {
        let data = try JSONEncoder().encode(rack(["A1"]))
        let top = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(top["schema"] as? Int == 1)
        #expect(top["rows"] as? Int == 1)
        #expect(top["origin"] as? String == "box")
        #expect(top["layout"] as? String == "given")
        let cell = try #require((top["cells"] as? [[String: Any]])?.first)
        #expect(cell["status"] as? String == "read")
        #expect(cell["name"] as? String == "A1")
        let vial = try #require((top["vials"] as? [[String: Any]])?.first)
        #expect(
            Set(vial.keys) == [
                "value", "isHex", "x", "y", "corners", "symbol", "errorsCorrected", "bytes", "row", "col", "name",
                "isDuplicate",
            ])
        #expect(vial["bytes"] as? String == "4131")
        #expect(vial["symbol"] as? String == "12x12")
    }

    @Test(arguments: ["zz", "123", "4g"])
    func refusesBytesThatAreNoHex(bytes: String) throws {
        let json = String(decoding: try JSONEncoder().encode(code("A1", at: 0)), as: UTF8.self)
        let spoiled = json.replacingOccurrences(of: "\"4131\"", with: "\"\(bytes)\"")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Rack.Code.self, from: Data(spoiled.utf8)) }
    }

    @Test func completeMeansEveryTubeHasAValue() {
        var rack = rack(["A1"])
        #expect(rack.isComplete)
        rack.cells.append(Rack.Cell(place: Rack.Place(row: 1, col: 0), status: .uncoded, center: Point(x: 0, y: 0)))
        #expect(rack.isComplete)
        rack.warnings = [Rack.Warning(.originUnknown)]
        #expect(!rack.isComplete)
        rack.warnings = [Rack.Warning(.duplicate)]
        #expect(!rack.isComplete)
        rack.warnings = []
        rack.cells.append(Rack.Cell(place: Rack.Place(row: 1, col: 1), status: .unread, center: Point(x: 0, y: 0)))
        #expect(!rack.isComplete)
        #expect(rack.count(.unread) == 1)
        #expect(!self.rack([]).isComplete)
    }
}
