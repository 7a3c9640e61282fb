import Foundation

/// Fills shelves with books.
public struct BookshelfMaker {
    private var random: SampleRandom
    private var covers: CoverMaker

    public init(seed: UInt64) {
        random = SampleRandom(seed: seed)
        covers = CoverMaker(seed: seed &+ 0x5EED)
    }

    /// The mix of books on a shelf.
    public struct Habit: Sendable, Equatable {
        /// Mean thickness and height in centimeters.
        public var thickness: Double
        public var height: Double
        /// Variation in height: 0 is a series.
        public var unevenness: Double
        /// How often a book is followed by a copy or the next volume.
        public var series: Double
        public var leaning: Double
        public var gaps: Double
        public var stacks: Double
        /// How often a spine carries a library sticker.
        public var stickers: Double

        public init(
            thickness: Double = 2.4, height: Double = 22, unevenness: Double = 0.1, series: Double = 0.25,
            leaning: Double = 0.06, gaps: Double = 0.05, stacks: Double = 0, stickers: Double = 0
        ) {
            self.thickness = thickness
            self.height = height
            self.unevenness = unevenness
            self.series = series
            self.leaning = leaning
            self.gaps = gaps
            self.stacks = stacks
            self.stickers = stickers
        }
    }

    /// Adds books from `start` to `end` on the board at height `board`, none taller than `room`.
    public mutating func row(
        _ row: Int, board: Double, from start: Double, to end: Double, room: Double, _ habit: Habit
    ) -> [SampleBook] {
        var books: [SampleBook] = []
        var x = start
        while x < end {
            if random.chance(habit.stacks) {
                let stack = self.stack(row, board: board, at: x, room: room, habit)
                x += (stack.map(\.length).max() ?? 0) + 0.3
                if x < end { books += stack }
                continue
            }
            let first = book(row, board: board, at: x, room: room, habit)
            let copies = random.chance(habit.series) ? random.integer(in: 1...4) : 0
            for copy in 0...copies where x < end {
                var book = first
                if copy > 0 { covers.vary(&book.cover) }
                book.foot.x = x
                book.recess = max(0.2, first.recess + 0.15 * random.bell())
                let next = place(&book, after: books.last, habit)
                guard next <= end else { return books }
                books.append(book)
                x = next
            }
            if random.chance(habit.gaps) { x += random.number(in: 0.5...5) }
        }
        return books
    }

    private mutating func book(
        _ row: Int, board: Double, at x: Double, room: Double, _ habit: Habit
    ) -> SampleBook {
        let thickness = min(max(habit.thickness * exp(0.5 * random.bell()), 0.7), 7)
        let height = min(max(habit.height * (1 + habit.unevenness * random.bell()), 11), room - 0.6)
        let cover = covers.cover(thickness: thickness, length: height, hasSticker: random.chance(habit.stickers))
        return SampleBook(
            row: row, foot: SIMD2(x, board), thickness: thickness, length: height,
            reach: min(height * 0.68, 20), recess: max(0.2, 1.2 + 0.7 * random.bell()), cover: cover)
    }

    /// Decides how the book leans.
    /// - Returns: where the next one may stand.
    private mutating func place(_ book: inout SampleBook, after last: SampleBook?, _ habit: Habit) -> Double {
        let slit = random.chance(0.3) ? random.number(in: 0.02...0.2) : 0.02
        book.foot.x += slit
        if let last, last.lean > 0, random.chance(0.5) {
            book.lean = last.lean
        } else if random.chance(habit.leaning) {
            book.lean = random.number(in: 0.04...0.24)
            // It leans to the right, against the next book, or back against the previous one.
            if last != nil, last?.lean == 0, random.chance(0.5) {
                let height = min(book.length, last?.length ?? 0)
                book.lean = -book.lean
                book.foot.x += -sin(book.lean) * height
                return book.foot.x + cos(book.lean) * book.thickness
            }
        } else {
            // An upright book needs the space above the foot of a leaning one.
            let lean = max(last?.lean ?? 0, 0)
            book.foot.x += sin(lean) * min(last?.length ?? 0, book.length)
            book.lean = 0.006 * random.bell()
        }
        if book.lean > 0.03, let last, last.lean <= 0.03 { book.foot.x += 0.1 }
        return book.foot.x + book.thickness / cos(book.lean)
    }

    private mutating func stack(
        _ row: Int, board: Double, at x: Double, room: Double, _ habit: Habit
    ) -> [SampleBook] {
        var y = board
        var books: [SampleBook] = []
        for _ in 0..<random.integer(in: 2...7) {
            var book = book(row, board: y, at: x + random.number(in: 0...1.2), room: 24, habit)
            guard y - book.thickness > board - room + 1 else { break }
            book.isLying = true
            books.append(book)
            y -= book.thickness + 0.02
        }
        return books
    }
}
