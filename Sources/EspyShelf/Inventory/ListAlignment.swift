/// The most likely way in which a row of spines came from a list: which spine is which book, in order.
///
/// A sequence alignment with affine gaps (Gotoh, Journal of Molecular Biology 162, 1982): each cell stands for so many
/// spines and so many books that are explained, in three states: the last step took both, a book that is not there, or a
/// spine that is not in the list. Where a board ends, the list may go on elsewhere at one price whatever is left out. The
/// time is that of spines times books, a few nanoseconds each, and the memory one byte for each.
package struct ListAlignment {
    /// For each spine, the place in the sequence of the list; nil for those that are not in it.
    package private(set) var matches: [Int?]
    /// Ranges of the list that were left out by a jump, or at an open end: nothing is said about them.
    package private(set) var jumped: [Range<Int>] = []

    /// More cells than this are not tried.
    package static let mostCells = 1 << 27

    /// - Parameters:
    ///   - books: how many are in the list.
    ///   - extras: what each spine costs as one that is not in the list.
    ///   - starts: which spines begin a board.
    ///   - isPart: whether what is before the first and behind the last book costs nothing.
    ///   - fill: writes what each book is worth as the given spine.
    package init(
        books: Int, extras: [Double], starts: [Bool], isPart: Bool, _ fill: (Int, inout [Float]) -> Void
    ) {
        matches = Array(repeating: nil, count: extras.count)
        let width = books + 1
        var steps = [UInt8](repeating: 0, count: (extras.count + 1) * width)
        var row = AlignmentRow(books: books)
        row.begin(isPart: isPart, &steps)
        // Where the list was left, by the number of spines before that: for each place the best one.
        var jumps = [0: [Int32](repeating: 0, count: width)]
        var weights = [Float](repeating: 0, count: books)
        for spine in extras.indices {
            fill(spine, &weights)
            row.advance(weights, extra: Float(extras[spine]), &steps, at: (spine + 1) * width)
            let isEnd = spine + 1 == extras.count
            guard isEnd || starts[spine + 1] else { continue }
            let price = isEnd && isPart ? 0 : Float(SpineWeight.jump)
            jumps[spine + 1] = row.jump(price: price, &steps, at: (spine + 1) * width)
        }
        trace(steps, jumps, from: row.best(at: books).state, books: books)
    }

    private mutating func trace(_ steps: [UInt8], _ jumps: [Int: [Int32]], from end: UInt8, books: Int) {
        var (spine, book, state) = (matches.count, books, end)
        while spine > 0 || book > 0 {
            let step = AlignmentStep(bits: steps[spine * (books + 1) + book])
            switch state {
            case AlignmentStep.match:
                spine -= 1
                book -= 1
                matches[spine] = book
                state = step.match
            case AlignmentStep.extra:
                spine -= 1
                state = step.extra
            default:
                guard step.missing == AlignmentStep.jump, let before = jumps[spine]?[book] else {
                    book -= 1
                    state = step.missing
                    continue
                }
                if Int(before) < book { jumped.append(Int(before)..<book) }
                book = Int(before)
                state = AlignmentStep(bits: steps[spine * (books + 1) + book]).best
            }
        }
        jumped.reverse()
    }
}

/// From where each state of a cell was reached, and which of them is the best one there: two bits each.
struct AlignmentStep {
    static let match: UInt8 = 0
    static let missing: UInt8 = 1
    static let extra: UInt8 = 2
    /// Of a missing book only.
    static let jump: UInt8 = 3

    var bits: UInt8

    var match: UInt8 { bits & 3 }
    var missing: UInt8 { bits >> 2 & 3 }
    var extra: UInt8 { bits >> 4 & 3 }
    var best: UInt8 { bits >> 6 }

    static func bits(match: UInt8, missing: UInt8, extra: UInt8, best: UInt8) -> UInt8 {
        match | missing << 2 | extra << 4 | best << 6
    }
}
