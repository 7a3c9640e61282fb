public import EspyPixels

extension ShelfTruth {
    /// A spine is found by an outline that covers this share of what both cover along the row.
    private static let along = 0.7
    /// The same for areas, where the truth is an outline.
    private static let area = 0.5
    /// An outline that covers this share of what it and an optional one cover together is not wrong.
    private static let excuse = 0.2

    /// What two detectors found of this photo.
    ///
    /// - Parameters:
    ///   - first: in pixels of a picture that is `width` pixels wide, as `second`.
    public func frame(_ first: [Quad], _ second: [Quad], width: Int) -> ComparedFrame {
        let factor = self.width / Double(max(width, 1))
        let (a, b) = (judged(first.map { $0.map { $0 * factor } }), judged(second.map { $0.map { $0 * factor } }))
        return ComparedFrame(
            truth: zip(a.found, b.found).map { .init(first: $0, second: $1) },
            firstCount: a.found.count { $0 } + a.wrong, secondCount: b.found.count { $0 } + b.wrong)
    }

    /// For each spine whether it was found, and how many outlines are of none.
    private func judged(_ quads: [Quad]) -> (found: [Bool], wrong: Int) {
        var (found, wrong): ([Bool], Int) = ([], 0)
        for row in rows {
            let cuts = quads.compactMap { $0.crossing(row.y) }
            let pairs = Self.pairs(row.spines, cuts)
            found += row.spines.indices.map { spine in pairs.contains { $0.truth == spine } }
            wrong += cuts.indices.count { cut in
                !pairs.contains { $0.found == cut } && !row.optional.contains { Self.isMostly(cuts[cut], in: $0) }
            }
        }
        guard !self.quads.isEmpty || !optionalQuads.isEmpty || rows.isEmpty else { return (found, wrong) }
        let pairs = QuadPairs.best(self.quads, quads, Self.area)
        found += self.quads.indices.map { spine in pairs.contains { $0.first == spine } }
        wrong += quads.indices.count { index in
            !pairs.contains { $0.second == index }
                && !optionalQuads.contains { QuadOverlap.share($0, quads[index]) > Self.excuse }
        }
        return (found, wrong)
    }

    /// Each spine with the interval that fits best, best first, each used once.
    private static func pairs(
        _ spines: [ClosedRange<Double>], _ cuts: [ClosedRange<Double>]
    ) -> [(truth: Int, found: Int)] {
        var pairs: [(share: Double, truth: Int, found: Int)] = []
        for (index, spine) in spines.enumerated() {
            for (other, cut) in cuts.enumerated() {
                let shared = min(spine.upperBound, cut.upperBound) - max(spine.lowerBound, cut.lowerBound)
                let all = max(spine.upperBound, cut.upperBound) - min(spine.lowerBound, cut.lowerBound)
                if all > 0, shared / all >= along { pairs.append((shared / all, index, other)) }
            }
        }
        pairs.sort { ($1.share, $0.truth, $0.found) < ($0.share, $1.truth, $1.found) }
        var best: [(truth: Int, found: Int)] = []
        for pair in pairs where !best.contains(where: { $0.truth == pair.truth || $0.found == pair.found }) {
            best.append((pair.truth, pair.found))
        }
        return best
    }

    private static func isMostly(_ cut: ClosedRange<Double>, in optional: ClosedRange<Double>) -> Bool {
        let shared = min(cut.upperBound, optional.upperBound) - max(cut.lowerBound, optional.lowerBound)
        return shared > (cut.upperBound - cut.lowerBound) / 2
    }
}

extension Quad {
    /// Where a row of pixels enters and leaves; nil when it does not.
    fileprivate func crossing(_ y: Double) -> ClosedRange<Double>? {
        let corners = corners
        var places: [Double] = []
        for (one, other) in zip(corners, corners[1...] + corners[..<1]) where (one.y <= y) != (other.y <= y) {
            places.append(one.x + (y - one.y) / (other.y - one.y) * (other.x - one.x))
        }
        guard let low = places.min(), let high = places.max(), places.count >= 2 else { return nil }
        return low...high
    }
}
