// Not in the browser: frames are searched without networks.

package import EspyInference
package import EspyPixels

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
