/// Picks the set of books that do not overlap whose scores have the largest sum (weighted interval scheduling).
package struct BookChoice {
    /// Neighbors may share this many columns, since a side is found within a pixel.
    private static let overlap = 1.01

    private let lines: [SeparatorLine]

    package init(lines: [SeparatorLine]) { self.lines = lines }

    /// - Parameter books: places among the lines, and scores; those with a score of 0 or less are never taken.
    /// - Returns: places in `books`, from left to right.
    package func best(_ books: [(left: Int, right: Int, score: Float)]) -> [Int] {
        var ending = [[Int]](repeating: [], count: lines.count)
        for (index, book) in books.enumerated() where book.score > 0 { ending[book.right].append(index) }
        // With the first n lines alone: the best sum, the book that ends at the last of them, and how many lines are
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

    /// How many lines may be the right side of a book before one that begins at `left`.
    private func free(before left: Int) -> Int {
        var place = left + 1
        while place < lines.count, lines[place].x <= lines[left].x + Self.overlap { place += 1 }
        return place
    }
}
