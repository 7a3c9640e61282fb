import Espy
import EspyPixels
import EspyTrials
import Foundation
import Testing

struct ShelfTruthTests {
    private func truth(_ text: String) throws -> ShelfTruth {
        try JSONDecoder().decode(ShelfTruth.self, from: Data(text.utf8))
    }

    private func quad(_ low: Double, _ high: Double, top: Double = 0, bottom: Double = 100) -> Quad {
        Quad(
            topLeft: Point(x: low, y: top), topRight: Point(x: high, y: top), bottomRight: Point(x: high, y: bottom),
            bottomLeft: Point(x: low, y: bottom))
    }

    @Test func bothShapesAreRead() throws {
        let rows = try truth(
            """
            {"photo": "a.jpg", "width": 640, "rows": [{"y": 50, "spines": [[0, 10], [10, 30]], "optional": [[30, 40]]}]}
            """)
        #expect(rows.photo == "a.jpg")
        #expect(rows.width == 640)
        #expect(rows.count == 2)
        #expect(rows.rows == [.init(y: 50, spines: [0...10, 10...30], optional: [30...40])])
        let quads = try truth(
            """
            {"width": 9, "spines": [{"quad": [[0, 0], [10, 0], [10, 100], [0, 100]], "row": 0},
            {"quad": [[0, 0], [1, 0], [1, 1], [0, 1]], "cut": true}]}
            """)
        #expect(quads.quads == [quad(0, 10)])
        #expect(quads.optionalQuads.count == 1)
        #expect(quads.count == 1)
    }

    @Test(arguments: [
        #"{"width": 640}"#, #"{"width": 0, "rows": []}"#, #"{"rows": []}"#, #"{"width": 9, "rows": [{"spines": []}]}"#,
        #"{"width": 9, "rows": [{"y": 1, "spines": [[10, 0]]}]}"#,
        #"{"width": 9, "rows": [{"y": 1, "spines": [[1]]}]}"#,
        #"{"width": 9, "spines": [{"quad": [[0, 0], [1, 0], [1, 1]]}]}"#,
        #"{"width": 9, "spines": [{"quad": [[0, 0], [1], [1, 1], [0, 1]]}]}"#, #"{"width": 9, "spines": 4}"#,
    ])
    func whatCannotBeIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try truth(text) }
    }

    @Test func intervalsAreJudgedAlongTheRow() {
        let truth = ShelfTruth(
            width: 100, rows: [.init(y: 48, spines: [0...10, 10...30, 60...70], optional: [30...50])])
        // Twice as large: right, right, optional, wrong.
        let first = [quad(0, 19), quad(21, 60), quad(62, 98), quad(160, 199)]
        // Right, then the same twice: the second one is wrong. The last one does not cross the row.
        let second = [quad(120, 140), quad(120, 141), quad(0, 20, top: 0, bottom: 90)]
        let frame = truth.frame(first, second, width: 200)
        #expect(frame.truth.map(\.first) == [true, true, false])
        #expect(frame.truth.map(\.second) == [false, false, true])
        #expect(frame.firstCount == 3)
        #expect(frame.secondCount == 2)
    }

    @Test func outlinesAreJudgedByArea() {
        let truth = ShelfTruth(width: 200, quads: [quad(0, 20), quad(20, 40)], optionalQuads: [quad(40, 60)])
        let frame = truth.frame([quad(2, 20), quad(40, 60), quad(100, 120)], [], width: 200)
        #expect(frame.truth.map(\.first) == [true, false])
        #expect(frame.firstCount == 2)
        #expect(frame.truth.allSatisfy { !$0.second })
        #expect(frame.secondCount == 0)
        // Nothing is there, so everything found is wrong.
        #expect(ShelfTruth(width: 200).frame([quad(0, 5)], [], width: 200).firstCount == 1)
    }
}
