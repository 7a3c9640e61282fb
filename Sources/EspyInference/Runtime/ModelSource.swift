/// Reads a model's file, holds it against its manifest, and compiles it for sizes of batch.
struct ModelSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    /// The sizes of batch that the model takes, the largest first.
    func batches() throws(InferenceError) -> [Int] {
        let ports = try told { () throws(RuntimeFailure) in try ModelFile(path: path, core: core).ports() }
        guard ports.inputs.count == 1, Self.fits(ports.inputs[0], inputShape(-1)) else {
            throw wrongShape(inputShape(-1), ports.inputs)
        }
        let fixed = ports.inputs[0][0]
        if fixed > 0 { return fixed <= 1024 ? [fixed] : [] }
        // Large pictures one at a time, for their memory; small ones in blocks, for their speed.
        let most = Self.numberLimit / (3 * entry.input.width * entry.input.height)
        return [32, 8, 1].filter { $0 == 1 || $0 <= most }
    }

    /// Numbers in the largest block.
    private static let numberLimit = 1 << 20

    func compile(batch: Int) throws(InferenceError) -> Variant {
        // The file may have changed since the last block was compiled.
        try FileCheck.check(entry, at: path)
        let expected = entry.output.shape(batch: batch)
        let (outputs, compiled) = try told { () throws(RuntimeFailure) -> ([[Int]], RuntimeHandle) in
            let file = try ModelFile(path: path, core: core)
            if try file.ports().inputs.first.map({ $0 != inputShape(batch) }) ?? false {
                try file.reshape(inputShape(batch))
            }
            return (try file.ports().outputs, try file.compile(options, core: core))
        }
        guard let answer = outputs.firstIndex(where: { Self.fits($0, expected) }) else {
            throw wrongShape(expected, outputs)
        }
        return Variant(batch: batch, answer: answer, compiled: compiled)
    }

    func inputShape(_ batch: Int) -> [Int] { [batch, 3, entry.input.height, entry.input.width] }

    /// Equal, where both say something.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { $0 == $1 || $0 < 0 || $1 < 0 }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }

    /// What the runtime objects to while it reads is the fault of the file.
    private func told<Result>(_ body: () throws(RuntimeFailure) -> Result) throws(InferenceError) -> Result {
        do throws(RuntimeFailure) {
            return try body()
        } catch {
            throw .corruptModel(id: entry.id, reason: error.text)
        }
    }
}
