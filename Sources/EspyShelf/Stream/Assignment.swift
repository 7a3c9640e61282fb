/// Pairs two lists so that the total value of the pairs is largest (shortest augmenting paths, Jonker and Volgenant,
/// Computing 38, 1987). Pairs without value are not made.
package struct Assignment {
    /// One possible pair.
    package struct Pair: Sendable, Equatable {
        package var left: Int
        package var right: Int
        /// The value of the pair, above 0.
        package var worth: Double

        package init(left: Int, right: Int, worth: Double) {
            self.left = left
            self.right = right
            self.worth = worth
        }
    }

    /// - Parameter pairs: at most one for each left and right.
    /// - Returns: the chosen pairs, sorted by left side.
    package static func best(_ pairs: [Pair]) -> [Pair] {
        groups(of: pairs).flatMap { group in group.count == 1 ? group : solved(group) }
            .sorted { $0.left < $1.left }
    }

    /// Returns groups of pairs that compete with each other, directly or indirectly; most groups have only a few pairs.
    private static func groups(of pairs: [Pair]) -> [[Pair]] {
        var parents = Array(pairs.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index { index = parents[index] }
            return index
        }
        var lefts: [Int: Int] = [:]
        var rights: [Int: Int] = [:]
        for (index, pair) in pairs.enumerated() where pair.worth > 0 {
            for other in [lefts[pair.left], rights[pair.right]].compactMap({ $0 }) {
                parents[root(other)] = root(index)
            }
            lefts[pair.left] = index
            rights[pair.right] = index
        }
        let members = Dictionary(grouping: pairs.indices.filter { pairs[$0].worth > 0 }, by: root)
        return members.values.map { $0.map { pairs[$0] } }
    }

    /// Returns the best pairs of one group.
    private static func solved(_ pairs: [Pair]) -> [Pair] {
        let lefts = Array(Set(pairs.map { $0.left })).sorted()
        let rights = Array(Set(pairs.map { $0.right })).sorted()
        let rows = Dictionary(uniqueKeysWithValues: lefts.enumerated().map { ($1, $0) })
        let columns = Dictionary(uniqueKeysWithValues: rights.enumerated().map { ($1, $0) })
        // Square, with zeros for pairs that cannot be made, so that anything can also stay alone.
        let size = lefts.count + rights.count
        var costs = [Double](repeating: 0, count: size * size)
        for pair in pairs { costs[rows[pair.left]! * size + columns[pair.right]!] = -pair.worth }
        let chosen = shortest(costs, size: size)
        return pairs.filter { chosen[rows[$0.left]!] == columns[$0.right]! }
    }

    /// Returns the column for each row, with the smallest total cost.
    private static func shortest(_ costs: [Double], size: Int) -> [Int] {
        var rowPrices = [Double](repeating: 0, count: size + 1)
        var columnPrices = rowPrices
        // The row in each column, both from 1 on; row 0 is the one being placed.
        var owners = [Int](repeating: 0, count: size + 1)
        for row in 1...size {
            var least = [Double](repeating: .infinity, count: size + 1)
            var ways = [Int](repeating: 0, count: size + 1)
            var isUsed = [Bool](repeating: false, count: size + 1)
            owners[0] = row
            var column = 0
            repeat {
                isUsed[column] = true
                let owner = owners[column]
                var (step, next) = (Double.infinity, 0)
                for other in 1...size where !isUsed[other] {
                    let cost = costs[(owner - 1) * size + other - 1] - rowPrices[owner] - columnPrices[other]
                    if cost < least[other] { (least[other], ways[other]) = (cost, column) }
                    if least[other] < step { (step, next) = (least[other], other) }
                }
                for other in 0...size {
                    if isUsed[other] {
                        rowPrices[owners[other]] += step
                        columnPrices[other] -= step
                    } else {
                        least[other] -= step
                    }
                }
                column = next
            } while owners[column] != 0
            while column != 0 {
                owners[column] = owners[ways[column]]
                column = ways[column]
            }
        }
        var places = [Int](repeating: -1, count: size)
        for column in 1...size { places[owners[column] - 1] = column - 1 }
        return places
    }
}
