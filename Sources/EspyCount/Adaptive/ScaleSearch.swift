/// Finds the scale at which the things of a picture are seen best.
package struct ScaleSearch: Sendable {
    private let looker: Looker
    private var looks: [Int: Look] = [:]

    package init(_ looker: Looker) { self.looker = looker }

    /// Places in ``Looker/zooms`` to begin with: half, the whole picture at once, and twice.
    private static let first = [1, 3, 5]

    /// Looks until no neighboring scale shows more.
    ///
    /// - Parameters:
    ///   - side: of the things to count, in sides of the whole picture. Nil: not known; the picture decides.
    ///   - report: called with the share of the work done, 0…1.
    /// - Returns: the looks at the best scale, the one before and the one after it, as far as there are; best first.
    package mutating func best(side: Double?, report: (Double) -> Void) async throws(CountError) -> [Look] {
        if let side { return try await around(Self.place(of: side, inputSide: looker.detector.inputSide)) }
        for (done, place) in Self.first.enumerated() {
            try await look(place)
            report(Double(done + 1) / 5)
        }
        var best = strongest
        while true {
            try await look(best - 1)
            try await look(best + 1)
            report(0.9)
            if strongest == best { return try await around(best) }
            best = strongest
        }
    }

    /// The scale at which things of a known size are neither small nor large for the detector.
    private static func place(of side: Double, inputSide: Int) -> Int {
        let wanted = 56 / (side * Double(inputSide))
        return Looker.zooms.indices.min { distance(Looker.zooms[$0], wanted) < distance(Looker.zooms[$1], wanted) } ?? 3
    }

    private static func distance(_ zoom: Double, _ wanted: Double) -> Double { max(zoom / wanted, wanted / zoom) }

    private mutating func around(_ best: Int) async throws(CountError) -> [Look] {
        for place in [best - 1, best, best + 1] { try await look(place) }
        return [best, best - 1, best + 1].compactMap { looks[$0] }
    }

    private mutating func look(_ place: Int) async throws(CountError) {
        guard looks[place] == nil, Looker.zooms.indices.contains(place) else { return }
        if Task.isCancelled { throw .cancelled }
        looks[place] = try await looker.look(zoom: Looker.zooms[place])
    }

    /// Of equal ones the nearest to the whole picture at once.
    private var strongest: Int {
        let evidence = looks.mapValues(\.evidence)
        return looks.keys.min { first, second in
            let (a, b) = (evidence[first] ?? 0, evidence[second] ?? 0)
            return a > b || a == b && (abs(first - 3), first) < (abs(second - 3), second)
        } ?? 3
    }
}
