import Espy
import EspyPixels
import EspyTestSupport
import EspyText
import Foundation
import Testing

/// Returns the given lines for a picture, or a part of it, whose pixels encode their position in the photo.
private struct FixedEngine: TextEngine {
    /// In pixels of the photo.
    var found: [TextLine]
    var version: String { "fixed" }

    /// Encodes the position of each pixel as fractions in bytes: red from the left, green from the top.
    static func photo(width: Int, height: Int) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += [UInt8(x / 4), UInt8(y / 4), 0] }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine] {
        if Task.isCancelled { throw .cancelled }
        let corner = Point(x: 4 * Double(image.pixels[0]), y: 4 * Double(image.pixels[1]))
        return found.map { line in
            let words = line.words.map {
                TextLine.Word(text: $0.text, confidence: $0.confidence, quad: $0.quad.map { $0 - corner })
            }
            return TextLine(quad: line.quad.map { $0 - corner }, words: words, confidence: line.confidence)
        }
    }
}

/// Lines of a photo, assigned to the spines that they are printed on.
@Suite struct SpineLineReaderTests {
    private let image = FixedEngine.photo(width: 800, height: 600)
    /// Four books of 100 pixels from the left, the last of which was not detected.
    private let quads = [0.0, 100, 200].map { Quad(Rect(x: 100 + $0, y: 100, width: 100, height: 400)) }

    /// A line whose letters run down, as on most spines.
    private func down(
        _ words: [String], x: Double, from top: Double, to bottom: Double, _ confidence: Double = 0.99
    )
        -> TextLine
    {
        let step = (bottom - top) / Double(words.count)
        func quad(_ from: Double, _ to: Double) -> Quad {
            Quad(
                topLeft: Point(x: x + 15, y: from), topRight: Point(x: x + 15, y: to),
                bottomRight: Point(x: x - 15, y: to), bottomLeft: Point(x: x - 15, y: from))
        }
        let placed = words.enumerated().map { index, word in
            let from = top + Double(index) * step
            return TextLine.Word(text: word, confidence: confidence, quad: quad(from, from + step))
        }
        return TextLine(quad: quad(top, bottom), words: placed, confidence: confidence)
    }

    private func level(_ words: [(String, Double)], y: Double) -> TextLine {
        let placed = words.map { word, x in
            TextLine.Word(text: word, confidence: 0.99, quad: Quad(Rect(x: x, y: y, width: 60, height: 20)))
        }
        let quad = Quad(Rect(x: words[0].1, y: y, width: words.last!.1 + 60 - words[0].1, height: 20))
        return TextLine(quad: quad, words: placed, confidence: 0.99)
    }

    private func texts(_ lines: [TextLine], catalog: Catalog? = nil) async throws -> [String] {
        let reader = SpineLineReader(FixedEngine(found: lines), catalog: catalog)
        return try await reader.readings(of: quads, in: image).map { $0?.text ?? "nil" }
    }

    @Test func linesGoToTheirSpinesInTheOrderOfReading() async throws {
        let lines = [
            down(["Press"], x: 150, from: 420, to: 480), down(["Olive", "Trees"], x: 150, from: 220, to: 400),
            down(["Marsh"], x: 150, from: 120, to: 200), down(["Second", "line"], x: 230, from: 150, to: 400),
            down(["First", "line"], x: 268, from: 150, to: 400),
        ]
        #expect(try await texts(lines) == ["Marsh Olive Trees Press", "First line Second line", ""])
    }

    @Test func spineWhoseLettersRunUpSaysSo() async throws {
        let run = down(["Marsh", "Olive"], x: 150, from: 120, to: 400)
        /// The same line for someone who tilts the head to the left.
        func turned(_ quad: Quad) -> Quad {
            Quad(
                topLeft: quad.bottomRight, topRight: quad.bottomLeft, bottomRight: quad.topLeft,
                bottomLeft: quad.topRight)
        }
        let words = run.words.map { TextLine.Word(text: $0.text, confidence: 0.99, quad: turned($0.quad)) }
        let up = TextLine(quad: turned(run.quad), words: words, confidence: 0.99)
        for (line, isUp) in [(run, nil), (up, true)] as [(TextLine, Bool?)] {
            let reading = try await SpineLineReader(FixedEngine(found: [line])).readings(of: [quads[0]], in: image)[0]
            #expect(reading?.readsUpward == isUp)
            let spine = Shelf.Spine(id: 1, quad: quads[0], row: 0, confidence: 1, reading: reading)
            let shelf = Shelf(width: 800, height: 600, spines: [spine])
            #expect("\(ShelfAnswer(shelf).json)".contains("readsUpward") == (isUp == true))
            let typed = shelf.corrected(by: ShelfCorrections(texts: [1: "Marsh"]))
            #expect(typed?.spines[0].reading?.readsUpward == isUp)
        }
    }

    @Test func lineOverTwoSpinesIsCut() async throws {
        let lines = [level([("History", 120), ("Poems", 220)], y: 200), level([("Garden", 160), ("x", 260)], y: 300)]
        let found = try await texts(lines)
        // One word does not make a new line.
        #expect(found[0] == "History Garden x")
        #expect(found[1] == "Poems")
    }

