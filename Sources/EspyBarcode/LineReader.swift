/// Finds symbols on one scan line.
struct LineReader {
    /// A place on a line that looks like a symbol.
    struct Candidate {
        let layout: EANLayout
        var placement: SymbolPlacement
        var fit: Float
    }

    /// The number of candidates of a line to examine closely.
    private static let limit = 4
    private static let minimumFit: Float = 0.5

    /// Whether to look for bars about a pixel wide.
    var isFine = false

    /// Pairs of edges between which a symbol could lie, best fit first.
    func candidates(_ line: ScanLine, _ layout: EANLayout) -> [Candidate] {
        let edges = line.edges(isFine: isFine)
        let (fewest, most) = (layout.edges * (isFine ? 3 : 4) / 6, layout.edges + 6)
        guard edges.count >= fewest else { return [] }
        var found: [Candidate] = []
        for first in 0...(edges.count - fewest) where edges[first].rises {
            let before = first == 0 ? Float.infinity : edges[first].place - edges[first - 1].place
            for last in (first + fewest - 1)..<min(first + most, edges.count) where !edges[last].rises {
                let after = last + 1 == edges.count ? Float.infinity : edges[last + 1].place - edges[last].place
                let module = (edges[last].place - edges[first].place) / Float(layout.modules)
                guard module >= 0.8 * Float(ScanLine.density), min(before, after) > Self.quiet(layout) * module
                else { continue }
                let placement = SymbolPlacement(start: edges[first].place, end: edges[last].place)
                if let candidate = bent(line, layout, placement) { found.append(candidate) }
                guard let fitted = SymbolPlacement(through: edges[first...last], layout) else { continue }
                let fit = line.fixedEdges(layout, fitted)
                if fit > 0.8 { found.append(Candidate(layout: layout, placement: fitted, fit: fit)) }
            }
        }
        return best(of: found)
    }

    /// The number of modules that must be light on both sides. The standard requires seven or more; printed margins are
    /// often smaller. Eight digits are weaker evidence, and six modules are more than occur in a row inside any symbol.
    private static func quiet(_ layout: EANLayout) -> Float { layout.slots.count < 12 ? 6 : 3 }

    /// The bend at which the fixed edges fit best.
    private func bent(_ line: ScanLine, _ layout: EANLayout, _ placement: SymbolPlacement) -> Candidate? {
        var best = Candidate(layout: layout, placement: placement, fit: -1)
        for bend in stride(from: Float(-0.24), through: 0.25, by: 0.06) {
            let bent = SymbolPlacement(start: placement.start, end: placement.end, bend: bend)
            let fit = line.fixedEdges(layout, bent)
            if fit > best.fit { (best.placement, best.fit) = (bent, fit) }
        }
        return best.fit >= Self.minimumFit ? best : nil
    }

    private func best(of found: [Candidate]) -> [Candidate] {
        Array(found.sorted { $0.fit > $1.fit }.prefix(Self.limit))
    }

    /// Reads a candidate, after adjusting its placement so that the digits fit best, in the better direction.
    func reading(of candidate: Candidate, on line: ScanLine) -> LineReading? {
        let slots = candidate.layout.slots.count
        var scores = DigitScores(slots: slots)
        let middle = DigitTemplates.all[1]
        func sum(_ placement: SymbolPlacement) -> Float {
            scores.measure(line, candidate.layout, placement, middle)
        }
        var placement = candidate.placement
        var best = sum(placement)
        let turned = sum(placement.turned)
        if turned > best { (placement, best) = (placement.turned, turned) }
        guard best > 0.66 * Float(slots) else { return nil }
        let module = placement.length / Float(candidate.layout.modules)
        for size in [Float(0.5), 0.25, 0.12] {
            var improves = true
            var rounds = 0
            while improves && rounds < 4 {
                improves = false
                rounds += 1
                for move in Self.moves {
                    var other = placement
                    other.start += move.0 * size * module
                    other.end += move.1 * size * module
                    other.bend += move.2 * size * 0.04
                    let value = sum(other)
                    if value > best { (placement, best, improves) = (other, value, true) }
                }
            }
            guard best > 0.78 * Float(slots) else { return nil }
        }
        var sharpest = scores
        var highest = -Float.infinity
        for templates in DigitTemplates.all {
            let value = scores.measure(line, candidate.layout, placement, templates)
            if value > highest { (highest, sharpest) = (value, scores) }
        }
        return LineReading(
            layout: candidate.layout, placement: placement, fit: candidate.fit, mean: highest / Float(slots),
            scores: sharpest)
    }

    private static let moves: [(Float, Float, Float)] = [
        (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 1, 0), (-1, -1, 0),
    ]
}

/// A symbol on a single scan line.
struct LineReading {
    let layout: EANLayout
    let placement: SymbolPlacement
    let fit: Float
    /// Mean of the best correlations of the digits.
    let mean: Float
    let scores: DigitScores

    var evidence: [Float] { scores.values.map { DigitChoice.evidence($0) } }
}
