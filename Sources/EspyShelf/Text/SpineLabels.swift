import EspyPixels
import EspyText

/// The label on one spine: lines at its foot that are a call number.
struct SpineLabel {
    let label: Shelf.Label
    let scheme: CallNumber.Scheme
    /// The lines of the label, among those on the spine.
    let lines: [TextLine]

    /// Where labels begin, as a share of the spine's length.
    private static let top = 0.5
    /// Maximum number of lines of a label.
    private static let mostLines = 6
    /// Factor for the confidence of a label with a repaired character.
    private static let repaired = 0.9

    /// Whether short level lines at the foot of a spine may be those of a label that could not be read.
    static func isHint(_ found: [TextLine], on spine: Quad) -> Bool {
        guard spine.meanHeight >= 2 * spine.meanWidth,
            let frame = Homography(from: spine, to: Quad(Rect(x: 0, y: 0, width: 1, height: 1)))
        else { return false }
        return found.contains { line in
            let sign = line.text.filter { $0.isLetter || $0.isNumber }
            return SpineTurn(line) == .level && 2...9 ~= sign.count && frame.apply(line.quad.center).y > hintTop
                && (sign.contains(where: \.isNumber) || sign.allSatisfy(\.isUppercase))
        }
    }

    /// Where labels usually begin.
    private static let hintTop = 0.7

    /// - Returns: nil if no lines at the foot are a call number.
    init?(_ found: [TextLine], on spine: Quad) {
        guard spine.meanHeight >= spine.meanWidth,
            let frame = Homography(from: spine, to: Quad(Rect(x: 0, y: 0, width: 1, height: 1)))
        else { return nil }
        let placed = found.map { (line: $0, place: frame.apply($0.quad.center)) }.filter { $0.place.y > Self.top }
        // Level lines follow each other down the spine, and lines along it from right to left.
        let level = placed.filter { SpineTurn($0.line) == .level }.sorted { $0.place.y < $1.place.y }.map(\.line)
        let down = placed.filter { SpineTurn($0.line) == .down }.sorted { $0.place.x > $1.place.x }.map(\.line)
        let up = placed.filter { SpineTurn($0.line) == .up }.sorted { $0.place.x < $1.place.x }.map(\.line)
        let best = [level, down, up].compactMap(Self.longest).max { $0.signs < $1.signs }
        guard let best, SpineTurn(best.lines[0]) != .level || !Self.isPart(best.lines, of: level) else { return nil }
        (label, scheme, lines) = (best.label, best.scheme, best.lines)
    }

    /// Whether a line is a part of the label, or what another look made of it.
    func covers(_ line: TextLine) -> Bool {
        let center = line.quad.center
        return lines.contains { $0.quad.contains(center) || line.quad.contains($0.quad.center) }
    }

    /// Returns the better of a first look and a closer one: sure if both agree, and unsure if they do not.
    ///
    /// - Parameter wasSeen: whether the closer look saw text there.
    static func surer(_ one: SpineLabel?, _ other: SpineLabel?, wasSeen: Bool) -> SpineLabel? {
        guard let one, wasSeen else { return one ?? other }
        guard let other else {
            let label = Shelf.Label(text: one.label.text, confidence: one.label.confidence * differing)
            return SpineLabel(label: label, scheme: one.scheme, lines: one.lines)
        }
        let best = other.label.confidence > one.label.confidence ? other : one
        let isSame = one.label.text == other.label.text
        let doubt = (1 - one.label.confidence) * (1 - other.label.confidence)
        return SpineLabel(
            label: .init(text: best.label.text, confidence: isSame ? 1 - doubt : best.label.confidence * differing),
            scheme: best.scheme, lines: one.lines + other.lines)
    }

    /// Returns the systems of a shelf. Of the Library of Congress's and Dewey's, one is usual in a library: `845.2 C23` is a
    /// part of `QA845.2 .C23` where most numbers are like that.
    static func usualSchemes(_ labels: [SpineLabel?]) -> Set<CallNumber.Scheme> {
        let schemes = labels.compactMap { $0?.scheme }
        let (dewey, congress) = (schemes.count { $0 == .dewey }, schemes.count { $0 == .congress })
        return dewey > congress ? [.dewey, .school] : [.congress, .school]
    }

    /// Factor for the confidence of a label that two looks read differently.
    private static let differing = 0.6

    private init(label: Shelf.Label, scheme: CallNumber.Scheme, lines: [TextLine]) {
        (self.label, self.scheme, self.lines) = (label, scheme, lines)
    }

    private struct Run {
        let label: Shelf.Label
        let scheme: CallNumber.Scheme
        let lines: [TextLine]
        var signs: Int { label.text.count }
    }

    /// Whether other lines stand so close above or below that they belong to the same label.
    private static func isPart(_ lines: [TextLine], of all: [TextLine]) -> Bool {
        let bounds = lines.dropFirst().reduce(lines[0].quad.bounds) { $0.union($1.quad.bounds) }
        let height = lines.map(\.quad.meanHeight).max() ?? 0
        return all.contains { line in
            let other = line.quad.bounds
            return !lines.contains(line) && line.text.contains { $0.isLetter || $0.isNumber }
                && other.y < bounds.maxY + near * height && bounds.y < other.maxY + near * height
        }
    }

    /// Maximum distance of lines of one label, in line heights.
    private static let near = 0.8

