package import EspyInference
package import EspyPixels

/// A model that marks where the books of one shelf begin, end and are.
package struct SpineNetwork: Sendable {
    /// Neighboring pictures of a wide shelf share at least so many columns of the model's input.
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

    /// Looks at one shelf.
    ///
    /// - Parameter shelf: all of its height and a little above and below, at least one pixel; all of its width.
    /// - Throws: what the model throws, and ``InferenceError/wrongShape(id:expected:found:)``
    package func maps(of shelf: RGBImage) throws(InferenceError) -> SpineMaps {
        let (input, strides) = (runner.entry.input, runner.entry.output.strides)
        let scale = Double(input.height) / Double(shelf.height)
        // No shelf is so long that this would matter; it keeps the memory for a ribbon of pixels in bounds.
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

    /// Where the pictures begin that cover a shelf: on the border of a cell, from left to right.
    package static func starts(_ width: Int, _ side: Int, _ cell: Int) -> [Int] {
        guard width > side else { return [0] }
        let steps = (width - side + side - overlap - 1) / (side - overlap)
        let starts = (0...steps).map { (width - side) * $0 / steps / cell * cell }
        // A shelf that is hardly wider than a picture would be looked at twice in the same place.
        return zip([-1] + starts, starts).filter { $0 < $1 }.map(\.1)
    }

    /// `[1, 3, height, width]`; gray 114 where the shelf ends.
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
