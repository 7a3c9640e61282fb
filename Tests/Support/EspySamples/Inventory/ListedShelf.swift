/// A bookshelf that holds the books of a list in order, with a few exceptions.
public struct ListedShelf: Sendable {
    /// The expected books, in order.
    public let list: [ListedBook]
    /// The books that are there, board by board from the left, as places in the list; nil for books not in it.
    public let standing: [Int?]
    public let missing: Set<Int>
    public let misplaced: Set<Int>
    /// The rendered scene. Its books are in the order of ``standing``.
    public let scene: BookshelfScene

    /// - Parameters:
    ///   - books: the number of expected books, on two boards.
    ///   - changes: the largest number of missing books, of misplaced books, and of other books.
    ///   - isHarsh: many titles differ in only a word or a number, books are thin, some spines are blank, and the photo
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

/// Distinct titles, some of them nearly the same.
private struct DistinctTitles {
    private var titles: TitleMaker
    private var random: SampleRandom
    private var seen: Set<ListedBook> = []
    /// How often a title is followed by similar ones.
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

    /// Returns a book that is not in the list, but sometimes resembles some that are.
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
    /// The shelf in the repository: two boards of eight books.
    public static let committed = ListedShelf(seed: 41, books: 16, changes: 2)

    /// The list as a spreadsheet program writes it.
    public var csv: String {
        "Title,Author\n" + list.map { "\"\($0.title)\",\"\($0.author)\"\n" }.joined()
    }
}

/// Random changes to a row of books after it was put in order.
struct ShelfDisorder {
    private(set) var standing: [Int?]
    private(set) var missing: Set<Int> = []
    private(set) var misplaced: Set<Int> = []

    /// A book that moved less can hardly be distinguished from its neighbors moving the other way.
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
    /// The margin beside the books in centimeters: people who check a shelf photograph all of it.
    private static let margin = 5.0

    /// Returns two full boards of these books, half on each.
    static func showing(
        _ shown: [ListedBook], width: Int = 1800, isHarsh: Bool = false, _ random: inout SampleRandom
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
            seed: random.next(), width: width, height: Int(Double(width) * area.y / area.x), area: area, camera: camera,
            optics: optics(&random), wood: wood(&random),
            wall: SampleColor(gray: Float(random.number(in: 0.05...0.6))), boards: [room, room * 2])
        scene.books = zip(books, shown).map { $0.showing($1, &random) }
        if isHarsh { scene.spoil(&random) }
        return scene
    }

    /// Blanks some spines, shortens others, makes some look like their neighbors, and spoils the photo.
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
    /// The same book with a title and an author on its spine, as large as they fit, in a visible ink. Other print makes
    /// room because covers are designed to be read.
    fileprivate func showing(_ book: ListedBook, _ random: inout SampleRandom) -> SampleBook {
        var copy = self
        let setting: BookCover.Line.Setting = random.pick([.down, .down, .down, .up])
        let ink = cover.color.ink(&random)
        func line(_ text: String, _ from: Double, _ to: Double, most: Double) -> BookCover.Line {
            // The widest letters are nearly as wide as they are high, and a title must fit completely.
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
    /// Returns a color that contrasts with this one: mostly near black or near white, sometimes gold on dark cloth.
    fileprivate func ink(_ random: inout SampleRandom) -> SampleColor {
        let light = 0.3 * x + 0.59 * y + 0.11 * z
        if light < 0.25, random.chance(0.2) { return SampleColor(0.78, 0.64, 0.3) }
        return SampleColor(gray: light > 0.42 ? 0.08 : 0.93)
    }
}
