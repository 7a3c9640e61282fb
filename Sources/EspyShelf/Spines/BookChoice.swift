import EspyPixels

/// Picks the books that do not overlap and have the highest total score (weighted interval scheduling).
package struct BookChoice {
    /// Columns that neighbors may share, since a side is found within a pixel.
    private static let overlap = 1.01

    private let lines: [SeparatorLine]

    package init(lines: [SeparatorLine]) { self.lines = lines }

    /// - Parameter books: indices of lines, and scores; books with a score of 0 or less are never chosen.
    /// - Returns: indices into `books`, from left to right.
    package func best(_ books: [(left: Int, right: Int, score: Float)]) -> [Int] {
        var ending = [[Int]](repeating: [], count: lines.count)
        for (index, book) in books.enumerated() where book.score > 0 { ending[book.right].append(index) }
        // With the first n lines only: the best sum, the book that ends at the last of them, and how many lines are
        // left for the others.
        var sums = [Float](repeating: 0, count: lines.count + 1)
        var steps = [(book: Int?, rest: Int)](repeating: (nil, 0), count: lines.count + 1)
        for right in lines.indices {
            sums[right + 1] = sums[right]
            steps[right + 1] = (nil, right)
            for index in ending[right] {
                let rest = min(free(before: books[index].left), right)
                let sum = sums[rest] + books[index].score
                if sum > sums[right + 1] {
                    sums[right + 1] = sum
                    steps[right + 1] = (index, rest)
                }
            }
        }
        var chosen: [Int] = []
        var place = lines.count
        while place > 0 {
            if let book = steps[place].book { chosen.append(book) }
            place = steps[place].rest
        }
        return chosen.reversed()
    }

    /// Returns how many lines may be the right side of a book before one that begins at `left`.
    private func free(before left: Int) -> Int {
        var place = left + 1
        while place < lines.count, lines[place].x <= lines[left].x + Self.overlap { place += 1 }
        return place
    }
}

/// Finds the top and bottom of books whose sides are known.
struct BookEnds {
    /// Minimum share of the columns with a steep edge, for an end.
    private static let share = 0.6
    /// Minimum difference of gray over two rows, for an edge.
    private static let steepness: Int16 = 14
    /// How far a book may extend beyond its sides, which are accurate to one strip, in rows. Further below would be the
    /// front of the board.
    private static let beyond = 12
    /// How much shorter it may be, in rows.
    private static let within = 40

    let gray: GrayImage
    private let search: LineSearch

    init(_ gray: GrayImage, _ search: LineSearch) {
        self.gray = gray
        self.search = search
    }

    /// The rows at which a book begins and ends, and whether edges from side to side are there.
    struct Rows {
        var top: Double
        var bottom: Double
        var hasTop: Bool
        var hasBottom: Bool
    }

    func rows(_ left: SeparatorLine, _ right: SeparatorLine) -> Rows {
        let rows = StripSums.rows
        let first = min(left.strips.lowerBound, right.strips.lowerBound) * rows
        let second = max(left.strips.lowerBound, right.strips.lowerBound) * rows
        let last = max(left.strips.upperBound, right.strips.upperBound) * rows
        let top = edge(stride(from: first - Self.beyond, to: second + Self.within, by: 1), left, right)
        let bottom = edge(stride(from: last + Self.beyond, to: last - Self.within, by: -1), left, right)
        return Rows(
            top: top ?? Double(first), bottom: bottom ?? Double(last), hasTop: top != nil, hasBottom: bottom != nil)
    }

    /// Returns the first row with an edge from side to side.
    private func edge(
        _ rows: StrideTo<Int>, _ left: SeparatorLine, _ right: SeparatorLine
    ) -> Double? {
        for row in rows where row >= 1 && row < gray.height - 1 {
            let low = max(0, Int(x(left, Double(row)).rounded()) + 1)
            let high = min(gray.width, Int(x(right, Double(row)).rounded()))
            guard high > low else { continue }
            var brighter = 0
            var darker = 0
            for column in low..<high {
                let step =
                    Int16(gray.pixels[(row + 1) * gray.width + column])
                    - Int16(gray.pixels[(row - 1) * gray.width + column])
                if step > Self.steepness { brighter += 1 }
                if step < -Self.steepness { darker += 1 }
            }
            if Double(max(brighter, darker)) >= Self.share * Double(high - low) { return Double(row) + 0.5 }
        }
        return nil
    }

    private func x(_ line: SeparatorLine, _ y: Double) -> Double { line.x + 0.5 + line.slope * (y - search.middle) }

    func quad(_ left: SeparatorLine, _ right: SeparatorLine, _ rows: Rows) -> Quad {
        func point(_ line: SeparatorLine, _ y: Double) -> Point { Point(x: x(line, y), y: y) }
        return Quad(
            topLeft: point(left, rows.top), topRight: point(right, rows.top), bottomRight: point(right, rows.bottom),
            bottomLeft: point(left, rows.bottom))
    }
}