    /// Returns the longest run of lines that is a call number.
    private static func longest(_ lines: [TextLine]) -> Run? {
        var best: Run?
        for start in lines.indices {
            for end in start..<min(start + mostLines, lines.count) {
                let run = Array(lines[start...end])
                guard let label = CallNumberLabel(run.map(\.text)), label.text.count > best?.signs ?? 0 else {
                    continue
                }
                let sure = run.flatMap(\.words).map(\.confidence).min() ?? 0
                let factor = (0..<label.repairs).reduce(1.0) { factor, _ in factor * repaired }
                best = Run(
                    label: .init(text: label.text, confidence: sure * factor), scheme: label.number.scheme, lines: run)
            }
        }
        return best
    }
}

/// The feet of spines, enlarged and side by side on sheets: labels in small print, with room around each, are read there
/// that run into each other on the photo.
struct SpineFeet {
    let sheets: [RGBImage]
    private let cells: [[Cell]]

    private struct Cell {
        /// Its index among the given spines.
        let index: Int
        let area: Rect
        /// The mapping from the sheet to the photo.
        let back: Homography
    }

    /// The part of a spine that is looked at, as shares of its length, and how much more beside it.
    private static let (top, bottom, beside) = (0.55, 1.02, 0.04)
    /// Width of a usual foot on the sheet, and the largest magnification.
    private static let (wide, mostScale) = (110.0, 3.0)
    /// Distance between feet, and the size of a sheet, in pixels.
    private static let (margin, side) = (28, 2240)
    /// Minimum width of a spine with a label, in pixels.
    private static let narrowest = 12.0

    init(_ spines: [Quad], in image: RGBImage) {
        let standing = spines.indices.filter {
            spines[$0].meanHeight > spines[$0].meanWidth && spines[$0].meanWidth >= Self.narrowest
        }
        let widths = standing.map { spines[$0].meanWidth }.sorted()
        let scale = widths.isEmpty ? 1 : min(Self.wide / widths[widths.count / 2], Self.mostScale)
        var (sheets, all, pictures): ([RGBImage], [[Cell]], [(cell: Cell, picture: RGBImage)]) = ([], [], [])
        var (left, row, tallest) = (Self.margin, Self.margin, 0)
        func finish() {
            guard !pictures.isEmpty else { return }
            sheets.append(Self.sheet(pictures, height: row + tallest + Self.margin))
            all.append(pictures.map(\.cell))
            (pictures, left, row, tallest) = ([], Self.margin, Self.margin, 0)
        }
        for index in standing {
            let quad = Self.foot(of: spines[index])
            let (width, height) = (Int(quad.meanWidth * scale), Int(quad.meanHeight * scale))
            guard width + 2 * Self.margin <= Self.side, height + 2 * Self.margin <= Self.side else { continue }
            if left + width + Self.margin > Self.side {
                (left, row, tallest) = (Self.margin, row + tallest + Self.margin, 0)
            }
            if row + height + Self.margin > Self.side { finish() }
            let area = Rect(x: Double(left), y: Double(row), width: Double(width), height: Double(height))
            guard let picture = image.rectified(quad, width: width, height: height),
                let back = Homography(from: Quad(area), to: quad)
            else { continue }
            pictures.append((Cell(index: index, area: area, back: back), picture))
            left += width + Self.margin
            tallest = max(tallest, height)
        }
        finish()
        (self.sheets, cells) = (sheets, all)
    }

    /// Returns the lines read on one sheet, by spine index, in pixels of the photo.
    func placed(_ lines: [TextLine], on sheet: Int) -> [Int: [TextLine]] {
        var found: [Int: [TextLine]] = [:]
        for line in lines {
            guard let cell = cells[sheet].first(where: { $0.area.contains(line.quad.center) }) else { continue }
            found[cell.index, default: []].append(line.moved(by: cell.back))
        }
        return found
    }

    private static func foot(of spine: Quad) -> Quad {
        func place(_ across: Double, _ down: Double) -> Point {
            let upper = spine.topLeft + (spine.topRight - spine.topLeft) * across
            let lower = spine.bottomLeft + (spine.bottomRight - spine.bottomLeft) * across
            return upper + (lower - upper) * down
        }
        return Quad(
            topLeft: place(-beside, top), topRight: place(1 + beside, top), bottomRight: place(1 + beside, bottom),
            bottomLeft: place(-beside, bottom))
    }

    private static func sheet(_ pictures: [(cell: Cell, picture: RGBImage)], height: Int) -> RGBImage {
        var sheet = RGBImage(width: side, height: height, red: 128, green: 128, blue: 128)
        for (cell, picture) in pictures {
            for line in 0..<picture.height {
                let start = 3 * ((Int(cell.area.y) + line) * side + Int(cell.area.x))
                sheet.pixels.replaceSubrange(
                    start..<start + 3 * picture.width,
                    with: picture.pixels[3 * line * picture.width..<3 * (line + 1) * picture.width])
            }
        }
        return sheet
    }
}

extension TextLine {
    /// The line in another picture.
    fileprivate func moved(by map: Homography) -> TextLine {
        TextLine(
            quad: map.apply(quad),
            words: words.map { Word(text: $0.text, confidence: $0.confidence, quad: map.apply($0.quad)) },
            confidence: confidence)
    }
}
