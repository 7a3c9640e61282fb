/// Chooses the modes with the fewest codewords by dynamic programming over (tokens written, state of the mode).
///
/// The state of C40, Text and X12 is the number of values that wait for their triple, that of EDIFACT the number of
/// characters that wait for their group of four. Base 256 runs are edges from ASCII to ASCII. The possible endings of a
/// mode depend on the codewords left in the symbol, so a plan is made for one capacity.
struct EncodingPlanner {
    /// More codewords than any symbol has.
    static let unlimited = 50_000

    fileprivate let tokens: [EncodingToken]
    fileprivate let capacity: Int
    /// The only mode besides ASCII; `nil` for all modes.
    private let encodation: Encodation?
    /// Values per token in C40, Text and X12; 0 if the mode lacks the token.
    private let valueCounts: [[Int]]
    fileprivate private(set) var steps: StepTable

    init(_ frame: MessageFrame, encodation: Encodation?, capacity: Int) {
        tokens = frame.tokens
        self.capacity = capacity
        self.encodation = encodation
        valueCounts = PlannerState.tripleSets.map { set in frame.tokens.map { $0.values(in: set)?.count ?? 0 } }
        steps = StepTable(positions: frame.tokens.count + 1, capacity: capacity)
        steps.start(PlanCost(codewords: frame.header.count))
    }

    /// The runs that write all tokens; `nil` if they do not fit.
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

    /// The penalty for writing a token in ASCII, beyond its codewords, if another mode was requested.
    fileprivate func penalty(_ token: EncodingToken) -> Int {
        if case .interpretation = token { return 0 }
        return encodation == nil || encodation == .ascii ? 0 : 1
    }

    fileprivate func allows(_ mode: Encodation) -> Bool { encodation == nil || encodation == mode }

