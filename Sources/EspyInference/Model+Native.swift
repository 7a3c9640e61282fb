// Not in the browser: it has no files, and the page loads the models.

extension Model {
    convenience init(_ source: ModelSource) throws(InferenceError) {
        let id = source.entry.id
        let compiled = try InferenceError.blaming(id) { try source.compile() }
        self.init(entry: source.entry, batch: compiled.batch) {
            compiled.rest()
        } work: { (fill, take) throws(InferenceError) in
            try InferenceError.blaming(id) { try compiled.run(fill: fill, take: take) }
        }
    }
}

/// Reads a model's file, compares it with its manifest, and compiles it.
struct ModelSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    func compile() throws -> CompiledModel {
        let file = try ModelFile(path: path, core: core)
        let batch = try batch(for: try file.ports().inputs)
        let expected = entry.output.shape(batch: batch)
        let copies = try self.copies(of: file, batch: batch)
        let outputs = try file.ports().outputs
        guard let answer = outputs.firstIndex(where: { Self.fits($0, expected) }) else {
            throw wrongShape(expected, outputs)
        }
        return CompiledModel(batch: batch, answers: [answer], copies: copies) {
            try self.copies(of: try ModelFile(path: path, core: core), batch: batch)
        }
    }

    private func copies(of file: borrowing ModelFile, batch: Int) throws -> [RuntimeHandle] {
        if try file.ports().inputs != [inputShape(batch)] { try file.reshape(inputShape(batch)) }
        return try file.copies(options, core: core)
    }

    /// The number of pictures in a batch.
    private func batch(for inputs: [[Int]]) throws -> Int {
        guard inputs.count == 1, Self.fits(inputs[0], inputShape(-1)) else { throw wrongShape(inputShape(-1), inputs) }
        let fixed = inputs[0][0]
        guard fixed <= Self.largest else {
            throw InferenceError.wrongShape(
                id: entry.id, expected: "a batch of at most \(Self.largest)", found: "a larger one")
        }
        if fixed > 0 { return fixed }
        // Large pictures one at a time, to save memory; small ones in blocks, for speed. The size is always the same,
        // because each would need its own compiled model.
        return 3 * entry.input.width * entry.input.height <= Self.small ? options.use.batch : 1
    }

    /// The largest batch size of a model.
    private static let largest = 1024
    /// Pictures with up to this many numbers run in blocks.
    private static let small = 1 << 17

    private func inputShape(_ batch: Int) -> [Int] { [batch, 3, entry.input.height, entry.input.width] }

    /// Whether two shapes are equal, where both are known.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { $0 == $1 || $0 < 0 || $1 < 0 }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }
}
