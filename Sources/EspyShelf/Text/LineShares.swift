import EspyPixels
import EspyText

/// Gives the lines of a photo to the spines that they are printed on.
struct LineShares {
    /// For each spine what is printed on it.
    private(set) var lines: [[TextLine]]
    /// Lines that are on no spine.
    private(set) var loose: [TextLine] = []

    /// So much of a line's signs make it one spine's as a whole, also those words of which a part lies beside it.
    private static let clear = 0.6
    /// Of nine places in a word, so many decide.
    private static let leastPlaces = 4
    /// Sides and ends of spines are not found to the pixel: how far a line may lie outside, as a share of the spine's
    /// length and of its width.
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

    /// Words beside each other that lie on one spine stay together.
    private mutating func cut(_ line: TextLine, _ owners: [Int?]) {
        var start = 0
        for index in owners.indices where index + 1 == owners.count || owners[index + 1] != owners[index] {
            if let part = line.part(start..<index + 1) {
                if let owner = owners[index] { lines[owner].append(part) } else { loose.append(part) }
            }
            start = index + 1
        }
    }

    /// The one spine that has nearly all of a line.
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

/// How likely what was read on a spine is right, and all there is.
///
/// A network is surer of its signs than it ought to be of words: of those on drawn shelves whose signs are sure to 0.97, three
/// of four are right. And a few letters that are right are no title: of drawn spines with eight letters or more, half have
/// all that is printed, with twelve or more three of four. `make eval-titles` says how often what is called read is right.
enum LetteringConfidence {
    /// A word has about so many signs, and one that is wrong makes it wrong.
    private static let signs = 7
    /// Letters in whole words that make a title.
    private static let title = 12.0
    /// Signs of a word that counts, and how many of them have to be letters.
    private static let (leastLetters, share) = (3, 0.7)

    static func of(_ lines: [TextLine]) -> Double {
        let words = lines.flatMap(\.words)
        let all = words.reduce(0) { $0 + $1.text.count }
        guard all > 0 else { return 0 }
        let mean = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(all)
        let right = (0..<signs).reduce(1.0) { product, _ in product * mean }
        return right * min(1, Double(letters(words)) / title)
    }

    /// Letters in whole words. Signs of scripts that have no spaces tell as much as two letters, and those of the label of
    /// a library tell nothing: "796.42 Pol".
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

    /// Of the author's name, below the class.
    private static let labelLetters = 4

    /// Whether a word is the number of a class of books, as Dewey's decimal classification has them.
    private static func isClass(_ word: String) -> Bool {
        guard let number = CallNumber(word), number.scheme == .dewey else { return false }
        return !number.decimals.isEmpty && number.parts.isEmpty
    }
}
