import EspyCodecs
import EspyPixels
import EspyText
import Foundation
import Testing

/// A picture with words on it.
private func page(_ lines: [String], width: Int = 520) -> TextPage {
    let height = 20 + 50 * lines.count
    var canvas = Canvas(RGBImage(width: width, height: height, red: 250, green: 250, blue: 245))
    let style = LabelStyle(size: 30, color: .black, background: nil, padding: 0)
    for (index, line) in lines.enumerated() {
        let place = Point(x: 20, y: Double(50 * index) + 35)
        canvas.label(line, at: place, anchor: .left, style, using: TextRenderer())
    }
    return TextPage(width: width, height: height, pixels: canvas.image.gray.pixels)
}

@Suite struct TextRecognizerTests {
    @Test func wordsHavePlacesAndLines() throws {
        let recognizer = try TextRecognizer(TextLanguages())
        let words = try recognizer.words(on: page(["The Geometry of", "Prime Numbers"]), layout: .block)
        #expect(words.map(\.text) == ["The", "Geometry", "of", "Prime", "Numbers"])
        #expect(words.map(\.line) == [0, 0, 0, 1, 1])
        #expect(words.allSatisfy { 0.8...1 ~= $0.confidence })
        #expect(10...30 ~= words[0].x)
        #expect(15...35 ~= words[0].y)
        #expect(15...40 ~= words[0].height)
        #expect(words[1].x > words[0].x + words[0].width)
        #expect(words[3].y > words[0].y + words[0].height)
    }

    @Test func otherLayoutsReadTheSame() throws {
        let recognizer = try TextRecognizer(TextLanguages())
        for layout in [TextPage.Layout.line, .sparse] {
            let words = try recognizer.words(on: page(["Random Graphs"]), layout: layout)
            #expect(words.map(\.text) == ["Random", "Graphs"])
        }
    }

    @Test(arguments: [(1, 1), (3, 2), (2, 300), (300, 2), (64, 64)])
    func pagesWithoutTextHaveNoWords(width: Int, height: Int) throws {
        let blank = TextPage(width: width, height: height, pixels: .init(repeating: 128, count: width * height))
        for layout in TextPage.Layout.allCases {
            #expect(try TextRecognizer(TextLanguages()).words(on: blank, layout: layout).isEmpty)
        }
    }

    @Test func sizesThatAreNotTried() throws {
        let recognizer = try TextRecognizer(TextLanguages())
        #expect(throws: TextError.badSize(width: 0, height: 4)) {
            try recognizer.words(on: TextPage(width: 0, height: 4, pixels: []), layout: .line)
        }
        let (width, height) = (4097, 4096)
        #expect(throws: TextError.badSize(width: width, height: height)) {
            let large = TextPage(width: width, height: height, pixels: .init(repeating: 0, count: width * height))
            _ = try recognizer.words(on: large, layout: .line)
        }
    }

    @Test func severalThreadsReadAtOnce() async throws {
        let recognizer = try TextRecognizer(TextLanguages())
        let titles = ["Perfect Graphs", "Small Worlds", "Black Hole", "White Teeth", "Steeple Chasing", "Petri Nets"]
        let read = try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            for title in titles {
                group.addTask { (title, try recognizer.words(on: page([title]), layout: .line).map(\.text)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (title, words) in read { #expect(words.joined(separator: " ") == title) }
    }

    @Test func cancelledTaskGivesUp() async throws {
        let recognizer = try TextRecognizer(TextLanguages())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try recognizer.words(on: page(["Anything"]), layout: .sparse)
        }
        await #expect(throws: TextError.cancelled) { try await task.value }
        #expect(try recognizer.words(on: page(["After"]), layout: .line).map(\.text) == ["After"])
    }
}
