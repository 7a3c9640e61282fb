import EspyPixels
import EspyText

/// Assigns the lines of a photo to the spines that they are printed on.
struct LineShares {
    /// The lines on each spine.
    private(set) var lines: [[TextLine]]
    /// Lines that are on no spine.
    private(set) var loose: [TextLine] = []

    /// Minimum share of a line's characters for one spine to get the whole line, including words partly beside it.
    private static let clear = 0.6
    /// Minimum number of positions, of nine in a word, that must be on a spine for the word to be on it.
    private static let leastPlaces = 4
    /// How far a line may extend outside a spine, whose outline is not exact: as a share of the spine's length and of
    /// its width.
    private static let (beyondEnds, besideSides) = (0.12, 0.1)

    init(_ found: [TextLine], among spines: [Quad]) {
        lines = [[TextLine]](repeating: [], count: spines.count)
        let areas = spines.map { Area(quad: $0, wide: Self.widened($0)) }
        for line in found { add(line, areas) }
    }

    private struct Area {
        let quad: Quad
        let wide: Quad
    }

    private mutating func add(_ line: TextLine, _ spines: [Area]) {
        let near = spines.indices.filter { Self.touches(spines[$0].wide.bounds, line.quad.bounds) }
        let owners = line.words.map { word in Self.owner(of: word, near) { spines[$0].quad } }
        if let whole = Self.whole(line, owners) { return lines[whole].append(line) }
        guard owners.contains(where: { $0 != nil }) else {
            let wide = line.words.map { word in Self.owner(of: word, near) { spines[$0].wide } }
            if let whole = Self.whole(line, wide) { lines[whole].append(line) } else { loose.append(line) }
            return
        }
        cut(line, owners)
    }

    /// Splits a line between its spines: neighboring words on one spine stay together.
    private mutating func cut(_ line: TextLine, _ owners: [Int?]) {
        var start = 0
        for index in owners.indices where index + 1 == owners.count || owners[index + 1] != owners[index] {
            if let part = line.part(start..<index + 1) {
                if let owner = owners[index] { lines[owner].append(part) } else { loose.append(part) }
            }
            start = index + 1
        }
    }

    /// Returns the spine that has nearly all of a line.
    private static func whole(_ line: TextLine, _ owners: [Int?]) -> Int? {
        var signs: [Int: Int] = [:]
        for (word, owner) in zip(line.words, owners) { if let owner { signs[owner, default: 0] += word.text.count } }
        let all = line.words.reduce(0) { $0 + $1.text.count }
        guard let most = signs.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        return Double(most.value) >= clear * Double(all) ? most.key : nil
    }

    private static func owner(of word: TextLine.Word, _ spines: [Int], _ quad: (Int) -> Quad) -> Int? {
        let places = [0.2, 0.5, 0.8].flatMap { across in
            [0.25, 0.5, 0.75].map { down in place(in: word.quad, across, down) }
        }
        var best: (spine: Int, count: Int)?
        for spine in spines {
            let outline = quad(spine)
            let count = places.count { outline.contains($0) }
            if count >= leastPlaces, count > best?.count ?? 0 { best = (spine, count) }
        }
        return best?.spine
    }

    private static func place(in quad: Quad, _ across: Double, _ down: Double) -> Point {
        let upper = quad.topLeft + (quad.topRight - quad.topLeft) * across
        let lower = quad.bottomLeft + (quad.bottomRight - quad.bottomLeft) * across
        return upper + (lower - upper) * down
    }

    private static func touches(_ one: Rect, _ other: Rect) -> Bool { one.intersection(other) != nil }

    private static func widened(_ quad: Quad) -> Quad {
        let stands = quad.meanHeight >= quad.meanWidth
        let across = stands ? besideSides : beyondEnds
        let down = stands ? beyondEnds : besideSides
        return Quad(
            topLeft: place(in: quad, -across, -down), topRight: place(in: quad, 1 + across, -down),
            bottomRight: place(in: quad, 1 + across, 1 + down), bottomLeft: place(in: quad, -across, 1 + down))
    }
}

/// The probability that the text read on a spine is right and complete.
///
/// A network overestimates its words: on rendered shelves, of the words whose characters have a confidence of 0.97,
/// three in four are right. And a few correct letters are not a title: of rendered spines with eight letters or more,
/// half have all that is printed; with twelve or more, three in four. `make eval-titles` reports how often text called
/// read is right.
enum LetteringConfidence {
    /// Typical number of characters in a word, each of which must be right.
    private static let signs = 7
    /// Number of letters in whole words that make a title.
    private static let title = 12.0
    /// Minimum number of letters in a word that counts, and their minimum share of its characters.
    private static let (leastLetters, share) = (3, 0.7)

    static func of(_ lines: [TextLine]) -> Double {
        let words = lines.flatMap(\.words)
        let all = words.reduce(0) { $0 + $1.text.count }
        guard all > 0 else { return 0 }
        let mean = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(all)
        let right = (0..<signs).reduce(1.0) { product, _ in product * mean }
        return right * min(1, Double(letters(words)) / title)
    }

    /// Returns the number of letters in whole words. Characters of scripts without spaces count double, and library
    /// labels such as "796.42 Pol" do not count.
    static func letters(_ words: [TextLine.Word]) -> Int {
        words.indices.reduce(0) { sum, index in
            let word = words[index].text
            let dense = word.unicodeScalars.count { 0x3040...0x9FFF ~= $0.value }
            let letters = word.count(where: \.isLetter) + dense
            let isWhole = letters >= leastLetters && Double(letters) >= share * Double(word.count)
            let isLabel = index > 0 && letters <= labelLetters && isClass(words[index - 1].text)
            return isWhole && !isLabel ? sum + letters : sum
        }
    }

    /// Maximum number of letters of the author's name, below the class.
    private static let labelLetters = 4

    /// Whether a word is a class number of the Dewey Decimal Classification.
    private static func isClass(_ word: String) -> Bool {
        guard let number = CallNumber(word), number.scheme == .dewey else { return false }
        return !number.decimals.isEmpty && number.parts.isEmpty
    }
}
