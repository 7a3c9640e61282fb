// Not in the browser: frames are searched without networks.

import EspyBase
public import EspyInference
public import EspyPixels
import Foundation

/// Finds spines with the help of Espy's own network.
///
/// Like ``SeparatorDetector``, it pairs edges, which locates sides to the pixel. In addition, a network marks where the
/// books of the whole shelf begin, end and are; its trees use both.
///
/// ```swift
/// let detector = try await TrainedSpineDetector.load(loader)
/// ```
public struct TrainedSpineDetector: SpineDetector {
    /// Identifier in the manifest of bundled models.
    public static let model = "espy-spines"

    private let network: SpineNetwork
    private let trees: BoostedTrees
    /// Minimum log odds of a candidate.
    private static let least: Float = -2

    /// Loads the bundled model.
    ///
    /// - Throws: the errors of ``ModelLoader/load(_:task:)`` and ``ModelLibrary/parameters(of:)``,
    ///   ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public static func load(_ loader: ModelLoader) async throws(InferenceError) -> TrainedSpineDetector {
        let judge = try loader.library.parameters(of: model)
        return try TrainedSpineDetector(runner: await loader.load(model, task: .spines), judge: judge)
    }

    /// - Parameters:
    ///   - runner: a loaded model, or a substitute for one.
    ///   - judge: the file with the trees trained along with that model.
    package init(runner: Model, judge: [UInt8]) throws(InferenceError) {
        network = try SpineNetwork(runner)
        guard let trees = BoostedTrees(json: judge, features: BookCandidates.names + MapFeatures.names) else {
            throw .corruptModel(id: runner.entry.id, reason: "its trees do not match the current features")
        }
        self.trees = trees
    }

    /// Skips shelves for which the model fails because of damage that loading does not detect.
    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        var spines: [DetectedSpine] = []
        for (row, view) in ShelfView.views(of: image, enlarging: .thorough).enumerated() {
            if Task.isCancelled { throw CancellationError() }
            guard let (maps, top) = try? view.maps(network, image) else { continue }
            if Task.isCancelled { throw CancellationError() }
            let line = LineSearch(view.scene.sums, band: view.band)
            let search = CandidateSearch(line, view.scene.strips)
            let books = scored(search, MapFeatures(maps, top: top, search.lines, line))
            let ends = BookEnds(view.scene.gray, line)
            spines += BookChoice(lines: search.lines).best(books).map { index in
                let book = books[index]
                let (left, right) = (search.lines[book.left], search.lines[book.right])
                let quad = ends.quad(left, right, ends.rows(left, right))
                return DetectedSpine(
                    quad: quad.map(view.place), row: row, confidence: Double(1 / (1 + exp(-(book.score + Self.least)))))
            }
        }
        return spines
    }

    private typealias Book = (left: Int, right: Int, score: Float)

    /// Returns all candidates, with their scores for the choice.
    private func scored(_ search: CandidateSearch, _ maps: MapFeatures) -> [Book] {
        let middle = search.lines.count / 2
        let (early, late) = both(
            { scored(search, maps, 0..<middle) }, { scored(search, maps, middle..<search.lines.count) })
        return early + late
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
    /// Strips above and below the shelf that are also given to the network.
    private static let margin = 1

    /// Returns the network's output for this shelf, and the row of the scene where it begins.
    ///
    /// - Parameter image: the picture that the view was made from.
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

/// Features of pairs of lines of one shelf, from the network's maps.
package struct MapFeatures {
    /// For each pair: how well its left line is a left side, and a right side; the same for its right line; how much of
    /// the area between them is inside a book; how many left and right sides are between them, 1 for a book; and the
    /// strongest left and right side between them, which would divide it.
    package static let names = [
        "mapLeftLeft", "mapLeftRight", "mapRightLeft", "mapRightRight", "mapInside", "mapLefts", "mapRights",
        "mapInnerLeft", "mapInnerRight",
    ]

    /// The sum over the cells of a side in the training data: a bell curve.
    private static let side: Float = 1.75

    private let maps: SpineMaps
    private let lines: [SeparatorLine]
    /// The row of the scene at the center of the first row of cells, and the height of a cell.
    private let top: Double
    private let middle: Double
    /// By line and row: the column of the line, in cells.
    private let columns: [Float]
    /// By line and row, with one more row: peaks along the line, summed from the top.
    private let sums: [SIMD4<Float>]

    /// - Parameters:
    ///   - maps: of a part of the scene, with all its columns.
    ///   - top: the row of the scene where the part begins.
    package init(_ maps: SpineMaps, top: Double, _ lines: [SeparatorLine], _ search: LineSearch) {
        (self.maps, self.lines) = (maps, lines)
        (self.top, middle) = (top, search.middle)
        var columns: [Float] = []
        var sums: [SIMD4<Float>] = []
        for line in lines {
            var sum = SIMD4<Float>.zero
            sums.append(sum)
            for row in 0..<maps.rows {
                let y = top + (Double(row) + 0.5) * maps.cell.y
                let column = (line.x + 0.5 + line.slope * (y - search.middle)) / maps.cell.x
                columns.append(Float(column))
                sum += maps.peak(row, Int(column.rounded(.down)))
                sums.append(sum)
            }
        }
        (self.columns, self.sums) = (columns, sums)
    }

    /// Appends ``names`` for one pair.
    package func add(_ pair: (left: Int, right: Int), to values: inout [Float]) {
        let rows = rows(of: pair)
        let count = Float(rows.count)
        let (left, right) = (mean(pair.left, rows), mean(pair.right, rows))
        values.append(left[SpineMaps.Part.left])
        values.append(left[SpineMaps.Part.right])
        values.append(right[SpineMaps.Part.left])
        values.append(right[SpineMaps.Part.right])
        var (inside, lefts, rights) = (Float(0), Float(0), Float(0))
        for row in rows {
            let low = Int(columns[pair.left * maps.rows + row].rounded(.down))
            let high = Int(columns[pair.right * maps.rows + row].rounded(.down))
            let last = max(high, low + 2)
            inside += maps.total(row, low + 1, last)[SpineMaps.Part.inside] / Float(last - low - 1)
            lefts += maps.total(row, low - 1, high - 1)[SpineMaps.Part.left]
            rights += maps.total(row, low + 2, high + 2)[SpineMaps.Part.right]
        }
        values.append(inside / count)
        values.append(lefts / count / Self.side)
        values.append(rights / count / Self.side)
        let division = division(pair, rows)
        values.append(division[SpineMaps.Part.left] / count)
        values.append(division[SpineMaps.Part.right] / count)
    }

    /// Returns the rows of cells beside the strips that either line crosses, at least one.
    private func rows(of pair: (left: Int, right: Int)) -> Range<Int> {
        let (one, other) = (lines[pair.left].strips, lines[pair.right].strips)
        let height = Double(StripSums.rows)
        let first = Double(min(one.lowerBound, other.lowerBound)) * height
        let last = Double(max(one.upperBound, other.upperBound)) * height
        let low = min(max(Int(((first - top) / maps.cell.y).rounded()), 0), maps.rows - 1)
        let high = Int(((last - top) / maps.cell.y).rounded())
        return low..<min(max(high, low + 1), maps.rows)
    }

    private func mean(_ line: Int, _ rows: Range<Int>) -> SIMD4<Float> {
        let start = line * (maps.rows + 1)
        return (sums[start + rows.upperBound] - sums[start + rows.lowerBound]) / Float(rows.count)
    }

    /// Returns the largest sums of all lines between the two.
    private func division(_ pair: (left: Int, right: Int), _ rows: Range<Int>) -> SIMD4<Float> {
        let middle = (rows.lowerBound + rows.upperBound) / 2
        let width = columns[pair.right * maps.rows + middle] - columns[pair.left * maps.rows + middle]
        var most = SIMD4<Float>.zero
        guard width >= 4 else { return most }
        for step in 2...Int(width) - 2 {
            let share = Float(step) / width
            var sum = SIMD4<Float>.zero
            for row in rows {
                let low = columns[pair.left * maps.rows + row]
                let high = columns[pair.right * maps.rows + row]
                sum += maps.value(row, Int((low + share * (high - low)).rounded(.down)))
            }
            most = pointwiseMax(most, sum)
        }
        return most
    }
}
