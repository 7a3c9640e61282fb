public import EspyInference
public import EspyPixels
import Foundation

/// Finds spines with the help of a network of our own.
///
/// It looks for edges and pairs them as ``SeparatorDetector`` does, which finds sides to the pixel. But a network has
/// looked at the whole shelf as well, and says where books begin, end and are; its trees know both.
///
/// ```swift
/// let detector = try await TrainedSpineDetector.load(loader)
/// ```
public struct TrainedSpineDetector: SpineDetector {
    /// Identifier in the manifest of the models that come with Espy.
    public static let model = "espy-spines"

    private let network: SpineNetwork
    private let trees: BoostedTrees
    /// A candidate is taken into account when its odds are better than e to this.
    private static let least: Float = -2

    /// Loads the model that comes with Espy.
    ///
    /// - Throws: what ``ModelLoader/load(_:task:)`` and ``ModelLibrary/parameters(of:)`` throw,
    ///   ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public static func load(_ loader: ModelLoader) async throws(InferenceError) -> TrainedSpineDetector {
        let judge = try loader.library.parameters(of: model)
        return try TrainedSpineDetector(runner: await loader.load(model, task: .spines), judge: judge)
    }

    /// - Parameters:
    ///   - runner: a loaded model, or what answers in place of one.
    ///   - judge: the file of trees that were trained with that model.
    package init(runner: Model, judge: [UInt8]) throws(InferenceError) {
        network = try SpineNetwork(runner)
        guard let trees = BoostedTrees(json: judge, features: BookCandidates.names + MapFeatures.names) else {
            throw .corruptModel(id: runner.entry.id, reason: "its parameters are no trees over the features of today")
        }
        self.trees = trees
    }

    /// A shelf that the model cannot answer for, because it is damaged in a way that loading does not show, is left out.
    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        var spines: [DetectedSpine] = []
        for (row, view) in (await ShelfView.views(of: image, enlarging: .thorough)).enumerated() {
            if Task.isCancelled { throw CancellationError() }
            guard let (maps, top) = try? view.maps(network, image) else { continue }
            if Task.isCancelled { throw CancellationError() }
            let line = LineSearch(view.scene.sums, band: view.band)
            let search = await CandidateSearch(line, view.scene.strips)
            let books = await scored(search, MapFeatures(maps, top: top, search.lines, line))
            let ends = BookEnds(view.scene.gray, line)
            spines += BookChoice(lines: search.lines).best(books).map { index in
                let book = books[index]
                let quad = ends.quad(search.lines[book.left], search.lines[book.right])
                return DetectedSpine(
                    quad: quad.map(view.place), row: row, confidence: Double(1 / (1 + exp(-(book.score + Self.least)))))
            }
        }
        return spines
    }

    private typealias Book = (left: Int, right: Int, score: Float)

    /// All candidates, with what each is worth in the choice.
    private func scored(_ search: CandidateSearch, _ maps: MapFeatures) async -> [Book] {
        let middle = search.lines.count / 2
        async let early = scored(search, maps, 0..<middle)
        let late = scored(search, maps, middle..<search.lines.count)
        return await early + late
    }

    private func scored(_ search: CandidateSearch, _ maps: MapFeatures, _ lefts: Range<Int>) -> [Book] {
        let candidates = search.candidates(lefts)
        let count = BookCandidates.names.count
        var features: [Float] = []
        return candidates.pairs.enumerated().map { index, pair in
            features.removeAll(keepingCapacity: true)
            features += candidates.features[index * count..<(index + 1) * count]
            maps.add(pair, to: &features)
            let score = features.withUnsafeBufferPointer { trees.score($0) }
            return (left: pair.left, right: pair.right, score: score - Self.least)
        }
    }
}

extension ShelfView {
    /// So much more than the shelf is shown to the network, above and below, in strips.
    private static let margin = 1

    /// What the network says of this shelf, and the row of the scene where that begins.
    ///
    /// - Parameter image: the one that the view is of.
    package func maps(
        _ network: SpineNetwork, _ image: RGBImage
    ) throws(InferenceError) -> (maps: SpineMaps, top: Double) {
        let rows = StripSums.rows
        let top = max(0, (band.lowerBound - Self.margin) * rows)
        let bottom = min(scene.gray.height, (band.upperBound + Self.margin) * rows)
        let first = max(0, (origin.y + Double(top) * scale).rounded(.down))
        let last = min(Double(image.height), (origin.y + Double(bottom) * scale).rounded(.up))
        let shelf = image.cropped(to: Rect(x: 0, y: first, width: Double(image.width), height: last - first))
        var maps = try network.maps(of: shelf)
        maps.resize(by: 1 / scale)
        return (maps, (first - origin.y) / scale)
    }
}
