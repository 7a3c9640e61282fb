/// The most likely assignment of a row of spines to the books of a list, in order.
///
/// A sequence alignment with affine gaps (Gotoh, Journal of Molecular Biology 162, 1982). A cell stands for a number of
/// spines and a number of books already explained, in three states: the last step consumed both, a missing book, or a
/// spine that is not in the list. At the end of a board the list may continue elsewhere, at a fixed price. Time and
/// memory grow with spines × books: a few nanoseconds and one byte per cell.
package struct ListAlignment {
    /// For each spine, its place in the sequence of the list; nil for spines that are not in it.
    package private(set) var matches: [Int?]
    /// Ranges of the list skipped by a jump, or at an open end: nothing is reported about them.
    package private(set) var jumped: [Range<Int>] = []

    /// Maximum number of cells.
    package static let mostCells = 1 << 27

    /// - Parameters:
    ///   - books: number of books in the list.
    ///   - extras: the cost of each spine as one that is not in the list.
    ///   - starts: which spines begin a board.
    ///   - isPart: whether books before the first and after the last match are free.
    ///   - fill: writes the weight of each book for the given spine.
    package init(
        books: Int, extras: [Double], starts: [Bool], isPart: Bool, _ fill: (Int, inout [Float]) -> Void
    ) {
        matches = Array(repeating: nil, count: extras.count)
        let width = books + 1
        var steps = [UInt8](repeating: 0, count: (extras.count + 1) * width)
        var row = AlignmentRow(books: books)
        row.begin(isPart: isPart, &steps)
        // For each number of spines before a jump, the best origin of the jump to each place.
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

/// The predecessor of each state of a cell, and the best state there, in two bits each.
private struct AlignmentStep {
    static let match: UInt8 = 0
    static let missing: UInt8 = 1
    static let extra: UInt8 = 2
    /// For a missing book only.
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

/// One row of cells of a ``ListAlignment``: the score of the best path that ends in each state, by number of books.
private struct AlignmentRow {
    private var match: [Float]
    private var missing: [Float]
    private var extra: [Float]
    private let books: Int

    /// Less than any possible score, and far from overflow.
    private static let never: Float = -1e9

    init(books: Int) {
        self.books = books
        match = Array(repeating: Self.never, count: books + 1)
        missing = match
        extra = match
    }

    /// Sets the row before the first spine.
    mutating func begin(isPart: Bool, _ steps: inout [UInt8]) {
        match[0] = 0
        for book in 0..<books {
            let run = Float(SpineWeight.missing) + Float(book) * Float(SpineWeight.missingMore)
            let jump = isPart ? 0 : Float(SpineWeight.jump)
            missing[book + 1] = max(run, jump)
            let from = jump >= run ? AlignmentStep.jump : book == 0 ? AlignmentStep.match : AlignmentStep.missing
            steps[book + 1] = AlignmentStep.bits(match: 0, missing: from, extra: 0, best: AlignmentStep.missing)
        }
    }

    func best(at book: Int) -> (worth: Float, state: UInt8) {
        Self.best(match[book], missing[book], extra[book])
    }

    @inline(__always)
    private static func best(_ match: Float, _ missing: Float, _ extra: Float) -> (worth: Float, state: UInt8) {
        if match >= missing { return match >= extra ? (match, AlignmentStep.match) : (extra, AlignmentStep.extra) }
        return missing >= extra ? (missing, AlignmentStep.missing) : (extra, AlignmentStep.extra)
    }

    /// Advances by one spine.
    ///
    /// - Parameters:
    ///   - weights: the weight of each book for this spine.
    ///   - extra: the weight of the spine as one that is not in the list.
    ///   - start: the index in `steps` where this row begins.
    mutating func advance(_ weights: [Float], extra price: Float, _ steps: inout [UInt8], at start: Int) {
        let (open, more) = (Float(SpineWeight.missing), Float(SpineWeight.missingMore))
        let (books, never) = (books, Self.never)
        steps.withUnsafeMutableBufferPointer { steps in
            weights.withUnsafeBufferPointer { weights in
                match.withUnsafeMutableBufferPointer { match in
                    missing.withUnsafeMutableBufferPointer { missing in
                        extra.withUnsafeMutableBufferPointer { extra in
                            // The cell of the previous row, one book back.
                            var corner: (worth: Float, state: UInt8) = (never, 0)
                            var (matchBack, missingBack, extraBack) = (never, never, never)
                            for book in 0...books {
                                let above = Self.best(match[book], missing[book], extra[book])
                                let newMatch = book == 0 ? never : corner.worth + weights[book - 1]
                                let newExtra = above.worth + price
                                let opened = max(matchBack, extraBack) + open
                                let extended = missingBack + more
                                let newMissing = max(opened, extended)
                                let from =
                                    extended > opened
                                    ? AlignmentStep.missing
                                    : matchBack >= extraBack ? AlignmentStep.match : AlignmentStep.extra
                                steps[start + book] = AlignmentStep.bits(
                                    match: corner.state, missing: from, extra: above.state,
                                    best: Self.best(newMatch, newMissing, newExtra).state)
                                corner = above
                                (match[book], missing[book], extra[book]) = (newMatch, newMissing, newExtra)
                                (matchBack, missingBack, extraBack) = (newMatch, newMissing, newExtra)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Lets the list continue further down at a price, and anywhere at a higher price, unless the price is zero.
    ///
    /// - Returns: the best origin for each place; valid only where a step is a jump.
    mutating func jump(price: Float, _ steps: inout [UInt8], at start: Int) -> [Int32] {
        var all: (worth: Float, place: Int) = (Self.never, 0)
        let worths = (0...books).map { best(at: $0).worth }
        for book in 0...books where worths[book] > all.worth { all = (worths[book], book) }
        var before: (worth: Float, place: Int) = (Self.never, 0)
        var from = [Int32](repeating: 0, count: books + 1)
        for book in 0...books {
            let back = price == 0 ? Self.never : all.worth + Float(SpineWeight.jumpBack)
            let ahead = before.worth + price
            from[book] = Int32(ahead >= back ? before.place : all.place)
            if max(ahead, back) > missing[book] {
                missing[book] = max(ahead, back)
                steps[start + book] = steps[start + book] & ~(3 << 2) | AlignmentStep.jump << 2
            }
            if worths[book] > before.worth { before = (worths[book], book) }
        }
        return from
    }
}