    private mutating func unlatch(_ position: Int) {
        for set in PlannerState.tripleSets.indices {
            steps.step(from: position, .triple(set, 0), to: position, .ascii, PlanCost(codewords: 1))
        }
        for waiting in 0..<4 {
            // Readers treat the last one or two codewords as ASCII.
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

    /// Only bytes above ASCII are worth it, at either end of a run. A fixed mode begins immediately, and again after an
    /// interpretation.
    fileprivate func mayStartBase256(_ position: Int) -> Bool {
        guard let byte = tokens[position].byte else { return false }
        if encodation == .base256 { return position == 0 || tokens[position - 1].byte == nil }
        return byte >= 128
    }
}

/// A mode and the characters or values that wait in it.
private struct PlannerState: Hashable {
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

/// One of the ways in which the standard allows a symbol to end.
private struct PlanEnding {
    /// Where the planned steps stop; the rest is the tail.
    let position: Int
    let state: PlannerState
    let ending: EncodingRun.Ending
    /// ASCII without an unlatch before it, or Base 256 to the end of the symbol.
    let tail: Encodation
    let cost: PlanCost

    /// The cheapest ending that fits.
    static func best(of planner: EncodingPlanner) -> PlanEnding? {
        let count = planner.tokens.count
        var endings = atEnd(planner, count)
        for position in max(0, count - 4)...count { endings += impliedASCII(planner, position) }
        for position in 0..<max(0, count - 249) { endings += openBase256(planner, position) }
        return endings.min { $0.cost < $1.cost }
    }

    /// Every token is written in its mode.
    private static func atEnd(_ planner: EncodingPlanner, _ position: Int) -> [PlanEnding] {
        var endings: [PlanEnding] = []
        func add(_ state: PlannerState, _ codewords: Int, _ ending: EncodingRun.Ending, if fits: (Int) -> Bool) {
            guard let cost = planner.steps.cost(position, state) else { return }
            guard fits(planner.capacity - cost.codewords) else { return }
            let total = cost + PlanCost(codewords: codewords)
            endings.append(
                PlanEnding(position: position, state: state, ending: ending, tail: .ascii, cost: total))
        }
        add(.ascii, 0, .implied) { _ in true }
        for set in PlannerState.tripleSets.indices {
            add(.triple(set, 0), 0, .implied) { $0 == 0 }
            add(.triple(set, 0), 1, .unlatch) { $0 > 0 }
            // A shift 1 completes the triple; X12 has none.
            if PlannerState.tripleSets[set] != .x12 { add(.triple(set, 2), 2, .implied) { $0 == 2 } }
        }
        for waiting in 0..<4 { add(.edifact(waiting), min(waiting + 1, 3), .unlatch) { $0 >= 3 } }
        return endings
    }

    /// One codeword left in C40, Text or X12, or up to two in EDIFACT: readers treat them as ASCII.
    private static func impliedASCII(_ planner: EncodingPlanner, _ position: Int) -> [PlanEnding] {
        let tail = tailCost(planner, position)
        var endings: [PlanEnding] = []
        func add(_ state: PlannerState, if fits: (Int) -> Bool) {
            guard let cost = planner.steps.cost(position, state) else { return }
            guard fits(planner.capacity - cost.codewords) else { return }
            endings.append(
                PlanEnding(position: position, state: state, ending: .implied, tail: .ascii, cost: cost + tail))
        }
        for set in PlannerState.tripleSets.indices {
            add(.triple(set, 0)) { $0 == 1 && tail.codewords == 1 }
        }
        add(.edifact(0)) { $0 <= 2 && tail.codewords <= $0 }
        return endings
    }

    /// A Base 256 run that fills the symbol needs no count, which saves one codeword for 250 bytes or more.
    private static func openBase256(_ planner: EncodingPlanner, _ position: Int) -> [PlanEnding] {
        let count = planner.tokens.count - position
        guard
            planner.allows(.base256), planner.mayStartBase256(position),
            let cost = planner.steps.cost(position, .ascii), cost.codewords + 2 + count == planner.capacity,
            planner.tokens[position...].allSatisfy({ $0.byte != nil })
        else { return [] }
        let total = cost + PlanCost(codewords: 2 + count)
        return [PlanEnding(position: position, state: .ascii, ending: .implied, tail: .base256, cost: total)]
    }

    private static func tailCost(_ planner: EncodingPlanner, _ position: Int) -> PlanCost {
        var cost = PlanCost(codewords: 0)
        var rest = planner.tokens[position...]
        while let token = rest.popFirst() {
            let isPair = token.digit != nil && rest.first?.digit != nil
            if isPair { rest.removeFirst() }
            let penalty = planner.penalty(token) * (isPair ? 2 : 1)
            cost = cost + PlanCost(penalty: penalty, codewords: isPair ? 1 : token.asciiCost)
        }
        return cost
    }
}

extension PlanEnding {
    /// The runs of the cheapest path to this ending.
    func runs(_ planner: EncodingPlanner) -> [EncodingRun] {
        var runs: [EncodingRun] = []
        let count = planner.tokens.count
        if position < count { runs.append(EncodingRun(encodation: tail, range: position..<count, ending: .implied)) }
        var end = position
        var state = state
        var ending = ending
        // Backward; `end` is the end of the current run.
        var position = position
        while let step = planner.steps.arrival(position, state), (step.position, step.state) != (position, state) {
            if step.isBase256 || step.state.encodation != state.encodation {
                if end > position {
                    runs.append(EncodingRun(encodation: state.encodation, range: position..<end, ending: ending))
                }
                if step.isBase256 {
                    let range = step.position..<position
                    runs.append(EncodingRun(encodation: .base256, range: range, ending: .unlatch))
                }
                end = step.position
                ending = .unlatch
            }
            (position, state) = (step.position, step.state)
        }
        if end > position {
            runs.append(EncodingRun(encodation: state.encodation, range: position..<end, ending: ending))
        }
        return runs.reversed()
    }
}

/// The number of tokens outside the requested mode, then the number of codewords.
private struct PlanCost: Comparable {
    var penalty = 0
    var codewords: Int

    static func < (left: Self, right: Self) -> Bool {
        (left.penalty, left.codewords) < (right.penalty, right.codewords)
    }

    static func + (left: Self, right: Self) -> Self {
        PlanCost(penalty: left.penalty + right.penalty, codewords: left.codewords + right.codewords)
    }
}

/// The cheapest path found to each (position, state).
private struct StepTable {
    struct Step {
        var cost: PlanCost
        var position: Int
        var state: PlannerState
        var isBase256: Bool
    }

    private var entries: [Step?]
    private let capacity: Int

    init(positions: Int, capacity: Int) {
        entries = [Step?](repeating: nil, count: positions * PlannerState.count)
        self.capacity = capacity
    }

    /// The step that led to a place; the place itself for the start.
    func arrival(_ position: Int, _ state: PlannerState) -> Step? {
        entries[position * PlannerState.count + state.index]
    }

    func cost(_ position: Int, _ state: PlannerState) -> PlanCost? { arrival(position, state)?.cost }

    mutating func start(_ cost: PlanCost) {
        entries[0] = Step(cost: cost, position: 0, state: .ascii, isBase256: false)
    }

    /// Keeps the step if it is the cheapest path to its end.
    mutating func step(
        from position: Int, _ state: PlannerState, to end: Int, _ next: PlannerState, _ added: PlanCost,
        isBase256: Bool = false
    ) {
        guard let before = cost(position, state) else { return }
        let total = before + added
        guard total.codewords <= capacity else { return }
        if let known = cost(end, next), known <= total { return }
        entries[end * PlannerState.count + next.index] = Step(
            cost: total, position: position, state: state, isBase256: isBase256)
    }
}

/// A sequence of tokens that one mode writes.
struct EncodingRun: Hashable {
    /// The end of a run.
    enum Ending: Hashable {
        /// Back to ASCII by an unlatch, or by the count of a Base 256 run.
        case unlatch
        /// Nothing: the end of the symbol ends the mode, or turns the few remaining codewords into ASCII.
        case implied
    }

    let encodation: Encodation
    let range: Range<Int>
    let ending: Ending
}
