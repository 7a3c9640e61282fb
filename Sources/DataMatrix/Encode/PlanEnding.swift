/// One of the ways in which the standard lets a symbol end.
struct PlanEnding {
    /// Where the planned steps stop; what is left is the tail.
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
            // A shift 1 fills the triple; X12 has none.
            if PlannerState.tripleSets[set] != .x12 { add(.triple(set, 2), 2, .implied) { $0 == 2 } }
        }
        for waiting in 0..<4 { add(.edifact(waiting), min(waiting + 1, 3), .unlatch) { $0 >= 3 } }
        return endings
    }

    /// One codeword left in C40, Text or X12, or up to two in EDIFACT: readers take them for ASCII.
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

    /// A Base 256 run that fills the symbol needs no count, which saves a codeword from 250 bytes on.
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
    /// The runs of the cheapest way to this ending.
    func runs(_ planner: EncodingPlanner) -> [EncodingRun] {
        var runs: [EncodingRun] = []
        let count = planner.tokens.count
        if position < count { runs.append(EncodingRun(encodation: tail, range: position..<count, ending: .implied)) }
        var end = position
        var state = state
        var ending = ending
        // Backwards; `end` is where the run that is being walked through ends.
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
