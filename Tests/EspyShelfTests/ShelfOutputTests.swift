import Espy
import EspyPixels
import Foundation
import Testing

@Suite struct ShelfOutputTests {
    private let shelf = Shelf(
        width: 200, height: 120,
        spines: [
            Shelf.Spine(
                id: 1,
                quad: Quad(
                    topLeft: Point(x: 10, y: 5), topRight: Point(x: 30, y: 5), bottomRight: Point(x: 34, y: 55),
                    bottomLeft: Point(x: 14, y: 55)), row: 0, confidence: 0.95),
            Shelf.Spine(id: 2, quad: Quad(Rect(x: 40, y: 5, width: 60, height: 50)), row: 0, confidence: 0.85),
            Shelf.Spine(id: 3, quad: Quad(Rect(x: 20, y: 65, width: 60, height: 50)), row: 1, confidence: 0.4),
        ])

    @Test func tableHasALineForEachSpine() {
        let lines = shelf.csv().split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines[4].isEmpty)
        #expect(lines[0] == "id,row,position,x,y,quad,confidence,text,textConfidence,isbn,state,callNumber")
        #expect(lines[1] == #"1,0,0,22.0,30.0,"10.0 5.0, 30.0 5.0, 34.0 55.0, 14.0 55.0",0.95,,,,,"#)
        #expect(lines[2].hasPrefix("2,0,1,70.0,30.0,"))
        #expect(lines[3].hasPrefix("3,1,0,50.0,90.0,"))
    }

    @Test func answerHasQuadsAsPairs() throws {
        let data = try JSONEncoder().encode(ShelfAnswer(shelf, file: "a.jpg"))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let spines = try #require(json["spines"] as? [[String: Any]])
        #expect(spines[0]["quad"] as? [[Double]] == [[10, 5], [30, 5], [34, 55], [14, 55]])
        #expect(spines[2]["row"] as? Int == 1)
        #expect(spines[2]["id"] as? Int == 3)
        #expect(json["file"] as? String == "a.jpg")
        #expect(json["width"] as? Int == 200)
        #expect(json["outcome"] as? String == "processed")
        #expect((json["timings"] as? [String: Double])?.count == 5)
        #expect(json["warnings"] as? [String] == [])
    }

    @Test func warningsAreKeptAndOlderResultsHaveNone() throws {
        var dark = shelf
        dark.warnings = [.dark]
        let data = try JSONEncoder().encode(dark)
        #expect(try JSONDecoder().decode(Shelf.self, from: data) == dark)
        var json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(json.removeValue(forKey: "warnings") as? [String] == ["dark"])
        let old = try JSONSerialization.data(withJSONObject: json)
        #expect(try JSONDecoder().decode(Shelf.self, from: old) == shelf)
    }

    /// How much greener a pixel is than its original gray.
    private func green(_ image: RGBImage, _ x: Int, _ y: Int) -> Int {
        let place = 3 * (y * image.width + x)
        return Int(image.pixels[place + 1]) - Int(image.pixels[place])
    }

    @Test func outlinesAreGreenRoundedAndFainterWhereUnsure() {
        let gray = RGBImage(width: 200, height: 120, red: 128, green: 128, blue: 128)
        let drawn = ShelfAnnotator().annotate(shelf, on: gray)
        // The left edges of the second and of the third book.
        #expect(green(drawn, 41, 40) > 60)
        #expect((20..<green(drawn, 41, 40)).contains(green(drawn, 21, 90)))
        // The corner itself is cut off, and anything that is not a book stays as it is.
        #expect(green(drawn, 40, 5) < 30)
        #expect(green(drawn, 150, 60) == 0)
        #expect(green(drawn, 60, 40) == 0)
    }
}
