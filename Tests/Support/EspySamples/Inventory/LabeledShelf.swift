/// A shelf of a library: books with call numbers on labels at the foot of their spines, in order with a few exceptions.
public struct LabeledShelf: Sendable {
    public enum System: Sendable, CaseIterable {
        case dewey, congress, school
    }

    public let system: System
    /// The lines of each label, in shelf order. All labels differ.
    public let labels: [[String]]
    /// The books that are there, board by board from the left, as places in ``labels``; nil for books without a label.
    public let standing: [Int?]
    /// The books that are out of order, as places in ``labels``.
    public let misplaced: Set<Int>
    /// The rendered scene. Its books are in the order of ``standing``.
    public let scene: BookshelfScene

    /// - Parameters:
    ///   - books: the number of books, on two boards.
    ///   - changes: the largest number of misplaced books, and of books without a label; half of the shelves have all
    ///     books in order.
    ///   - width: of the photo in pixels; nil for any of a few.
    public init(seed: UInt64, books: Int = 40, changes: Int = 4, width: Int? = nil) {
        var random = SampleRandom(seed: seed &+ 0xCA11)
        system = System.allCases[Int(seed % UInt64(System.allCases.count))]
        labels = LabelMaker.labels(books, system, &random)
        let order = ShelfDisorder(books: books, changes: random.chance(0.5) ? changes : 0, &random)
        (standing, misplaced) = (order.standing, order.misplaced)
        var titles = TitleMaker(seed: random.next())
        let shown = standing.map { _ in titles.book() }
        let widths = [1800, 2400, 3000]
        var scene = BookshelfScene.showing(shown, width: width ?? random.pick(widths), &random)
        let frame = random.pick([nil, nil, SampleColor(0.75, 0.2, 0.15), SampleColor(0.1, 0.25, 0.6)])
        for (index, place) in standing.enumerated() {
            guard let place else { continue }
            scene.books[index].cover.stick(
                labels[place], thickness: scene.books[index].thickness,
                length: scene.books[index].length, frame: frame, &random)
        }
        self.scene = scene
    }
}

extension LabeledShelf {
    /// The shelf in the repository: two boards of eight books with Dewey numbers, two of them out of order.
    public static let committed: LabeledShelf = {
        var seed: UInt64 = 12
        while true {
            let shelf = LabeledShelf(seed: seed, books: 16, width: 1500)
            if shelf.misplaced.count == 2 { return shelf }
            seed += UInt64(System.allCases.count)
        }
    }()
}

/// Invents call numbers. They are sorted by their parts while these are still numbers and letters.
private enum LabelMaker {
    private struct Label: Hashable {
        /// Sorted as text. Numbers are padded with zeros.
        var keys: [String]
        var lines: [String]
    }

    static func labels(_ count: Int, _ system: LabeledShelf.System, _ random: inout SampleRandom) -> [[String]] {
        var labels: Set<Label> = []
        var seen: Set<[String]> = []
        let start = random.integer(in: 100...940)
        while labels.count < count {
            let label =
                switch system {
                case .dewey: dewey(start, &random)
                case .congress: congress(start, &random)
                case .school: school(start, &random)
                }
            if seen.insert(label.keys).inserted { labels.insert(label) }
        }
        return labels.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }.map(\.lines)
    }

    private static func padded(_ number: Int) -> String { String(String(100_000 + number).dropFirst()) }

    private static func dewey(_ start: Int, _ random: inout SampleRandom) -> Label {
        let whole = start + random.integer(in: 0...3)
        var decimals = (0..<random.integer(in: 0...4)).map { _ in String(random.integer(in: 0...9)) }.joined()
        if decimals.hasSuffix("0") { decimals += String(random.integer(in: 1...9)) }
        let name = letters(3, &random)
        let number = decimals.isEmpty ? "\(whole)" : "\(whole).\(decimals)"
        return Label(keys: [padded(whole), decimals, name], lines: [number, name])
    }

    private static func congress(_ start: Int, _ random: inout SampleRandom) -> Label {
        let subject = random.pick(["QA", "QA", "QC"])
        let whole = start + random.integer(in: 0...5)
        let decimals = random.chance(0.3) ? String(random.integer(in: 1...9)) : ""
        let cutter = random.pick(["B", "C", "D", "H", "L", "M", "P", "R", "S", "T"])
        let digits = String(random.integer(in: 2...9)) + (random.chance(0.6) ? String(random.integer(in: 1...9)) : "")
        let year = random.chance(0.7) ? String(random.integer(in: 1965...2023)) : ""
        let number = "\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)")
        return Label(
            keys: [subject, padded(whole), decimals, cutter, digits, year],
            lines: [subject, number, ".\(cutter)\(digits)"] + (year.isEmpty ? [] : [year]))
    }

    private static func school(_ start: Int, _ random: inout SampleRandom) -> Label {
        let section = start % 2 == 0 ? "FIC" : random.pick(["B", "E"])
        let name = letters(3, &random)
        return Label(keys: [section, name], lines: [section, name])
    }

    private static func letters(_ count: Int, _ random: inout SampleRandom) -> String {
        let vowels = ["A", "E", "I", "O", "U"]
        let others = ["B", "C", "D", "F", "G", "H", "K", "L", "M", "N", "P", "R", "S", "T", "W"]
        return (0..<count).map { random.pick($0 == 1 ? vowels : others) }.joined()
    }
}

extension BookCover {
    /// Heights in centimeters: of a line of print, and of the smallest that is printed across a spine.
    private static let (line, least) = (0.55, 0.26)
    /// Width of a letter in line heights.
    private static let letter = 0.6

    /// Puts a label over the print at the foot: lines across the spine, or along a spine that is too thin for them.
    mutating func stick(
        _ label: [String], thickness: Double, length: Double, frame: SampleColor?, _ random: inout SampleRandom
    ) {
        let paper = SampleColor(gray: Float(random.number(in: 0.82...0.95)))
        let ink = SampleColor(gray: Float(random.number(in: 0.02...0.2)))
        let longest = Double(label.map(\.count).max() ?? 1)
        let fitting = 0.9 * thickness / (Self.letter * longest)
        let isAlong = fitting < Self.least
        let step = isAlong ? min(0.6, 0.8 * thickness) : min(Self.line, fitting)
        let text = label.joined(separator: " ")
        let height =
            isAlong ? 0.6 + Self.letter * step * Double(text.count) * 1.15 : step * 1.15 * Double(label.count) + 0.4
        let foot = 1 - random.number(in: 0.6...1.6) / length
        let head = foot - height / length
        lines.removeAll { $0.to > head - 0.01 }
        bands.removeAll { $0.to > head }
        if let frame { bands.append(.init(from: head - 0.1 / length, to: foot + 0.1 / length, color: frame)) }
        bands.append(.init(from: head, to: foot, color: paper))
        guard !isAlong else {
            lines.append(
                Line(text, from: head + 0.25 / length, to: foot, size: step / thickness, fill: 0.66, color: ink))
            return
        }
        for (index, text) in label.enumerated() {
            let top = head + (0.2 + step * 1.15 * Double(index)) / length
            lines.append(
                Line(text, from: top, to: top + step / length, size: 1, fill: 0.8, color: ink, setting: .level))
        }
    }
}
