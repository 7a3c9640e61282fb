import EspyInference
import EspyPixels
import Foundation

/// Looks for things of any kind and size that would make good examples.
struct Proposer: Sendable {
    let models: SeekerModels
    let view: SeekerView

    private static let leastScore: Float = 0.15
    /// Within one level of the pyramid, and between levels.
    private static let overlap = 0.5
    private static let agreement = 0.55
    private static let mostOfLevel = 400
    private static let most = 500

    /// - Parameter report: share of the work that is done.
    /// - Returns: without doubles, the best first.
    func proposals(report: (Double) -> Void = { _ in }) throws(CountError) -> [Proposal] {
        var found: [(find: SeekerFind, maps: FeatureMaps)] = []
        let levels = view.pyramid
        for (place, scale) in levels.enumerated() {
            if place == levels.count - 1, Self.isComplete(found.map(\.find), beyond: scale) { break }
            let maps = try view.maps(scale: scale)
            let rows = try models.networks.propose.answers([maps.tensor], count: 1)[0]
            let seen = try RowReader.finds(
                in: rows, of: maps, least: Self.leastScore, id: models.networks.propose.entry.id
            )
            .withoutDoubles(overlap: Self.overlap, inside: Finder.inside, most: Self.mostOfLevel)
            found += seen.map { ($0, maps) }
            report(Double(place + 1) / Double(levels.count))
        }
        let kept = suppressed(
            boxes: found.map(\.find.box), order: stableOrder(of: found.map(\.find.score))
        ) { found[$0].find.box.iou(found[$1].find.box) >= Self.agreement }
        return try described(kept.prefix(Self.most).map { found[$0] })
    }

    /// Whether nothing more can be expected of the finest level: several things are clear, and none of them is so small
    /// that it would be seen there.
    private static func isComplete(_ found: [SeekerFind], beyond scale: Double) -> Bool {
        let clear = found.filter { $0.score > Self.clear }
        return clear.count >= several && !clear.contains { SeekerScale.side(of: $0.box) * scale < largest }
    }

    private static let clear = 0.3
    private static let several = 6
    /// In pixels: things up to this size are proposed.
    private static let largest = 68.0

    /// Each is described by the maps that it was seen in.
    private func described(_ found: [(find: SeekerFind, maps: FeatureMaps)]) throws(CountError) -> [Proposal] {
        var proposals = [Proposal?](repeating: nil, count: found.count)
        let levels = Dictionary(grouping: found.indices) { found[$0].maps.width }
        for places in levels.values {
            let boxes = places.map { found[$0].find.box }
            let vectors = try Describer(networks: models.networks).vectors(of: boxes, in: found[places[0]].maps)
            for (place, vector) in zip(places, vectors) {
                let find = found[place].find
                proposals[place] = Proposal(box: find.box, score: find.score, likeness: vector)
            }
        }
        return proposals.compactMap(\.self)
    }
}
