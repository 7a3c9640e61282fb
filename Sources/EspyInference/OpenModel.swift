/// A model whose inputs have open sizes, loaded and ready: one that takes a picture of any size, or one that answers
/// several tensors with several. Any number of tasks may run it at the same time.
public final class OpenModel: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    /// Where its file is.
    public let path: String
    /// Where the numbers that go along with it are; nil where there are none.
    public let parametersPath: String?
    /// Of each input, -1 where a length is open; one without a file knows only how many there are.
    package let shapes: [[Int]]
    private let work: Work
    private let restWork: @Sendable () -> Void

    /// Fills the inputs, runs, and shows the answers, which are valid inside of `take` alone.
    /// - Returns: false when it was given up.
    package typealias Work =
        @Sendable (
            _ shapes: [[Int]], _ fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
            _ take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Void
        ) throws(InferenceError) -> Bool

    /// The most pixels that a picture may have.
    public static let mostPixels = 1 << 24

    convenience init(_ source: OpenSource, parametersPath: String?) throws(InferenceError) {
        let id = source.entry.id
        let (compiled, shapes) = try InferenceError.blaming(id) { try source.compile() }
        self.init(source.entry, source.path, parametersPath, shapes) { (shapes, fill, take) throws(InferenceError) in
            try InferenceError.blaming(id) { try compiled.run(shapes: shapes, fill: fill, take: take) } != nil
        } rest: {
            compiled.rest()
        }
    }

    /// One that works without a file, as ``run(_:)`` and ``run(height:width:fill:take:)`` say.
    package convenience init(
        entry: ModelEntry, path: String = "", parametersPath: String? = nil, inputs count: Int = 1,
        work: @escaping Work
    ) {
        self.init(entry, path, parametersPath, Array(repeating: [-1, -1, -1, -1], count: count), work: work) {}
    }

    private init(
        _ entry: ModelEntry, _ path: String, _ parametersPath: String?, _ shapes: [[Int]], work: @escaping Work,
        rest: @escaping @Sendable () -> Void
    ) {
        (self.entry, self.path, self.parametersPath, self.shapes) = (entry, path, parametersPath, shapes)
        (self.work, restWork) = (work, rest)
    }

    /// Gives back the memory that the model works in. When it runs again, it is compiled again: with a cache folder that
    /// takes some hundredths of a second.
    package func rest() { restWork() }

    /// Shows the model one picture. Blocks the thread while the processor works, and gives up within a few hundredths of
    /// a second when the task that calls it is cancelled.
    ///
    /// - Parameters:
    ///   - height, width: of the picture, in pixels.
    ///   - fill: writes the picture, as ``ModelEntry/input`` says: `3 * height * width` numbers.
    ///   - take: reads the answer, which is valid inside of it alone: `[1, 1, height, width]` of a map, `[1, steps,
    ///     columns]` of characters. Its numbers may be anything, infinite ones and those that are none included.
    /// - Returns: nil when it was given up.
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

    /// Runs the model on tensors. Blocks the thread, and gives up, as ``run(height:width:fill:take:)`` does.
    ///
    /// - Parameter inputs: in the order that the task fixes: pixels; coarse features; fine, wide and wider ones; maps and
    ///   boxes; maps, mean, keys and size; maps; windows.
    /// - Returns: all answers, in the order that the task fixes; nil when it was given up.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ inputs: [Tensor]) throws(InferenceError) -> [Tensor]? {
        guard inputs.allSatisfy({ Tensor.count(of: $0.shape) == $0.values.count }) else {
            throw wrongInputs(inputs.map(\.shape))
        }
        return try run(inputs.map(\.shape)) { index, numbers in
            _ = numbers.update(fromContentsOf: inputs[index].values)
        } take: { shapes, answers in
            zip(shapes, answers).map { Tensor(shape: $0, values: Array($1)) }
        }
    }

    /// Runs the model on tensors that are written into its own memory, and reads the answers there.
    ///
    /// - Parameters:
    ///   - shapes: of the inputs, in the order that the task fixes.
    ///   - fill: writes one input.
    ///   - take: reads shapes and numbers of all answers, which are finite, and valid inside of it alone.
    /// - Returns: nil when it was given up.
    /// - Throws: as ``run(_:)``
    package func run<Result>(
        _ shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws(InferenceError) -> Result? {
        guard shapes.count == self.shapes.count, shapes.allSatisfy(CompiledModel.takes) else {
            throw wrongInputs(shapes)
        }
        let result = try answer(shapes, fill: fill) { shapes, answers -> Result? in
            answers.allSatisfy(\.areFinite) ? take(shapes, answers) : nil
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

extension OpenModel {
    /// Runs the model once, on a small picture or on small inputs of its task.
    ///
    /// - Throws: what ``run(height:width:fill:take:)`` and ``run(_:)`` throw, and ``InferenceError/notFinite(id:)``
    public func tryOut() throws(InferenceError) {
        let columns = entry.output.columns
        let maps = Self.tensor([1, columns, 8, 8])
        switch entry.task {
        case .seekerContext: _ = try run([Self.tensor([1, shapes[0][1], 8, 8])])
        case .seekerMaps where shapes.count == 3:
            _ = try run([maps, Self.tensor([1, shapes[1][1], 4, 4]), Self.tensor([1, shapes[2][1], 2, 2])])
        case .seekerStem, .seekerMaps: _ = try run([Self.tensor([1, 3, 64, 64])])
        case .seekerExample, .seekerDescribe:
            let box: [Float] = [8, 8, 48, 48]
            _ = try run([maps, Tensor(shape: [2, 4], values: box + box)])
        case .seekerFind:
            _ = try run([maps, Self.tensor([1, columns]), Self.tensor([1, columns, 9]), Self.tensor([1, 2])])
        case .seekerPropose: _ = try run([maps])
        case .outliner: _ = try run([Self.tensor([2, 4, columns, columns])])
        default: try tryPicture()
        }
    }

    private func tryPicture() throws(InferenceError) {
        let height = entry.input.height > 0 ? entry.input.height : 64
        let isFinite = try run(height: height, width: 128) { numbers in
            for index in numbers.indices { numbers[index] = Float(index % 29) / 14 - 1 }
        } take: { _, values in
            values.allSatisfy(\.isFinite)
        }
        if isFinite == false { throw .notFinite(id: entry.id) }
    }

    private static func tensor(_ shape: [Int]) -> Tensor {
        let count = Tensor.count(of: shape) ?? 0
        return Tensor(shape: shape, values: (0..<count).map { Float($0 % 7) / 7 })
    }
}

/// Reads the file of a model with open sides, holds its ports against the manifest or its task, and compiles it.
struct OpenSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    /// Numbers of an input up to which what a request has made for it is kept for the next one.
    private static let mostKept = 3 << 20

    /// - Returns: also the shape of each input, -1 where a length is open.
    func compile() throws -> (compiled: CompiledModel, shapes: [[Int]]) {
        let file = try ModelFile(path: path, core: core)
        let shapes = try file.ports().inputs
        let ports = try entry.task.isGraph ? named(try file.names()) : shaped(try file.ports())
        let copies = try file.copies(options, core: core)
        // Tensors come in one size for each photo, and often; pictures in any.
        let compiled = CompiledModel(
            batch: 1, inputs: ports.inputs, answers: ports.answers, copies: copies,
            mostKept: entry.task.isGraph ? .max : Self.mostKept,
            again: { try ModelFile(path: path, core: core).copies(options, core: core) })
        return (compiled, ports.inputs.map { shapes[$0] })
    }

    private typealias Ports = (inputs: [Int], answers: [Int])

    /// The ports that have the names that the task knows.
    private func named(_ names: (inputs: [String], outputs: [String])) throws -> Ports {
        for wanted in entry.task.ports {
            let inputs = wanted.inputs.compactMap(names.inputs.firstIndex)
            let answers = wanted.outputs.compactMap(names.outputs.firstIndex)
            if inputs.count == wanted.inputs.count, names.inputs.count == inputs.count,
                answers.count == wanted.outputs.count
            {
                return (inputs, answers)
            }
        }
        throw InferenceError.wrongShape(
            id: entry.id, expected: entry.task.ports.map(Self.text).joined(separator: " or "),
            found: Self.text((names.inputs, names.outputs)))
    }

    private static func text(_ ports: (inputs: [String], outputs: [String])) -> String {
        "\(ports.inputs.joined(separator: ", ")) → \(ports.outputs.joined(separator: ", "))"
    }

    /// The one picture that goes in, and the first answer that has the shape that the manifest tells.
    private func shaped(_ ports: (inputs: [[Int]], outputs: [[Int]])) throws -> Ports {
        let (inputs, outputs) = ports
        guard inputs.count == 1, Self.fits(inputs[0], input) else { throw wrongShape(input, inputs) }
        guard let answer = outputs.firstIndex(where: { Self.fits($0, output) }) else {
            throw wrongShape(output, outputs)
        }
        return ([0], [answer])
    }

    private var input: [Int] { [-1, 3, entry.input.height > 0 ? entry.input.height : -1, -1] }

    private var output: [Int] {
        entry.output.kind == .textMap ? [-1, 1, -1, -1] : [-1, -1, entry.output.columns]
    }

    /// Open where the manifest leaves it open. What the answer has can often not be told before the model runs.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        guard found.count == expected.count else { return false }
        let isInput = expected.count == 4 && expected[1] == 3
        return zip(found, expected).enumerated().allSatisfy { index, pair in
            if isInput, index > 0 { return pair.0 == pair.1 }
            return pair.0 == pair.1 || pair.0 < 0 || pair.1 < 0
        }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }
}

extension ModelEntry.Task {
    /// What the file of a model of open sizes calls its inputs and its answers, in the order of
    /// ``OpenModel/run(_:)``: all forms that it may have.
    fileprivate var ports: [(inputs: [String], outputs: [String])] {
        switch self {
        case .seekerStem: [(["pixels"], ["fine", "coarse"])]
        case .seekerContext: [(["coarse"], ["wide", "wider"])]
        case .seekerMaps: [(["fine", "wide", "wider"], ["maps"]), (["pixels"], ["maps"])]
        case .seekerExample: [(["maps", "boxes"], ["mean", "keys", "size"])]
        case .seekerFind: [(["maps", "mean", "keys", "size"], ["rows"])]
        case .seekerPropose: [(["maps"], ["rows"])]
        case .seekerDescribe: [(["maps", "boxes"], ["vectors"])]
        case .outliner: [(["windows"], ["masks"])]
        default: []
        }
    }
}
