/// A bookshelf that should hold the books of a list, in its order, and does so but for some.
public struct ListedShelf: Sendable {
    /// What should stand there, in order.
    public let list: [ListedBook]
    /// What stands there, board by board from the left: places in the list; nil for what is not in it.
    public let standing: [Int?]
    public let missing: Set<Int>
    public let misplaced: Set<Int>
    /// How it looks. Its books are in the order of ``standing``.
    public let scene: BookshelfScene

    /// - Parameters:
    ///   - books: how many should stand there, on two boards.
    ///   - changes: how many are missing, how many stand elsewhere, and how many others there are, at most each.
    ///   - isHarsh: many titles differ in a word or a number alone, books are thin, some spines say nothing, and the photo
    ///     is dark and blurred.
    public init(seed: UInt64, books: Int = 40, changes: Int = 6, isHarsh: Bool = false) {
        var random = SampleRandom(seed: seed)
        var titles = DistinctTitles(seed: random.next(), alike: isHarsh ? 0.12 : 0)
        list = titles.list(of: books)
        let order = ShelfDisorder(books: books, changes: changes, &random)
        (standing, missing, misplaced) = (order.standing, order.missing, order.misplaced)
        let shown = order.standing.map { [list] in $0.map { list[$0] } ?? titles.stranger(to: list) }
        scene = BookshelfScene.showing(shown, isHarsh: isHarsh, &random)
    }
}

/// Titles of which no two are the same, though some may be nearly so.
private struct DistinctTitles {
    private var titles: TitleMaker
    private var random: SampleRandom
    private var seen: Set<ListedBook> = []
    /// How often a title is followed by others like it.
    private let alike: Double

    init(seed: UInt64, alike: Double) {
        (titles, random, self.alike) = (TitleMaker(seed: seed), SampleRandom(seed: seed &+ 1), alike)
    }

    mutating func list(of count: Int) -> [ListedBook] {
        var list: [ListedBook] = []
        while list.count < count {
            guard alike > 0, random.chance(alike) else {
                list.append(next { $0.book() })
                continue
            }
            let volume = random.chance(0.5) ? random.pick(["Volume", "Vol.", "Book", "Part"]) : nil
            let run = titles.alike(random.integer(in: 2...4), volume: volume)
            list += run.filter { seen.insert($0).inserted }
        }
        return Array(list.prefix(count))
    }

    /// A book that is not in the list; at times one more like some that are.
    mutating func stranger(to list: [ListedBook]) -> ListedBook {
        guard alike > 0, random.chance(0.3) else { return next { $0.book() } }
        let model = random.pick(list)
        return next { $0.alike(model) }
    }

    private mutating func next(_ make: (inout TitleMaker) -> ListedBook) -> ListedBook {
        while true {
            let book = make(&titles)
            if seen.insert(book).inserted { return book }
        }
    }
}

extension ListedShelf {
    /// The one that lies in the repository: two boards of eight books.
    public static let committed = ListedShelf(seed: 41, books: 16, changes: 2)

    /// The list as a spreadsheet writes it.
    public var csv: String {
        "Title,Author\n" + list.map { "\"\($0.title)\",\"\($0.author)\"\n" }.joined()
    }
}

/// What came of a row of books since it was put in order.
struct ShelfDisorder {
    private(set) var standing: [Int?]
    private(set) var missing: Set<Int> = []
    private(set) var misplaced: Set<Int> = []

    /// A book that is moved less is hardly told from its neighbors that moved the other way.
    private static let nearest = 3

    init(books: Int, changes: Int, _ random: inout SampleRandom) {
        standing = Array(0..<books)
        for _ in 0..<random.integer(in: 0...changes) {
            let place = random.integer(in: 0...standing.count - 1)
            if let book = standing.remove(at: place) { missing.insert(book) }
        }
        for _ in 0..<random.integer(in: 0...changes) {
            let from = random.integer(in: 0...standing.count - 1)
            let to = random.integer(in: 0...standing.count - 1)
            guard abs(from - to) >= Self.nearest, let book = standing[from], !misplaced.contains(book) else { continue }
            standing.remove(at: from)
            standing.insert(book, at: to)
            misplaced.insert(book)
        }
        for _ in 0..<random.integer(in: 0...changes) {
            standing.insert(nil, at: random.integer(in: 0...standing.count))
        }
    }
}

extension BookshelfScene {
    /// Beside the books, in centimeters: who checks a shelf takes all of it into the photo.
    private static let margin = 5.0

