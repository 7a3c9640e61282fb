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

/// A model that marks where the books of a shelf begin, where they end, and the area they cover.
package struct SpineNetwork: Sendable {
    /// Columns of the model's input that neighboring tiles of a wide shelf share, at least.
    private static let overlap = 64

    private let runner: Model

    /// - Parameter runner: a loaded model.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: Model) throws(InferenceError) {
        let entry = runner.entry
        guard entry.task == .spines else { throw .wrongTask(id: entry.id, expected: .spines, found: entry.task) }
        guard entry.output.kind == .spineMaps, entry.output.strides.count == 2, entry.output.columns == 3 else {
            throw .wrongShape(
                id: entry.id, expected: "maps of spines", found: Tensor.text(of: entry.output.shape(batch: -1)))
        }
        self.runner = runner
    }

    package var id: String { runner.entry.id }

    /// Runs the model on one shelf.
    ///
    /// - Parameter shelf: its full height and a little above and below, and its full width; at least one pixel.
    /// - Throws: the model's errors, and ``InferenceError/wrongShape(id:expected:found:)``
    package func maps(of shelf: RGBImage) throws(InferenceError) -> SpineMaps {
        let (input, strides) = (runner.entry.input, runner.entry.output.strides)
        let scale = Double(input.height) / Double(shelf.height)
        // No shelf is long enough for this to matter; it limits the memory for a very wide, low picture.
        let width = min(max(Int((Double(shelf.width) * scale).rounded()), strides[1]), 16 * input.width)
        let picture = shelf.resized(width: width, height: input.height)
        var maps = SpineMaps(
            rows: input.height / strides[0], columns: (width + strides[1] - 1) / strides[1],
            cell: Point(
                x: Double(strides[1]) * Double(shelf.width) / Double(width), y: Double(strides[0]) / scale))
        let starts = Self.starts(width, input.width, strides[1])
        for start in starts {
            let answer = try runner.run(Self.tensor(picture, from: start, input)).first
            guard let answer, answer.values.count == Tensor.count(of: runner.entry.output.shape(batch: 1)) else {
                let expected = Tensor.text(of: runner.entry.output.shape(batch: 1))
                throw .wrongShape(id: id, expected: expected, found: Tensor.text(of: answer?.shape ?? []))
            }
            maps.take(
                answer.values, from: start / strides[1], columns: input.width / strides[1],
                skipping: start == 0 ? 0 : Self.overlap / 2 / strides[1])
        }
        maps.sum()
        return maps
    }

    /// Returns where the tiles that cover a shelf begin: at cell borders, from left to right.
    package static func starts(_ width: Int, _ side: Int, _ cell: Int) -> [Int] {
        guard width > side else { return [0] }
        let steps = (width - side + side - overlap - 1) / (side - overlap)
        let starts = (0...steps).map { (width - side) * $0 / steps / cell * cell }
        // A shelf hardly wider than a tile would be covered twice in the same place.
        return zip([-1] + starts, starts).filter { $0 < $1 }.map(\.1)
    }

    /// `[1, 3, height, width]`; gray 114 beyond the end of the shelf.
    private static func tensor(_ picture: RGBImage, from start: Int, _ input: ModelInput) -> Tensor {
        let plane = input.width * input.height
        let columns = min(input.width, picture.width - start)
        let values = [Float](unsafeUninitializedCapacity: 3 * plane) { out, initialized in
            picture.pixels.withUnsafeBufferPointer { pixels in
                for channel in 0..<3 {
                    let factor = Float(input.scale / input.std[channel])
                    let offset = Float(-input.mean[channel] / input.std[channel])
                    let color = input.colors == .bgr ? 2 - channel : channel
                    for row in 0..<input.height {
                        let target = channel * plane + row * input.width
                        let source = 3 * (row * picture.width + start) + color
                        for column in 0..<columns {
                            out[target + column] = Float(pixels[source + 3 * column]) * factor + offset
                        }
                        for column in columns..<max(input.width, columns) {
                            out[target + column] = 114 * factor + offset
                        }
                    }
                }
            }
            initialized = 3 * plane
        }
        return Tensor(shape: [1, 3, input.height, input.width], values: values)
    }
}

/// The network's output for one shelf: for each cell of a grid, the probabilities that a left side of a book runs
/// through it, that a right side does, and that it is inside a book.
package struct SpineMaps: Sendable {
    /// Indices into the vector.
    package enum Part {
        package static let left = 0
        package static let right = 1
        package static let inside = 2
    }

    package let rows: Int
    package let columns: Int
    /// Size of a cell, in pixels of the shelf.
    package private(set) var cell: Point
    /// Values of the cells, row by row.
    package private(set) var values: [SIMD4<Float>]
    /// Sums from the left, with one more column; empty before ``sum()``.
    private var sums: [SIMD4<Float>] = []

    /// Creates an empty grid.
    package init(rows: Int, columns: Int, cell: Point) {
        (self.rows, self.columns, self.cell) = (rows, columns, cell)
        values = [SIMD4<Float>](repeating: .zero, count: rows * columns)
    }

    /// Copies the model's output for a part of the shelf.
    ///
    /// - Parameters:
    ///   - answer: three numbers per cell, row by row.
    ///   - first: the column where the part begins.
    ///   - width: number of columns of the part; those beyond the grid are ignored.
    ///   - skipping: number of columns on the left to skip, where the previous part is more accurate.
    package mutating func take(_ answer: [Float], from first: Int, columns width: Int, skipping: Int) {
        for row in 0..<rows {
            for column in min(skipping, width)..<max(min(width, columns - first), min(skipping, width)) {
                let place = 3 * (row * width + column)
                values[row * columns + first + column] = SIMD4(answer[place], answer[place + 1], answer[place + 2], 0)
            }
        }
    }

    /// Converts the cell size to pixels of another scale.
    mutating func resize(by factor: Double) { cell = cell * factor }

    /// Computes the sums for ``total(_:_:_:)``.
    package mutating func sum() {
        sums = [SIMD4<Float>](repeating: .zero, count: rows * (columns + 1))
        for row in 0..<rows {
            var sum = SIMD4<Float>.zero
            for column in 0..<columns {
                sum += values[row * columns + column]
                sums[row * (columns + 1) + column + 1] = sum
            }
        }
    }

    /// Returns the sum of the columns `low..<high` of a row, as far as they are in the grid.
    @inline(__always)
    func total(_ row: Int, _ low: Int, _ high: Int) -> SIMD4<Float> {
        let low = min(max(low, 0), columns)
        let high = min(max(high, low), columns)
        let start = row * (columns + 1)
        return sums[start + high] - sums[start + low]
    }

    /// Returns the maximum of each value within one column of the given one.
    @inline(__always)
    func peak(_ row: Int, _ column: Int) -> SIMD4<Float> {
        var most = SIMD4<Float>.zero
        for place in max(column - 1, 0)...max(min(column + 1, columns - 1), max(column - 1, 0)) where place < columns {
            most = pointwiseMax(most, values[row * columns + place])
        }
        return most
    }

    /// Returns one cell, or zeros outside the grid.
    @inline(__always)
    func value(_ row: Int, _ column: Int) -> SIMD4<Float> {
        0..<columns ~= column ? values[row * columns + column] : .zero
    }
}
