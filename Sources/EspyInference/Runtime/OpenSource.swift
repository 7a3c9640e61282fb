/// Reads the file of a model with open sides, holds it against its manifest, and compiles it for pictures of any size.
struct OpenSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    func compile() throws(InferenceError) -> CompiledModel {
        let file = try ModelFile(path: path, core: core, id: entry.id)
        let (inputs, outputs) = try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in try file.ports() }
        guard inputs.count == 1, Self.fits(inputs[0], input) else { throw wrongShape(input, inputs) }
        guard let answer = outputs.firstIndex(where: { Self.fits($0, output) }) else {
            throw wrongShape(output, outputs)
        }
        let copies = try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) -> [RuntimeHandle] in
            var copies: [RuntimeHandle] = []
            for _ in 0..<options.use.copies { copies.append(try file.compile(options, core: core)) }
            return copies
        }
        return CompiledModel(batch: 1, answer: answer, copies: copies)
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