    /// Two boards full of these books, one half on each.
    fileprivate static func showing(
        _ shown: [ListedBook], isHarsh: Bool, _ random: inout SampleRandom
    ) -> BookshelfScene {
        let room = random.number(in: 26...30)
        let habit = BookshelfMaker.Habit(
            thickness: random.number(in: isHarsh ? 1.5...2.6 : 2.2...3), height: random.number(in: 20...24),
            unevenness: random.number(in: 0.02...0.08),
            series: 0.1, leaning: random.pick([0, 0.02]), gaps: random.pick([0, 0.03]))
        var maker = BookshelfMaker(seed: random.next())
        let half = (shown.count + 1) / 2
        var books: [SampleBook] = []
        for row in 0..<2 {
            let wanted = row == 0 ? half : shown.count - half
            let many = maker.row(
                row, board: room * Double(row + 1), from: margin, to: 12 * Double(half), room: room - 2, habit)
            books += many.prefix(wanted)
        }
        let right = books.map { $0.foot.x + $0.thickness }.max() ?? 30
        let area = SIMD2(right + margin, room * 2 + 4)
        var camera = camera(&random, area)
        camera.fill = min(camera.fill, 1)
        var scene = BookshelfScene(
            seed: random.next(), width: 1800, height: Int(1800 * area.y / area.x), area: area, camera: camera,
            optics: optics(&random), wood: wood(&random),
            wall: SampleColor(gray: Float(random.number(in: 0.05...0.6))), boards: [room, room * 2])
        scene.books = zip(books, shown).map { $0.showing($1, &random) }
        if isHarsh { scene.spoil(&random) }
        return scene
    }

    /// Some spines say nothing, some hardly anything, some look like the one beside them, and the photo is a bad one.
    private mutating func spoil(_ random: inout SampleRandom) {
        let (blank, faint) = (random.number(in: 0...0.06), random.number(in: 0...0.08))
        for index in books.indices {
            if index > 0, random.chance(0.15) {
                let lines = books[index].cover.lines
                books[index].cover = books[index - 1].cover
                let ink = books[index].cover.color.ink(&random)
                books[index].cover.lines = lines.map { $0.printed(in: ink) }
            }
            if random.chance(0.1) { books[index].cover.color = books[index].cover.color.lit(0.25) }
            if random.chance(blank) { books[index].cover.lines = [] }
            if random.chance(faint) {
                let ink = books[index].cover.color.mixed(
                    with: SampleColor(gray: 0.5), Float(random.number(in: 0.08...0.3)))
                books[index].cover.lines = books[index].cover.lines.map { $0.printed(in: ink) }
            }
        }
        optics.blur = random.number(in: 0.6...1.5)
        optics.exposure = random.number(in: 0.35...0.9)
        optics.noise = random.number(in: 2...7)
        optics.quality = random.integer(in: 45...80)
    }
}

extension BookCover.Line {
    fileprivate func printed(in ink: SampleColor) -> BookCover.Line {
        var line = self
        line.color = ink
        return line
    }
}

extension SampleBook {
    /// The same with a title and an author on its spine, as large as they fit, in an ink that can be seen there. What is
    /// printed below them makes room: who prints covers means them to be read.
    fileprivate func showing(_ book: ListedBook, _ random: inout SampleRandom) -> SampleBook {
        var copy = self
        let setting: BookCover.Line.Setting = random.pick([.down, .down, .down, .up])
        let ink = cover.color.ink(&random)
        func line(_ text: String, _ from: Double, _ to: Double, most: Double) -> BookCover.Line {
            // The widest letters are nearly as wide as they are high: a title is to be there whole.
            let fitting = (to - from) * length / (0.54 * Double(text.count))
            return BookCover.Line(
                text, from: from, to: to, size: min(most, fitting / thickness, 2 / thickness), fill: 0.66, color: ink,
                setting: setting)
        }
        copy.cover.lines = [line(book.title, 0.05, 0.64, most: 0.8)]
        if random.chance(0.8) { copy.cover.lines.append(line(book.author, 0.67, 0.93, most: 0.65)) }
        copy.cover.bands.removeAll { band in
            copy.cover.lines.contains { band.from < $0.to && $0.from < band.to }
        }
        return copy
    }
}

extension SampleColor {
    /// A color that stands out on this one: mostly nearly black or nearly white, at times gold on dark cloth.
    fileprivate func ink(_ random: inout SampleRandom) -> SampleColor {
        let light = 0.3 * x + 0.59 * y + 0.11 * z
        if light < 0.25, random.chance(0.2) { return SampleColor(0.78, 0.64, 0.3) }
        return SampleColor(gray: light > 0.42 ? 0.08 : 0.93)
    }
}
