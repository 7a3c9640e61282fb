import EspyInference
import EspyPixels

/// Finds what is like an example at one scale.
struct Finder: Sendable {
    let networks: SeekerNetworks

    /// Below this score nothing is looked at: no similarity setting reaches further down.
    static let leastScore: Float = 0.05
    static let overlap = 0.45
    static let inside = 0.8
    /// So many of the surest finds become examples of the second pass.
    private static let further = 5
    private static let sure = 0.5
    /// The least sure beyond these are left out.
    private static let most = 1_600

    /// All that is like one or several examples: found once, and again with the surest finds as further examples.
    ///
    /// - Parameters:
    ///   - examples: boxes in pixels of the photo that `maps` shows.
    ///   - unlike: boxes of what is not meant.
    ///   - given: what examples of other photos look like, at the size that things have here.
    ///   - against: the same for what is not meant.
    /// - Returns: without doubles, the best first.
    func finds(
        like examples: [Rect], unlike: [Rect] = [], given: [ExampleFeatures] = [],
        against: [ExampleFeatures] = [], in maps: FeatureMaps
    ) throws(CountError) -> Sought {
        let reader = ExampleReader(networks: networks)
        var features = given
        for box in examples { features.append(try reader.features(of: box, in: maps)) }
        var counter = against
        for box in unlike { counter.append(try reader.features(of: box, in: maps)) }
        guard let first = ExampleFeatures(features) else { return Sought(examples: [], given: [], finds: []) }
        var finds = try pass(first, against: counter, in: maps)
        let surest = finds.prefix(Self.further).filter { $0.score > Self.sure }.map(\.box)
        for box in surest { features.append(try reader.features(of: box, in: maps)) }
        if !surest.isEmpty, let all = ExampleFeatures(features) { finds = try pass(all, against: counter, in: maps) }
        return Sought(examples: examples + surest, given: given, finds: finds)
    }

    /// All that is like examples of other photos at first sight.
    func finds(
        given: [ExampleFeatures], against: [ExampleFeatures], in maps: FeatureMaps
    ) throws(CountError) -> [SeekerFind] {
        guard let example = ExampleFeatures(given) else { return [] }
        return try pass(example, against: against, in: maps)
    }

    private func pass(
        _ example: ExampleFeatures, against counter: [ExampleFeatures], in maps: FeatureMaps
    ) throws(CountError) -> [SeekerFind] {
        var rows = try rows(example, in: maps)
        for other in counter { CounterExample.weaken(&rows, by: try self.rows(other, in: maps)) }
        let finds = try RowReader.finds(in: rows, of: maps, least: Self.leastScore, id: networks.find.entry.id)
        return finds.withoutDoubles(overlap: Self.overlap, inside: Self.inside, most: Self.most)
    }

    private func rows(_ example: ExampleFeatures, in maps: FeatureMaps) throws(CountError) -> Tensor {
        let channels = networks.channels
        let inputs = [
            maps.tensor, Tensor(shape: [1, channels], values: example.mean),
            Tensor(shape: [1, channels, ExampleFeatures.parts], values: example.keys),
            Tensor(shape: [1, 2], values: example.size),
        ]
        return try networks.find.answers(inputs, count: 1)[0]
    }
}

/// What was found, and by which examples.
package struct Sought: Sendable {
    /// Boxes in pixels of the photo.
    let examples: [Rect]
    /// Those of other photos.
    let given: [ExampleFeatures]
    package let finds: [SeekerFind]
}
