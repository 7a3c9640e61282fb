/// Chooses the modes with the fewest codewords by dynamic programming over (tokens written, state of the mode).
///
/// The state of C40, Text and X12 is the number of values that wait for their triple, that of EDIFACT the characters
/// that wait for their group of four. Base 256 runs are edges from ASCII to ASCII. How a mode may end depends on the
/// codewords that are left in the symbol, so a plan is made for one capacity.
struct EncodingPlanner {
    /// More codewords than any symbol has.
    static let unlimited = 50_000

    let tokens: [EncodingToken]
    let capacity: Int
    /// The only mode beside ASCII, `nil` for all modes.
    let encodation: Encodation?
    /// Values per token in C40, Text and X12; 0 where the mode lacks the token.
    private let valueCounts: [[Int]]
    private(set) var steps: StepTable

    init(_ frame: MessageFrame, encodation: Encodation?, capacity: Int) {
        tokens = frame.tokens
        self.capacity = capacity
        self.encodation = encodation
        valueCounts = PlannerState.tripleSets.map { set in frame.tokens.map { $0.values(in: set)?.count ?? 0 } }
        steps = StepTable(positions: frame.tokens.count + 1, capacity: capacity)
        steps.start(PlanCost(codewords: frame.header.count))
    }

    /// The runs that write all tokens, `nil` when they do not fit.
    mutating func plan() -> [EncodingRun]? {
        for position in 0...tokens.count {
            unlatch(position)
            latch(position)
            guard position < tokens.count else { break }
            advanceASCII(position)
            advanceTriples(position)
            advanceEDIFACT(position)
            advanceBase256(position)
        }
        return PlanEnding.best(of: self).map { $0.runs(self) }
    }

    /// What writing a token in ASCII costs beyond its codewords where another mode is asked for.
    func penalty(_ token: EncodingToken) -> Int {
        if case .interpretation = token { return 0 }
        return encodation == nil || encodation == .ascii ? 0 : 1
    }

    func allows(_ mode: Encodation) -> Bool { encodation == nil || encodation == mode }

    private mutating func unlatch(_ position: Int) {
        for set in PlannerState.tripleSets.indices {
            steps.step(from: position, .triple(set, 0), to: position, .ascii, PlanCost(codewords: 1))
        }
        for waiting in 0..<4 {
            // With fewer than three codewords left a reader takes them for ASCII.
            let state = PlannerState.edifact(waiting)
            guard let cost = steps.cost(position, state), cost.codewords + 3 <= capacity else { continue }
            steps.step(from: position, state, to: position, .ascii, PlanCost(codewords: min(waiting + 1, 3)))
        }
    }

    private mutating func latch(_ position: Int) {
        let modes: [(Encodation, PlannerState)] = [
            (.c40, .triple(0, 0)), (.text, .triple(1, 0)), (.x12, .triple(2, 0)), (.edifact, .edifact(0)),
        ]
        for (mode, state) in modes where allows(mode) {
            steps.step(from: position, .ascii, to: position, state, PlanCost(codewords: 1))
        }
    }

    private mutating func advanceASCII(_ position: Int) {
        let token = tokens[position]
        let cost = PlanCost(penalty: penalty(token), codewords: token.asciiCost)
        steps.step(from: position, .ascii, to: position + 1, .ascii, cost)
        guard position + 1 < tokens.count, token.digit != nil, tokens[position + 1].digit != nil else { return }
        let pair = PlanCost(penalty: 2 * penalty(token), codewords: 1)
        steps.step(from: position, .ascii, to: position + 2, .ascii, pair)
    }

    private mutating func advanceTriples(_ position: Int) {
        for (set, counts) in valueCounts.enumerated() where counts[position] > 0 {
            for waiting in 0..<3 {
                let values = waiting + counts[position]
                let cost = PlanCost(codewords: values / 3 * 2)
                steps.step(from: position, .triple(set, waiting), to: position + 1, .triple(set, values % 3), cost)
            }
        }
    }

    private mutating func advanceEDIFACT(_ position: Int) {
        guard tokens[position].isEncodable(in: .edifact) else { return }
        for waiting in 0..<4 {
            let cost = PlanCost(codewords: waiting == 3 ? 3 : 0)
            steps.step(from: position, .edifact(waiting), to: position + 1, .edifact((waiting + 1) % 4), cost)
        }
    }

    private mutating func advanceBase256(_ position: Int) {
        guard allows(.base256), mayStartBase256(position) else { return }
        for end in position + 1...tokens.count {
            guard let byte = tokens[end - 1].byte else { return }
            let count = end - position
            guard count <= capacity else { return }
            // A run that ends in ASCII characters is never shorter than one that leaves them to ASCII.
            guard encodation != nil || byte >= 128 else { continue }
            let cost = PlanCost(codewords: 1 + (count < 250 ? 1 : 2) + count)
            steps.step(from: position, .ascii, to: end, .ascii, cost, isBase256: true)
        }
    }

    /// Only bytes above ASCII are worth it, at either end of a run. A fixed mode begins at once, and again behind an
    /// interpretation.
    func mayStartBase256(_ position: Int) -> Bool {
        guard let byte = tokens[position].byte else { return false }
        if encodation == .base256 { return position == 0 || tokens[position - 1].byte == nil }
        return byte >= 128
    }
}

/// A mode and the characters or values that wait in it.
struct PlannerState: Hashable {
    static let count = 14
    static let tripleSets: [TripleSet] = [.c40, .text, .x12]

    let index: Int

    static let ascii = PlannerState(index: 0)
    static func triple(_ set: Int, _ waiting: Int) -> PlannerState { PlannerState(index: 1 + 3 * set + waiting) }
    static func edifact(_ waiting: Int) -> PlannerState { PlannerState(index: 10 + waiting) }

    var encodation: Encodation {
        switch index {
        case 0: .ascii
        case 1...3: .c40
        case 4...6: .text
        case 7...9: .x12
        default: .edifact
        }
    }
}
