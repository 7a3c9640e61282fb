import Espy
import EspyTestSupport
import Foundation
import Testing

/// The build for browsers, run by Node with the networks of the page, counts what the native one counts: `make wasm` builds
/// both.
@Suite(.enabled(if: NodeCounter.isThere && Shipped.areThere, "node, count.wasm or networks.wasm is missing"))
struct BrowserCountTests {
    private func photo() throws -> RGBImage {
        try ImageDecoder(options: DecodingOptions()).decode(CountTruth.tray("coins").photo)
    }

    private func native(_ photo: RGBImage, _ options: CountOptions) async throws -> Count {
        try await Counter(models: try await Shipped.models, options: options)
            .count(CountPhoto(photo, width: photo.width, height: photo.height))
    }

    /// Networks differ by a millionth of their numbers, which a thing at a border may not survive.
    private func areClose(_ one: Count, _ other: Count) -> Bool {
        abs(one.count - other.count) <= 1 && abs(one.range.low - other.range.low) <= 1
            && abs(one.range.high - other.range.high) <= 1 && one.parameters == other.parameters
            && (one.width, one.height) == (other.width, other.height) && one.model == other.model
    }

    @Test func countsAreThoseOfTheNativeBuild() async throws {
        let photo = try photo()
        let (width, height) = (Double(photo.width), Double(photo.height))
        let left = [Point(x: 0, y: 0), Point(x: width / 2, y: 0), Point(x: 0, y: height)]
        let whole = try await native(photo, CountOptions())
        let like = try #require(whole.main.first).rect
        let corners = JSONValue.array(left.map { [$0.x, $0.y].json })
        let answers = try NodeCounter.answers([
            .photo(photo, JSONValue(["file": "coins.jpg".json])),
            .photo(photo, JSONValue(["options": JSONValue(["like": like.json])])),
            .photo(photo, JSONValue(["options": JSONValue(["region": corners, "pipeline": "adaptive".json])])),
        ])
        let counts = try answers.map { try $0.value("count", as: Count.self) }
        #expect(areClose(counts[0], whole))
        #expect(counts[0].detections.count == whole.detections.count)
        #expect(zip(counts[0].detections, whole.detections).allSatisfy { $0.rect.iou($1.rect) > 0.99 })
        #expect(areClose(counts[1], try await native(photo, CountOptions(like: like))))
        #expect(counts[1].parameters.pipeline == .seeker)
        #expect(areClose(counts[2], try await native(photo, CountOptions(pipeline: .adaptive, region: left))))
        #expect(counts[2].count < whole.count)
        let fields: JSONValue = try answers[0].value("count")
        #expect(try fields.value("file", as: String.self) == "coins.jpg")
        #expect(try fields.value("complete", as: Bool.self))
    }

    @Test func questionsAreAnsweredWithoutAPhoto() throws {
        let count = Count.made([.init(at: 100, 50), .init(at: 300, 50)], width: 500, height: 300)
        func ask(_ about: String, _ key: String = "", _ value: JSONValue? = nil) -> NodeCounter.Question {
            .ask(JSONValue(["about": about.json, "count": count.json, key: value]))
        }
        let corrections = CountCorrections(added: [Rect(x: 400, y: 200, width: 50, height: 50)], removed: [0])
        let answers = try NodeCounter.answers([
            ask("correct", "corrections", corrections.json), ask("csv"), ask("yolo"),
            ask("correct", "corrections", CountCorrections(removed: [9]).json), ask("groups", "groups", [5].json),
            ask("nothing"),
        ])
        #expect(try answers[0].value("count", as: Count.self) == count.corrected(by: corrections))
        #expect(try answers[1].value("count", as: JSONValue.self).value("text") == count.csv())
        #expect(try answers[2].value("count", as: JSONValue.self).value("text") == YoloLabels.text(of: count))
        for answer in answers[3...] {
            #expect(try answer.value("error", as: JSONValue.self).value("code") == "badRequest")
        }
    }

    @Test func badRequestsHaveReasons() throws {
        let small = RGBImage(width: 40, height: 30, red: 9, green: 9, blue: 9)
        func refused(_ key: String, _ value: JSONValue) -> NodeCounter.Question {
            .photo(small, JSONValue(["options": JSONValue([key: value])]))
        }
        let answers = try NodeCounter.answers([
            refused("like", Rect(x: 50, y: 50, width: 9, height: 9).json), refused("confidence", 3.json),
            refused("border", "most".json),
        ])
        let reasons = try answers.map { try $0.value("error", as: JSONValue.self).value("detail", as: String.self) }
        #expect(reasons[0] == "the example is outside the photo")
        #expect(reasons[1] == "the threshold 3.0 is not between 0 and 1")
        #expect(reasons[2] == "options.border: there is no “most”")
    }
}

/// Counts by Benchmarks/wasmbench/counter.mjs.
private enum NodeCounter {
    enum Question {
        case photo(RGBImage, JSONValue)
        case ask(JSONValue)
    }

    static var isThere: Bool { NodeProgram.canRun("count", "networks") }

    /// The answers of one process to several questions.
    static func answers(_ questions: [Question]) throws -> [JSONValue] {
        let program = NodeProgram(
            "counter.mjs", NodeProgram.modules, NodeProgram.path("web/workers/networks.js"), NodeProgram.path("models"))
        return try program.answers { folder in
            try questions.enumerated().map { index, question in
                switch question {
                case .ask(let question): return JSONValue(["ask": question]).text
                case .photo(let image, let request):
                    let file = folder.appendingPathComponent("\(index).pixels")
                    try NodeProgram.write(image, to: file)
                    return JSONValue([
                        "file": file.path.json, "width": image.width.json, "height": image.height.json,
                        "request": request,
                    ]).text
                }
            }
        }
    }
}
