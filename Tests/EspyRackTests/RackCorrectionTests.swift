import Espy
import Foundation
import Testing

struct RackCorrectionTests {
    /// One read, one unread, one uncoded, one empty.
    private let rack: Rack = {
        let corners = Quad(Rect(x: 10, y: 10, width: 20, height: 20))
        let code = Rack.Code(value: "A1", corners: corners, symbol: "12x12", bytes: Array("A1".utf8))
        let status: [Rack.Cell.Status] = [.read, .unread, .uncoded, .empty]
        return Rack(
            width: 200, height: 200, rows: 2, cols: 2, origin: .box, layout: .given,
            outline: Quad(Rect(x: 0, y: 0, width: 200, height: 200)),
            cells: status.enumerated().map { index, status in
                Rack.Cell(
                    place: .init(row: index / 2, col: index % 2), status: status,
                    center: Point(x: 50 + 100 * Double(index % 2), y: 50 + 100 * Double(index / 2)))
            }, vials: [Rack.Vial(code: code, place: .init(row: 0, col: 0))],
            warnings: [.init(.outsideGrid), .init(.unread, places: [.init(row: 0, col: 1)])])
    }()

    private func corrected(_ values: [(Int, Int, String)]) -> Rack? {
        rack.corrected(by: RackCorrections(values: values.map { .init(row: $0.0, col: $0.1, value: $0.2) }))
    }

    @Test func nothingIsNoChange() {
        #expect(corrected([]) == rack)
    }

    @Test func typedValuesStandInTheirCells() throws {
        let result = try #require(corrected([(1, 1, "D2"), (0, 1, "B1")]))
        #expect(result.vials.map(\.value) == ["A1", "B1", "D2"])
        #expect(result.vials.map(\.isTyped) == [false, true, true])
        #expect(result.count(.read) == 3)
        #expect(result.count(.uncoded) == 1)
        #expect(result.count(.unread) == 0)
        // In the middle of the cell, as large as the read code.
        let typed = try #require(result.vial(row: 0, col: 1))
        #expect(typed.code.center == Point(x: 150, y: 50))
        #expect(typed.code.corners.meanWidth == 20)
        #expect(typed.name == "A2")
        #expect(result.warnings.map(\.kind) == [.outsideGrid])
        #expect(result.isComplete)
        #expect(result.csv().hasPrefix("value,x,y,rect,row,col\r\nA1,20.0,20.0,\"(10, 10, 20, 20)\",0,0\r\nB1,150.0"))
    }

    @Test func readValueCanBeReplaced() throws {
        let result = try #require(corrected([(0, 0, "A2")]))
        try #require(result.vials.count == 1)
        #expect(result.vials[0].value == "A2")
        #expect(result.vials[0].isTyped)
        #expect(result.vials[0].code.corners == rack.vials[0].code.corners)
        #expect(result.warnings == rack.warnings)
    }

    @Test func typedDuplicatesAreTold() throws {
        let result = try #require(corrected([(0, 1, "A1")]))
        #expect(result.duplicates.map(\.value) == ["A1"])
        #expect(result.vials.allSatisfy { $0.isDuplicate })
        #expect(result.warnings.contains { $0.kind == .duplicate })
        #expect(!result.isComplete)
    }

    @Test func whatDoesNotFitIsRefused() {
        #expect(corrected([(2, 0, "x")]) == nil)
        #expect(corrected([(-1, 0, "x")]) == nil)
        #expect(corrected([(0, 1, "")]) == nil)
        #expect(corrected([(0, 1, "a\u{1B}b")]) == nil)
        #expect(corrected([(0, 1, String(repeating: "a", count: 1_001))]) == nil)
        #expect(corrected([(0, 1, "x"), (0, 1, "y")]) == nil)
    }

    @Test func withoutCodesASizeIsTakenFromTheCells() throws {
        var bare = rack
        bare.vials = []
        let values = RackCorrections(values: [.init(row: 0, col: 0, value: "x")])
        let side = try #require(bare.corrected(by: values)).vials[0].code.corners.meanWidth
        #expect(abs(side - 100.0 / 3) < 1e-9)
    }

    @Test func typedIsSaidOnlyWhereItIsTrue() throws {
        let result = try #require(corrected([(0, 1, "B1")]))
        let json = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        #expect(json.components(separatedBy: "\"typed\"").count == 2)
        #expect(try JSONDecoder().decode(Rack.self, from: Data(json.utf8)) == result)
    }

    @Test func typedValuesLookDifferent() throws {
        let image = RGBImage(width: 200, height: 200, red: 255, green: 255, blue: 255)
        let typed = try #require(corrected([(0, 0, "A1")]))
        #expect(typed.vials[0].value == rack.vials[0].value)
        #expect(RackAnnotator().annotate(typed, on: image) != RackAnnotator().annotate(rack, on: image))
    }
}
