/// Reads a model's file, holds it against its manifest, and compiles it.
struct ModelSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    /// - Throws: all but ``InferenceError/notFinite(id:)``
    func compile() throws(InferenceError) -> CompiledModel {
        let file = try read()
        let batch = try batch(
            for: try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in try file.ports().inputs })
        let expected = entry.output.shape(batch: batch)
        let (outputs, copies) = try InferenceError.blaming(entry.id) {
            () throws(RuntimeFailure) -> ([[Int]], [RuntimeHandle]) in
            if try file.ports().inputs != [inputShape(batch)] { try file.reshape(inputShape(batch)) }
            var copies: [RuntimeHandle] = []
            for _ in 0..<options.use.copies { copies.append(try file.compile(options, core: core)) }
            return (try file.ports().outputs, copies)
        }
        guard let answer = outputs.firstIndex(where: { Self.fits($0, expected) }) else {
            throw wrongShape(expected, outputs)
        }
        return CompiledModel(batch: batch, answers: [answer], copies: copies)
    }

    private func read() throws(InferenceError) -> ModelFile {
        do throws(RuntimeFailure) {
            return try ModelFile(path: path, core: core)
        } catch {
            throw corrupt(error)
        }
    }

    /// How many pictures the model is to take at once.
    private func batch(for inputs: [[Int]]) throws(InferenceError) -> Int {
        guard inputs.count == 1, Self.fits(inputs[0], inputShape(-1)) else { throw wrongShape(inputShape(-1), inputs) }
        let fixed = inputs[0][0]
        guard fixed <= Self.largest else {
            throw .wrongShape(id: entry.id, expected: "a batch of at most \(Self.largest)", found: "a larger one")
        }
        if fixed > 0 { return fixed }
        // Large pictures one at a time, for their memory; small ones in blocks, for their speed. Always the same size:
        // each would be a compiled model of its own.
        return 3 * entry.input.width * entry.input.height <= Self.small ? options.use.batch : 1
    }

    /// The largest batch that a model may be made for.
    private static let largest = 1024
    /// Numbers of a picture up to which pictures come in blocks.
    private static let small = 1 << 17

    func inputShape(_ batch: Int) -> [Int] { [batch, 3, entry.input.height, entry.input.width] }

    /// Equal, where both say something.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { $0 == $1 || $0 < 0 || $1 < 0 }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }

    private func corrupt(_ failure: RuntimeFailure) -> InferenceError {
        .corruptModel(id: entry.id, reason: failure.text)
    }
}
