// Not in the browser: it has no files, and the page loads the models.

extension OpenModel {
    convenience init(_ source: OpenSource, parametersPath: String?) throws(InferenceError) {
        let id = source.entry.id
        let (compiled, shapes) = try InferenceError.blaming(id) { try source.compile() }
        self.init(source.entry, source.path, parametersPath, shapes) { (shapes, fill, take) throws(InferenceError) in
            try InferenceError.blaming(id) { try compiled.run(shapes: shapes, fill: fill, take: take) } != nil
        } rest: {
            compiled.rest()
        }
    }
}

extension OpenModel {
    /// Runs the model once as a test, on a small picture or on small inputs of its task.
    ///
    /// - Throws: the errors of ``run(height:width:fill:take:)`` and ``run(_:)``, and ``InferenceError/notFinite(id:)``
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
        case .faceDetector, .faceDescriber: _ = try run([Self.tensor([1] + shapes[0].dropFirst())])
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

/// Compiles the file of a model of open sizes, and compares its ports with the manifest or its task.
struct OpenSource: Sendable {
    let entry: ModelEntry
    let path: String
    /// Checksum of the file; nil if it cannot be read.
    let sum: String?
    let core: RuntimeHandle
    let options: CompileOptions

    /// Requests with up to this many input numbers are kept for the next run.
    private static let mostKept = 3 << 20

    /// - Returns: also the shape of each input, with -1 for an open length.
    func compile() throws -> (compiled: CompiledModel, shapes: [[Int]]) {
        let copies = try copies()
        let found = try PortReader.compiled.shapes(of: copies[0])
        let ports = try entry.task.isGraph ? named(copies[0]) : shaped(found)
        // Tensors have one size per photo, and many runs; pictures have any size.
        let compiled = CompiledModel(
            batch: 1, inputs: ports.inputs, answers: ports.answers, copies: copies,
            mostKept: entry.task.isGraph ? .max : Self.mostKept,
            again: { try self.copies() })
        return (compiled, ports.inputs.map { found.inputs[$0] })
    }

    private func copies() throws -> [RuntimeHandle] { try options.copies(of: path, sum: sum, core: core) }

    private typealias Ports = (inputs: [Int], answers: [Int])

    /// The names in the compiled model; those in the file where they differ. Compiling leaves out layers, and an answer
    /// may then have the name of an inner one.
    private func named(_ compiled: RuntimeHandle) throws -> Ports {
        if let ports = try? named(try PortReader.compiled.names(of: compiled)) { return ports }
        return try named(try ModelFile(path: path, core: core).names())
    }

    /// The ports with the names that the task defines.
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

    /// The only input picture, and the first output with the shape in the manifest.
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

    /// Lengths are open where the manifest leaves them open. Those of the output are often unknown before the model
    /// runs.
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
