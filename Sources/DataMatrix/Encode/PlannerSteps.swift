/// Codewords, and before them the tokens that had to leave the mode that was asked for.
struct PlanCost: Comparable {
    var penalty = 0
    var codewords: Int

    static func < (left: Self, right: Self) -> Bool {
        (left.penalty, left.codewords) < (right.penalty, right.codewords)
    }

    static func + (left: Self, right: Self) -> Self {
        PlanCost(penalty: left.penalty + right.penalty, codewords: left.codewords + right.codewords)
    }
}

/// The cheapest way found to each (position, state).
struct StepTable {
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

    /// The step that came to a place; its own place for the start.
    func arrival(_ position: Int, _ state: PlannerState) -> Step? {
        entries[position * PlannerState.count + state.index]
    }

    func cost(_ position: Int, _ state: PlannerState) -> PlanCost? { arrival(position, state)?.cost }

    mutating func start(_ cost: PlanCost) {
        entries[0] = Step(cost: cost, position: 0, state: .ascii, isBase256: false)
    }

    /// Keeps the step if it is the cheapest way to its end.
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
