import Foundation

/// What was learned about finds: where to cut, and which explanation to believe.
package struct Judgment: Sendable {
    package let cut: CutParameters?
    package let ranker: SmallNet?

    /// - Parameters:
    ///   - cut: nil: finds count from a score of one half on.
    ///   - ranker: nil: explanations are weighed by how many things they explain, and how well.
    package init(cut: CutParameters? = nil, ranker: SmallNet? = nil) {
        self.cut = cut
        self.ranker = ranker
    }

    /// - Parameters:
    ///   - likeness: of each find to the examples.
    ///   - uniformity: of what is sought.
    package func place(
        _ finds: [SeekerFind], likeness: [Double], width: Int, height: Int, uniformity: Uniformity = .none
    ) -> Cut {
        if let cut {
            return cut.cut(finds, likeness: likeness, width: width, height: height, uniformity: uniformity)
        }
        let places = (-16...16).map { Double($0) / 10 }
        let raw = places.map { exp(-$0 * $0 / (2 * 0.4 * 0.4)) }
        let sum = raw.reduce(0, +)
        return Cut(
            finds: finds, places: places, weights: raw.map { $0 / sum },
            range: .init(low: 0.05, high: 0.95, spread: 0), probability: .init(a: 1, b: 0))
    }
}