    @Test func lineThatLeansOntoTheNextStaysWhole() async throws {
        #expect(
            try await texts([down(["Rivers", "and", "Stones"], x: 205, from: 120, to: 460)])[1] == "Rivers and Stones")
    }

    @Test func strokesAndDotsAreLeftOut() async throws {
        let lines = [
            down(["|", "·", "Light", "="], x: 150, from: 120, to: 400), down(["--"], x: 250, from: 120, to: 300),
        ]
        #expect(try await texts(lines) == ["Light", "", ""])
    }

    @Test func littleAndDoubtfulIsNotRead() async throws {
        for (words, confidence, isSure) in [
            (["The", "Olive", "Harvest"], 0.99, true), (["The", "Olive", "Harvest"], 0.9, false),
            (["laa", "12", "ad"], 0.97, false), (["796", "Gif"], 1, false), (["土木工程材料"], 0.99, true),
            (["Marathons", "2024.5", "Ali"], 0.99, true),
            (["Marathons", "796.42", "Ali"], 0.99, false),
        ] {
            let reader = SpineLineReader(FixedEngine(found: [down(words, x: 150, from: 120, to: 400, confidence)]))
            let reading = try #require(try await reader.readings(of: [quads[0]], in: image)[0])
            #expect(reading.isSure == isSure, "\(words)")
        }
    }

    /// Readings of real shelves, with the confidence of each word.
    @Test func whatIsNoWordIsNotCalledRead() async throws {
        let words = try #require(try WordList(folders: [Shipped.folder.path]))
        for (read, confidences, unknown) in [
            ("Good GUIDE TO Murder HOLLY JACKSON", [0.99, 1, 1, 0.98, 1, 1], nil as [String]?),
            ("Good GUIDE TO riurg HOLLY JACKSON", [0.99, 1, 1, 0.9, 1, 1], ["riurg"]),
            ("Tin Roof MODEEN CIASSICS", [0.99, 1, 0.97, 0.96], ["MODEEN", "CIASSICS"]),
            // A word in pieces, however clear they are.
            ("Seas n of the Wave", [0.97, 0.9, 1, 1, 0.97], ["n"]),
            ("Seas n of the Wave", [1, 0.99, 1, 1, 1], ["n"]),
            ("Rock n Roll Stories", [1, 0.99, 1, 1], nil),
            // These names are in no dictionary, but certain.
            ("The Kamogawa Food Detectives Hisashi Kashiwai", [1, 1, 1, 1, 1, 0.999], nil),
            // A title is mostly words.
            ("Xqzzvtl Brtkwpq Hmndlk", [1, 1, 1], ["Xqzzvtl", "Brtkwpq", "Hmndlk"]),
            // Other scripts, and words with digits, are not judged.
            ("土木工程材料 Πόλεμος M268M2 Construction", [1, 1, 0.9, 1], nil),
        ] {
            let texts = read.split(separator: " ").map(String.init)
            var line = down(texts, x: 150, from: 110, to: 480)
            for (index, confidence) in confidences.enumerated() { line.words[index].confidence = confidence }
            let engine = FixedEngine(found: [line])
            let reader = SpineLineReader(engine, words: words)
            let reading = try #require(try await reader.readings(of: [quads[0]], in: image)[0])
            #expect(reading.unknownWords == unknown)
            #expect(reading.state == (unknown == nil ? .read : .doubtful), "\(read): \(reading.confidence)")
            // Letters alone do not show it.
            let plain = try await SpineLineReader(engine).readings(of: [quads[0]], in: image)[0]
            #expect(plain?.state == .read, "\(read)")
        }
    }

    @Test func shelfInAnotherLanguageIsReadByItsLetters() async throws {
        let words = try #require(try WordList(folders: [Shipped.folder.path]))
        let titles = ["Zbrodnia i kara Dostojewski", "Księżyc nad Wisłą Krzyżanowska", "Ostatnie życzenie Sapkowski"]
        let lines = zip(titles, quads).map { title, quad in
            down(title.split(separator: " ").map(String.init), x: quad.center.x, from: 110, to: 480)
        }
        let reader = SpineLineReader(FixedEngine(found: lines), words: words)
        let readings = try await reader.readings(of: quads, in: image)
        #expect(readings.map(\.?.state) == [.read, .read, .read])
        #expect(readings.allSatisfy { $0?.unknownWords == nil })
    }

    @Test func fileThatIsNoListOfWordsIsRefused() throws {
        #expect(try WordList(folders: ["/nowhere"]) == nil)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("no words".utf8).write(to: folder.appendingPathComponent("espy-words.bin"))
        #expect(throws: InferenceError.self) { try WordList(folders: [folder.path, Shipped.folder.path]) }
        #expect(WordList(Array("ESPYWORD".utf8)) == nil)
        let header = Array("ESPYWORD".utf8) + [255, 0, 0, 0, 5, 0, 0, 0]
        #expect(WordList(header + [UInt8](repeating: 0, count: 31)) == nil)
        #expect(WordList(header + [UInt8](repeating: 0, count: 32)) != nil)
    }

    @Test func spineThatThePhotoCutsIsNotCalledRead() async throws {
        let cut = Quad(Rect(x: -20, y: 100, width: 100, height: 400))
        let reader = SpineLineReader(
            FixedEngine(found: [down(["The", "Olive", "Harvest"], x: 30, from: 120, to: 400)]))
        let reading = try #require(try await reader.readings(of: [cut], in: image)[0])
        #expect(reading.text == "The Olive Harvest")
        #expect(!reading.isSure)
    }

    @Test func lineBetweenBooksIsABookThatWasMissed() async throws {
        let spines = [quads[0], quads[2]].map { DetectedSpine(quad: $0, row: 0, confidence: 0.9) }
        let lines = quads.map { down(["The", "Olive", "Harvest"], x: $0.center.x, from: 130, to: 450) }
        let reader = SpineLineReader(FixedEngine(found: lines))
        let revised = try await reader.revised(spines, in: image)
        #expect(revised.map { $0.spine.quad.center.x.rounded() } == [150, 250, 350])
        #expect(revised.map { $0.reading?.text } == .init(repeating: "The Olive Harvest", count: 3))
        // A few letters, or uncertain ones, do not make a spine.
        let few = SpineLineReader(FixedEngine(found: [lines[0], down(["Ab"], x: 250, from: 130, to: 450), lines[2]]))
        #expect(try await few.revised(spines, in: image).count == 2)
    }

    /// A cover of two colors seems to end where the lower color begins.
    @Test func outlineOfAPartGrowsByTheTitleBesideIt() async throws {
        let part = Quad(Rect(x: 200, y: 350, width: 100, height: 150))
        let spines = [quads[0], part, quads[2]].map { DetectedSpine(quad: $0, row: 0, confidence: 0.9) }
        func revised(_ line: TextLine) async throws -> [(spine: DetectedSpine, reading: Shelf.Reading?)] {
            try await SpineLineReader(FixedEngine(found: [line])).revised(spines, in: image)
        }
        let grown = try await revised(down(["The", "Olive", "Harvest"], x: 250, from: 130, to: 320))
        #expect(grown.map { $0.reading?.text } == ["", "The Olive Harvest", ""])
        #expect(grown[1].spine.quad == Quad(Rect(x: 200, y: 100, width: 100, height: 400)))
        // Text that is higher than the books beside it, or printed on their sides, belongs to something else.
        for line in [
            down(["The", "Olive", "Harvest"], x: 250, from: 10, to: 80),
            down(["The", "Olive", "Harvest"], x: 300, from: 130, to: 320),
        ] {
            #expect(try await revised(line).map(\.spine.quad) == spines.map(\.quad))
        }
    }

    @Test func linesBeyondTheLastBookAreBooksThatWereMissed() async throws {
        let spines = [DetectedSpine(quad: quads[1], row: 0, confidence: 0.9)]
        let near = [150.0, 350].map {
            down(["The", "Olive", "Harvest"], x: $0 + ($0 < 200 ? 25 : -25), from: 130, to: 450)
        }
        let revised = try await SpineLineReader(FixedEngine(found: near)).revised(spines, in: image)
        #expect(revised.count == 3)
        #expect(revised.first?.spine.quad.contains(near[0].quad.center) == true)
        #expect(revised.last?.spine.quad.contains(near[1].quad.center) == true)
        #expect(revised.allSatisfy { 0.5...0.9 ~= $0.spine.confidence && $0.spine.quad.signedArea > 0 })
        // A poster on the wall is not a spine.
        let far = SpineLineReader(FixedEngine(found: [down(["The", "Olive", "Harvest"], x: 600, from: 130, to: 450)]))
        #expect(try await far.revised(spines, in: image).count == 1)
    }

    @Test func bookWithoutLetteringAmongManyIsLessSure() async throws {
        let spines = (0..<10).map {
            DetectedSpine(quad: Quad(Rect(x: 70 * Double($0), y: 100, width: 70, height: 400)), row: 0, confidence: 0.9)
        }
        let lines = (0..<9).map { down(["Olive", "Harvest"], x: 70 * Double($0) + 35, from: 130, to: 450) }
        let reader = SpineLineReader(FixedEngine(found: lines))
        let revised = try await reader.revised(spines, in: image)
        #expect(revised.dropLast().allSatisfy { $0.spine.confidence == 0.9 })
        #expect(try #require(revised.last).spine.confidence < 0.6)
        // On a shelf where many spines have no text, it proves nothing.
        let plain = try await SpineLineReader(FixedEngine(found: Array(lines.prefix(4)))).revised(spines, in: image)
        #expect(plain.allSatisfy { $0.spine.confidence == 0.9 })
    }

    @Test func cancelledReadingSaysSo() async throws {
        let reader = SpineLineReader(FixedEngine(found: []))
        let (quads, image) = (quads, image)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await reader.readings(of: quads, in: image)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
