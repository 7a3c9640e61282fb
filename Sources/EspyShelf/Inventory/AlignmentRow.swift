/// One row of cells of a ``ListAlignment``: what the best way is worth that ends in each state, for each number of books.
struct AlignmentRow {
    private var match: [Float]
    private var missing: [Float]
    private var extra: [Float]
    private let books: Int

    /// Less than anything that can come up, and far from overflow.
    private static let never: Float = -1e9

    init(books: Int) {
        self.books = books
        match = Array(repeating: Self.never, count: books + 1)
        missing = match
        extra = match
    }

    /// Before the first spine.
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

    /// Takes one more spine.
    ///
    /// - Parameters:
    ///   - weights: what each book is worth as this spine.
    ///   - extra: what it is worth as none of the list.
    ///   - start: where the steps of this row begin.
    mutating func advance(_ weights: [Float], extra price: Float, _ steps: inout [UInt8], at start: Int) {
        let (open, more) = (Float(SpineWeight.missing), Float(SpineWeight.missingMore))
        let (books, never) = (books, Self.never)
        steps.withUnsafeMutableBufferPointer { steps in
            weights.withUnsafeBufferPointer { weights in
                match.withUnsafeMutableBufferPointer { match in
                    missing.withUnsafeMutableBufferPointer { missing in
                        extra.withUnsafeMutableBufferPointer { extra in
                            // Of the row before, one book back.
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

    /// Lets the list go on further down at a price, and anywhere at a higher one, unless the price is nothing.
    ///
    /// - Returns: from where it is best to come, for each place; of use where a step says so.
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
