import DataMatrix
import EspyBase
import EspyPixels
import EspyRack
import Foundation
import Testing

/// Racks with all their details, as JSON and back.
@Suite struct RackJSONTests {
    private func same<Value: JSONConvertible & Codable & Equatable>(_ value: Value) throws {
        let text = value.json.text
        #expect(try Value(json: JSONValue(parsing: Array(text.utf8))) == value)
        #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
    }

    private var rack: Rack {
        let square = Quad(Rect(x: 10.25, y: 20, width: 30, height: 30))
        var code = Rack.Code(value: "A\"1", corners: square, symbol: "12x12", errorsCorrected: 2, bytes: [65, 34, 49])
        code.interpretations = [Interpretation(offset: 0, eci: 26), Interpretation(offset: 2, eci: 3)]
        code.part = StructuredAppend(position: 2, count: 3, fileIdentifier: [1, 254])
        code.isReaderProgramming = true
        let place = Rack.Place(row: 1, col: 2)
        var warning = Rack.Warning(.partOfSeveral, value: "A\"1", places: [place])
        (warning.part, warning.parts) = (2, 3)
        var rack = Rack(
            width: 640, height: 480, rows: 8, cols: 12, origin: .box, layout: .given, outline: square,
            cells: [Rack.Cell(place: place, status: .uncoded, center: Point(x: 25.5, y: -0.0))],
            vials: [Rack.Vial(code: code, place: place, isDuplicate: true, isTyped: true)],
            outside: [Rack.Code(value: "ff", isHex: true, corners: square, symbol: "10x10", bytes: [255])],
            duplicates: [Rack.Duplicate(value: "A\"1", places: [place])], warnings: [warning])
        (rack.id, rack.page, rack.pages, rack.frames, rack.shown) = ("BOX/1", 2, 3, 4, 0.815)
        return rack
    }

    @Test func racks() throws {
        try same(rack)
        var plain = rack
        plain.outline = nil
        plain.vials[0].code.interpretations = [Interpretation(offset: 0, eci: 26)]
        plain.vials[0].code.part = nil
        (plain.id, plain.page, plain.pages, plain.frames, plain.shown) = (nil, nil, nil, nil, nil)
        try same(plain)
        let text = plain.json.text
        for key in ["\"rack\"", "\"outline\"", "\"page\"", "\"structuredAppend\"", "\"interpretations\""] {
            #expect(!text.contains(key))
        }
        #expect(text.contains("\"eci\":26"))
    }

    @Test func whatIsSaidOfThem() throws {
        var options = RackOptions(grid: .size(rows: 8, columns: 12), looksTwice: false, maxDimension: 2000)
        try same(options)
        options = try options.placed(by: #require(RackCorners([Point(x: 1, y: 2), Point(x: 300, y: 200.5)])))
        try same(options)
        options = RackOptions(grid: .tolerance(12.5), view: RackView(a1: .bottomLeft, isFromBelow: true))
        (options.container, options.turn) = ("unipuck", 12.5)
        options.positions = RackContainer.known.last?.positions ?? []
        try same(options)
        for container in RackContainer.known { try same(container) }
        try same(RackCorrections(values: [.init(row: 0, col: 1, value: "é")], rack: "B1"))
        #expect(try RackCorrections(json: .object([:])) == RackCorrections())
    }

    @Test(
        arguments: [
            (#"{"width": "x"}"#, ["width"]), (#"{"cells": [{"row": 0}]}"#, ["cells", "0"]),
            (#"{"layout": "round"}"#, ["layout"]), (#"{"vials": 1}"#, ["vials"]),
        ])
    func mistakesAreFoundByTheirPlace(change: String, path: [String]) throws {
        guard case .object(var fields) = rack.json,
            case .object(let changed) = try JSONValue(parsing: Array(change.utf8))
        else { return }
        fields.merge(changed) { $1 }
        let text = JSONValue.object(fields).text
        #expect {
            _ = try JSONDecoder().decode(Rack.self, from: Data(text.utf8))
        } throws: { error in
            let steps: [any CodingKey] =
                switch error as? DecodingError {
                case .typeMismatch(_, let context), .dataCorrupted(let context), .keyNotFound(_, let context):
                    context.codingPath
                default: []
                }
            return steps.map(\.stringValue).starts(with: path)
        }
    }

    @Test func answersHaveTheKeysOfTheRack() throws {
        let comparison = RackComparison(rack, with: RackContents(items: []))
        let answer = RackAnswer(rack, file: "a.jpg", comparison: comparison)
        guard case .object(let fields) = answer.json, case .object(let own) = rack.json else {
            Issue.record("no object")
            return
        }
        #expect(Set(own.keys).union(["file", "complete", "comparison"]) == Set(fields.keys))
        #expect(fields["complete"] == .bool(false))
        #expect(fields["comparison"] == comparison.json)
    }
}
