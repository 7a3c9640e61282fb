/// A loaded model whose inputs have open sizes: it takes a picture of any size, or several tensors. Any number of tasks
/// may run it at the same time.
public final class OpenModel: Sendable {
    /// The model's entry in the manifest.
    public let entry: ModelEntry
    /// Path of its file.
    public let path: String
    /// Path of its parameters; nil if there are none.
    public let parametersPath: String?
    /// Shape of each input, with -1 for an open length; without a file, only their number is known.
    package let shapes: [[Int]]
    private let work: Work
    private let restWork: @Sendable () -> Void

    /// Fills the inputs, runs, and passes the outputs, which are valid only inside `take`.
    /// - Returns: false if it was canceled.
    package typealias Work =
        @Sendable (
            _ shapes: [[Int]], _ fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
            _ take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Void
        ) throws(InferenceError) -> Bool

    /// The largest number of pixels of a picture.
    public static let mostPixels = 1 << 24

    /// A model without a file, with the behavior of ``run(_:)`` and ``run(height:width:fill:take:)``.
    package convenience init(
        entry: ModelEntry, path: String = "", parametersPath: String? = nil, inputs count: Int = 1,
        work: @escaping Work
    ) {
        self.init(entry, path, parametersPath, Array(repeating: [-1, -1, -1, -1], count: count), work: work) {}
    }

    init(
        _ entry: ModelEntry, _ path: String, _ parametersPath: String?, _ shapes: [[Int]], work: @escaping Work,
        rest: @escaping @Sendable () -> Void
    ) {
        (self.entry, self.path, self.parametersPath, self.shapes) = (entry, path, parametersPath, shapes)
        (self.work, restWork) = (work, rest)
    }

    /// Releases the model's working memory. The next run compiles it again, which takes some hundredths of a second
    /// with a cache folder.
    package func rest() { restWork() }

    /// Runs the model on one picture. Blocks the thread while the processor works, and stops within a few hundredths of
    /// a second if the calling task is canceled.
    ///
    /// - Parameters:
    ///   - height, width: of the picture, in pixels.
    ///   - fill: writes the picture, as in ``ModelEntry/input``: `3 * height * width` numbers.
    ///   - take: reads the output, which is valid only inside it: `[1, 1, height, width]` of a map, `[1, steps,
    ///     columns]` of characters. Its numbers may be infinite or NaN.
    /// - Returns: nil if it was canceled.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public func run<Result>(
        height: Int, width: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result? {
        let (pixels, overflow) = height.multipliedReportingOverflow(by: width)
        guard height > 0, width > 0, !overflow, pixels <= Self.mostPixels else {
            throw .wrongShape(id: entry.id, expected: "a picture", found: "\(width) x \(height) pixels")
        }
        var found: [Int] = []
        let result = try answer([[1, 3, height, width]]) { _, numbers in
            fill(numbers)
        } take: { shapes, answers -> Result? in
            found = shapes[0]
            return isFit(found, height: height, width: width, answers[0].count) ? take(found, answers[0]) : nil
        }
        guard let result else { return nil }
        guard let result else {
            throw .wrongShape(id: entry.id, expected: expected(height, width), found: Tensor.text(of: found))
        }
        return result
    }

    /// Runs the model on tensors. Blocks the thread, and stops, like ``run(height:width:fill:take:)``.
    ///
    /// - Parameter inputs: in the order of the task: pixels; coarse features; fine, wide and wider ones; maps and
    ///   boxes; maps, mean, keys and size; maps; windows; pixels of faces.
    /// - Returns: all outputs, in the order of the task; nil if it was canceled.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ inputs: [Tensor]) throws(InferenceError) -> [Tensor]? {
        guard inputs.allSatisfy({ Tensor.count(of: $0.shape) == $0.values.count }) else {
            throw wrongInputs(inputs.map { $0.shape })
        }
        return try run(inputs.map { $0.shape }) { index, numbers in
            _ = numbers.update(fromContentsOf: inputs[index].values)
        } take: { shapes, answers in
            zip(shapes, answers).map { Tensor(shape: $0, values: Array($1)) }
        }
    }

    /// Runs the model on tensors that are written directly into its memory, and reads the outputs there.
    ///
    /// - Parameters:
    ///   - shapes: of the inputs, in the order of the task.
    ///   - fill: writes one input.
    ///   - take: reads shapes and numbers of all outputs, which are finite, and valid only inside it.
    /// - Returns: nil if it was canceled.
    /// - Throws: see ``run(_:)``
    package func run<Result>(
        _ shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws(InferenceError) -> Result? {
        guard shapes.count == self.shapes.count, shapes.allSatisfy(Tensor.isShape) else {
            throw wrongInputs(shapes)
        }
        let result = try answer(shapes, fill: fill) { shapes, answers -> Result? in
            answers.allSatisfy { $0.areFinite } ? take(shapes, answers) : nil
        }
        guard let result else { return nil }
        guard let result else { throw .notFinite(id: entry.id) }
        return result
    }

    private func wrongInputs(_ found: [[Int]]) -> InferenceError {
        .wrongShape(
            id: entry.id, expected: "\(shapes.count) tensors", found: found.map(Tensor.text).joined(separator: ", "))
    }

    private func answer<Result>(
        _ shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws(InferenceError) -> Result? {
        if Task.isCancelled { return nil }
        var result: Result?
        let isDone = try work(shapes, fill) { result = take($0, $1) }
        return isDone ? result : nil
    }

    private func isFit(_ shape: [Int], height: Int, width: Int, _ count: Int) -> Bool {
        guard Tensor.count(of: shape) == count else { return false }
        if entry.output.kind == .textMap { return shape == [1, 1, height, width] }
        return shape.count == 3 && shape[0] == 1 && shape[1] > 0 && shape[2] == entry.output.columns
    }

    private func expected(_ height: Int, _ width: Int) -> String {
        Tensor.text(of: entry.output.kind == .textMap ? [1, 1, height, width] : [1, -1, entry.output.columns])
    }
}

extension ModelEntry.Task {
    /// The possible names of inputs and outputs in the file of a model of open sizes, in the order of
    /// ``OpenModel/run(_:)``, for each variant.
    package var ports: [(inputs: [String], outputs: [String])] {
        switch self {
        case .seekerStem: [(["pixels"], ["fine", "coarse"])]
        case .seekerContext: [(["coarse"], ["wide", "wider"])]
        case .seekerMaps: [(["fine", "wide", "wider"], ["maps"]), (["pixels"], ["maps"])]
        case .seekerExample: [(["maps", "boxes"], ["mean", "keys", "size"])]
        case .seekerFind: [(["maps", "mean", "keys", "size"], ["rows"])]
        case .seekerPropose: [(["maps"], ["rows"])]
        case .seekerDescribe: [(["maps", "boxes"], ["vectors"])]
        case .outliner: [(["windows"], ["masks"])]
        case .faceDetector: [(["input_1"], ["Identity", "Identity_1"])]
        case .faceDescriber: [(["pixels"], ["vectors"])]
        default: []
        }
    }
}
