import CMath
import EspyInference
package import EspyPixels

/// Finds things like an example at one scale.
struct Finder: Sendable {
    let networks: SeekerNetworks

    /// Finds below this score are ignored: no similarity setting reaches lower.
    static let leastScore: Float = 0.05
    static let overlap = 0.45
    static let inside = 0.8
    /// The number of most certain finds that become examples of the second pass.
    private static let further = 5
    private static let sure = 0.5
    /// The largest number of finds; the least certain beyond it are left out.
    private static let most = 1_600

    /// Returns everything like one or several examples: a first pass, then a second with the most certain finds as
    /// further examples.
    ///
    /// - Parameters:
    ///   - examples: boxes in pixels of the photo that `maps` shows.
    ///   - unlike: boxes of counterexamples.
    ///   - given: features of examples from other photos, at the size that things have here.
    ///   - against: the same for counterexamples.
    /// - Returns: without duplicates, the best first.
    func finds(
        like examples: [Rect], unlike: [Rect] = [], given: [ExampleFeatures] = [],
        against: [ExampleFeatures] = [], in maps: FeatureMaps
    ) throws(CountError) -> [SeekerFind] {
        let reader = ExampleReader(networks: networks)
        var features = given
        for box in examples { features.append(try reader.features(of: box, in: maps)) }
        var counter = against
        for box in unlike { counter.append(try reader.features(of: box, in: maps)) }
        guard let first = ExampleFeatures(features) else { return [] }
        var finds = try pass(first, against: counter, in: maps)
        let surest = finds.prefix(Self.further).filter { $0.score > Self.sure }.map { $0.box }
        for box in surest { features.append(try reader.features(of: box, in: maps)) }
        if !surest.isEmpty, let all = ExampleFeatures(features) { finds = try pass(all, against: counter, in: maps) }
        return finds
    }

    /// Returns everything like examples of other photos, in a single pass.
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
        let finds = try SeekerHeadDecoder.finds(in: rows, of: maps, least: Self.leastScore, id: networks.find.entry.id)
        return finds.withoutDoubles(overlap: Self.overlap, inside: Self.inside, most: Self.most)
    }

    private func rows(_ example: ExampleFeatures, in maps: FeatureMaps) throws(CountError) -> Tensor {
        let channels = networks.channels
        let seen = [
            Tensor(shape: [1, channels], values: example.mean),
            Tensor(shape: [1, channels, ExampleFeatures.parts], values: example.keys),
            Tensor(shape: [1, 2], values: example.size),
        ]
        // The network looks for its upper and lower parts a third of its height away, and two filters need one more
        // cell each.
        let third = exp(Double(example.size[1])) * SeekerScale.normalSide / Double(3 * FeatureMaps.stride)
        let margin = Int(min(third, 100).rounded(.up)) + 2
        return try maps.rows(margin: margin, of: networks.find, with: seen)
    }
}

/// Counterexamples: things that should not count.
private enum CounterExample {
    /// Lowers the scores of rows that fit another example better.
    ///
    /// If both fit, the difference of the logarithms of the odds decides: a row that fits both equally is worth
    /// nothing, and a row that does not fit the counterexample keeps its score.
    static func weaken(_ rows: inout Tensor, by other: Tensor) {
        guard rows.shape == other.shape else { return }
        for place in stride(from: 4, to: rows.values.count, by: 5) {
            let against = logit(other.values[place])
            guard against > 0, rows.values[place] > Finder.leastScore else { continue }
            let left = min(logit(rows.values[place]), logit(rows.values[place]) - against * weight + margin)
            rows.values[place] = 1 / (1 + expf(-left))
        }
    }

    private static let weight: Float = 2
    private static let margin: Float = 1

    private static func logit(_ score: Float) -> Float { logf(max(score, 1e-6) / max(1 - score, 1e-6)) }
}

/// Reads the network's rows of boxes and scores.
enum SeekerHeadDecoder {
    /// - Parameters:
    ///   - rows: `[1, cells, 5]`: left, top, right and bottom in pixels of the scaled photo, and the score.
    ///   - least: rows below this score are left out.
    /// - Returns: in pixels of the photo, those with their middle in it.
    static func finds(
        in rows: Tensor, of maps: FeatureMaps, least: Float, id: String
    ) throws(CountError) -> [SeekerFind] {
        guard rows.shape.count == 3, rows.shape[2] == 5 else {
            throw .model(.wrongShape(id: id, expected: "1 x cells x 5", found: Tensor.text(of: rows.shape)))
        }
        let (width, height) = (Float(maps.width), Float(maps.height))
        var finds: [SeekerFind] = []
        rows.values.withUnsafeBufferPointer { values in
            for start in stride(from: 0, to: values.count, by: 5) where values[start + 4] > least {
                let (left, top, right, bottom) = (
                    values[start], values[start + 1], values[start + 2], values[start + 3]
                )
                let (x, y) = ((left + right) / 2, (top + bottom) / 2)
                guard x > 0, y > 0, x < width, y < height, right > left, bottom > top else { continue }
                let box = Rect(
                    x: Double(left) / maps.scaleX, y: Double(top) / maps.scaleY,
                    width: Double(right - left) / maps.scaleX, height: Double(bottom - top) / maps.scaleY)
                finds.append(SeekerFind(box: box, score: Double(values[start + 4])))
            }
        }
        return finds
    }
}

/// A thing that is like the example.
package struct SeekerFind: Sendable, Equatable {
    /// In pixels of the photo.
    package var box: Rect
    /// The network's score, 0…1.
    package var score: Double

    package init(box: Rect, score: Double) {
        self.box = box
        self.score = score
    }

    /// The score as the logarithm of the odds: evenly spaced even close to 0 or 1.
    package var logit: Double { log(max(score, 1e-6) / max(1 - score, 1e-6)) }
}

extension Array where Element == SeekerFind {
    /// Removes duplicates and returns the best first: of two that overlap by at least `overlap`, or of which one lies
    /// inside the other, the better one stays.
    func withoutDoubles(overlap: Double, inside: Double, most: Int = .max) -> [SeekerFind] {
        let order = [Int](stableOrder(of: map { $0.score }).prefix(Self.mostCompared))
        let ranked = order.map { self[$0] }
        let boxes = ranked.map { $0.box }
        let kept = suppressed(boxes: boxes, order: [Int](boxes.indices)) {
            boxes[$0].iou(boxes[$1]) >= overlap || boxes[$0].containment(boxes[$1]) >= inside
        }
        return kept.prefix(most).map { ranked[$0] }
    }

    /// The largest number of cells that can be separate things: the least certain beyond it are left out.
    private static var mostCompared: Int { 12_000 }
}
