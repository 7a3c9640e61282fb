/// Reads the modules of a located symbol, with several thresholds, and weighs the results.
struct Attempt {
    let raster: Raster
    let size: SymbolSize
    let inverted: Bool
    /// The expected orientation of squares: the other one gets fewer attempts.
    let expectsMirrored: Bool

    /// A reading of the symbol and its position in the plane of this raster.
    struct Outcome {
        let decoded: DecodedSymbol
        let isMirrored: Bool
        let isConfirmed: Bool
    }

    /// Thresholds between dark and light, best guess first.
    private static let fractions: [Float] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.2]

    /// The least share of the timing pattern at which correcting modules is worthwhile. Of 630 readable sets of
    /// modules, in photos and rendered boxes, none had less than 0.65; half of the unreadable ones have less than 0.6.
    private static let leastTiming: Float = 0.6

    /// The same for more than three passes. Of 19 places that were readable only this way, none had less than 0.88, and
    /// half of 190 unreadable ones have less than 0.68.
    private static let leastTimingForMore: Float = 0.8

    /// - Parameters:
    ///   - effort: a few thresholds, or all, up to sharpening and treating doubtful modules as erasures.
    ///   - withDoubts: false skips the erasures, which take most of the time in large symbols.
    /// - Returns: the reading; nil if no threshold gives a valid codeword sequence, if thresholds contradict each
    ///   other, or if only one of them gives it, and only just.
    func read(_ place: Outline, effort: Effort, withDoubts: Bool = true) -> Outcome? {
        var ballot = ThresholdVotes()
        let plain = ModuleGrid(raster, place, size: size, inverted: inverted)
        guard plain.light - plain.dark > 6, Self.timingShare(plain) >= Self.leastTiming else { return nil }
        lazy var edged = ModuleGrid(edges: raster, place, size: size, inverted: inverted)
        lazy var timing = max(Self.timingShare(plain), Self.timingShare(edged))
        for (number, pass) in Pass.all(effort).enumerated() where withDoubts || !pass.withDoubts {
            if number > 2 && timing < Self.leastTimingForMore { break }
            let base = pass.followsEdges ? edged : plain
            var grid = pass.isFlattened ? base.flattened() : base
            if pass.sharpening > 0 { grid = grid.sharpened(by: pass.sharpening) }
            for fraction in Self.fractions.prefix(pass.fractions) {
                vote(grid, fraction, withDoubts: pass.withDoubts, &ballot)
                if let winner = ballot.winner { return winner }
            }
        }
        return ballot.result
    }

    /// The timing share at the best threshold.
    static func timingShare(_ grid: ModuleGrid) -> Float { fractions.map(grid.timingShare).max() ?? 0 }

    private func vote(_ grid: ModuleGrid, _ fraction: Float, withDoubts: Bool, _ ballot: inout ThresholdVotes) {
        guard grid.timingShare(at: fraction) >= Self.leastTiming else { return }
        let modules = grid.modules(at: fraction)
        let doubts = withDoubts ? grid.doubts(at: fraction) : nil
        let isOtherWorthIt = size.isSquare && !withDoubts && Self.fractions.prefix(3).contains(fraction)
        for mirrored in isOtherWorthIt ? [expectsMirrored, !expectsMirrored] : [expectsMirrored && size.isSquare] {
            if let decoded = decoded(modules, doubts, mirrored: mirrored) {
                return ballot.add(decoded, mirrored: mirrored)
            }
        }
    }

    private func decoded(_ modules: [UInt8], _ doubts: [UInt8]?, mirrored: Bool) -> DecodedSymbol? {
        let decoder = SymbolDecoder(limits: .confirmed)
        guard mirrored else { return try? decoder.decode(modules: modules, size: size, doubts: doubts) }
        return try? decoder.decode(modules: reflected(modules), size: size, doubts: doubts.map(reflected))
    }

    /// The amount of work at a place.
    enum Effort {
        /// For places that may well not be symbols.
        case quick
        /// Also samples between visible edges: for outlines that were not fitted.
        case edged
        /// Also tries what is expensive and seldom helps: for places that look like a symbol.
        case thorough
    }

    /// One way to sample the same modules.
    private struct Pass {
        /// Samples between the visible edges instead of evenly.
        var followsEdges = false
        var isFlattened = false
        var sharpening: Float = 0
        var withDoubts = false
        var fractions = Attempt.fractions.count

        static func all(_ effort: Effort) -> [Pass] {
            switch effort {
            case .quick: [Pass(fractions: 3), Pass(isFlattened: true, fractions: 1)]
            case .edged: [Pass(), Pass(followsEdges: true, fractions: 5)]
            case .thorough:
                [
                    Pass(), Pass(followsEdges: true, fractions: 5), Pass(isFlattened: true, fractions: 5),
                    Pass(sharpening: 0.6),
                    Pass(isFlattened: true, sharpening: 0.6, fractions: 3), Pass(withDoubts: true),
                    Pass(isFlattened: true, withDoubts: true, fractions: 3), Pass(sharpening: 1.2, withDoubts: true),
                ]
            }
        }
    }

    /// The modules of a square, mirrored along the diagonal through the finder's corner.
    private func reflected(_ modules: [UInt8]) -> [UInt8] {
        let side = size.rows
        var result = modules
        for row in 0..<side {
            for column in 0..<side {
                result[row * side + column] = modules[(side - 1 - column) * side + (side - 1 - row)]
            }
        }
        return result
    }
}

/// The results of the thresholds so far.
private struct ThresholdVotes {
    private var entries: [(decoded: DecodedSymbol, mirrored: Bool, votes: Int)] = []

    mutating func add(_ decoded: DecodedSymbol, mirrored: Bool) {
        if let index = entries.firstIndex(where: { $0.decoded.codewords == decoded.codewords }) {
            entries[index].votes += 1
            if decoded.spare > entries[index].decoded.spare { entries[index].decoded = decoded }
        } else {
            entries.append((decoded, mirrored, 1))
        }
    }

    /// A reading that needs no further votes: with spare correction, or four votes, and none against it.
    var winner: Attempt.Outcome? {
        guard entries.count == 1, entries[0].decoded.isComfortable || entries[0].votes >= 4 else { return nil }
        return outcome(entries[0])
    }

    /// The reading after all votes: at least two that agree, or more if they could agree by chance.
    var result: Attempt.Outcome? {
        guard entries.count == 1, entries[0].votes >= (entries[0].decoded.evidence >= 24 ? 2 : 4) else { return nil }
        return outcome(entries[0])
    }

    private func outcome(_ entry: (decoded: DecodedSymbol, mirrored: Bool, votes: Int)) -> Attempt.Outcome {
        Attempt.Outcome(decoded: entry.decoded, isMirrored: entry.mirrored, isConfirmed: entry.votes >= 2)
    }
}

extension DecodedSymbol {
    /// Whether enough correction is left that chance agreement is impossible, however many places of a photo are tried.
    var isComfortable: Bool { spare >= 2 && evidence >= 28 }
}
