import EspyCodecs
import EspyInference
import EspyPixels
import EspyText
import Foundation
import Testing

/// The networks of this checkout, where `Scripts/setup-text` puts them.
enum Networks {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let models = root.appendingPathComponent("models").path
    static let runtime = InferenceRuntime(folders: [root.appendingPathComponent(".build/openvino").path])

    static let areThere =
        runtime.path != nil
        && ["det", "rec"].allSatisfy { FileManager.default.fileExists(atPath: "\(models)/ppocrv6-small-\($0).onnx") }

    /// Loaded once for all tests.
    private static let loader = Result {
        ModelLoader(library: try ModelLibrary(folders: [models]), use: .singles(callers: 2), runtime: runtime)
    }
    static let engine = Result {
        let loader = try Self.loader.get()
        return try PaddleTextEngine(
            detector: loader.loadOpen(PaddleTextEngine.detector, task: .textDetector),
            recognizer: loader.loadOpen(PaddleTextEngine.recognizer, task: .textRecognizer))
    }

    static func image(_ name: String) throws -> RGBImage {
        let file = root.appendingPathComponent("Tests/Samples/text/\(name)")
        return try ImageDecoder().decode([UInt8](Data(contentsOf: file)))
    }
}

/// Pages, signs and screenshots in eight languages, rendered with truth.
@Suite(.enabled(if: Networks.areThere, "the networks are not there: run Scripts/setup-text"))
struct SampleTextTests {
    private struct Truth: Decodable {
        let language: String
        let kind: String
        let words: [String]
    }

    /// The least fraction of words read, for each kind of picture.
    private static let floors = ["page": 0.97, "photo": 0.97, "screen": 0.97, "small": 0.97, "sign": 0.97]

    private static func plain(_ word: String) -> String {
        word.precomposedStringWithCanonicalMapping.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static func right(_ wanted: [String], _ read: [String]) -> Int {
        var left = read.map(plain)
        return wanted.map(plain).count { word in
            guard let place = left.firstIndex(of: word) else { return false }
            left.remove(at: place)
            return true
        }
    }

    @Test(arguments: floors.keys.sorted()) func wordsAreRead(kind: String) throws {
        let file = Networks.root.appendingPathComponent("Tests/Samples/text/truth.json")
        let truth = try JSONDecoder().decode([String: Truth].self, from: Data(contentsOf: file))
        let engine = try Networks.engine.get()
        var (words, right) = (0, 0)
        for (name, about) in truth where about.kind == kind {
            let lines = try engine.lines(in: Networks.image(name))
            words += about.words.count
            right += Self.right(about.words, lines.flatMap { $0.words.map(\.text) })
        }
        #expect(words > 40)
        #expect(Double(right) >= (Self.floors[kind] ?? 1) * Double(words), "\(right) of \(words)")
    }

    @Test(arguments: [0, 90, 180, 270]) func turnedPagesAreReadInOrder(degrees: Int) throws {
        let turns: [Int: Orientation] = [90: .rotate90, 180: .rotate180, 270: .rotate270]
        let image = try Networks.image("en-page.jpg")
        let turned = turns[degrees].map(image.oriented) ?? image
        let text = try Networks.engine.get().lines(in: turned).map(\.text).joined(separator: " ")
        #expect(text.hasPrefix("The harbour was quiet"), "\(text)")
        #expect(text.hasSuffix("small fish instead."), "\(text)")
    }

    @Test func wordsLieInTheirLines() throws {
        let image = try Networks.image("en-screen.jpg")
        let lines = try Networks.engine.get().lines(in: image)
        let line = try #require(lines.first { $0.text == "Update available tonight" })
        #expect(line.words.map(\.text) == ["Update", "available", "tonight"])
        let middles = line.words.map(\.quad.center.x)
        #expect(middles == middles.sorted())
        // Text is rendered from pixel 84 on.
        #expect(abs(line.words[0].quad.topLeft.x - 84) < 14)
        #expect(line.words.allSatisfy { line.quad.scaled(by: 1.01).contains($0.quad.center) })
    }

    @Test func blankAndTinyPicturesHaveNoLines() throws {
        let engine = try Networks.engine.get()
        for (width, height) in [(1, 1), (40, 3), (640, 480)] {
            let image = RGBImage(width: width, height: height, red: 128, green: 128, blue: 128)
            #expect(try engine.lines(in: image).isEmpty)
        }
        #expect(throws: TextError.badSize(width: 0, height: 0)) {
            try engine.lines(in: RGBImage(width: 0, height: 0, pixels: []))
        }
    }

    @Test func cancelledTaskGivesUp() async throws {
        let engine = try Networks.engine.get()
        let image = try Networks.image("en-page.jpg").resized(width: 2240, height: 2000)
        let task = Task.detached { try engine.lines(in: image) }
        // Cancels from its own thread, because all task threads may be busy with other tests until this one is done.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.03)
            task.cancel()
        }
        await #expect(throws: TextError.cancelled) { try await task.value }
        // A canceled run leaves nothing behind.
        #expect(try !engine.lines(in: Networks.image("en-screen.jpg")).isEmpty)
    }

    @Test func severalCallersReadTheSame() async throws {
        let engine = try Networks.engine.get()
        let image = try Networks.image("de-small.jpg")
        let alone = try engine.lines(in: image)
        try await withThrowingTaskGroup(of: [TextLine].self) { group in
            for _ in 0..<4 { group.addTask { try engine.lines(in: image) } }
            for try await lines in group { #expect(lines.map(\.text) == alone.map(\.text)) }
        }
    }
}
