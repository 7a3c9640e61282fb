/// Reads a text model's file, holds it against its manifest, and compiles it for one text of the full length.
struct TextSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions
    /// Which input takes the tokens, and which one says where there are any.
    private var ids = 0
    private var mask: Int?

    init(entry: ModelEntry, path: String, core: RuntimeHandle, options: CompileOptions) {
        (self.entry, self.path, self.core, self.options) = (entry, path, core, options)
    }

    /// What the publishers of CLIP call the answer.
    static let answerName = "text_embeds"

    /// - Throws: all but ``InferenceError/notFinite(id:)``
    mutating func compile() throws(InferenceError) -> CompiledModel {
        let file = try ModelFile(path: path, core: core, id: entry.id)
        let (inputs, names) = try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in
            (try file.ports().inputs, try file.names())
        }
        try choose(inputs, names.inputs)
        let (shape, wanted) = ([1, entry.input.length], [ids, mask].compactMap(\.self))
        let (outputs, compiled) = try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in
            for index in wanted where inputs[index] != shape { try file.reshapeInput(index, shape) }
            return (try file.ports().outputs, try file.compile(options, core: core))
        }
        guard let answer = answer(outputs, names.outputs) else {
            throw wrongShape("1 x \(entry.output.columns)", outputs.map(Tensor.text).joined(separator: ", "))
        }
        return CompiledModel(batch: 1, answers: [answer], copies: [compiled])
    }

    private func wrongShape(_ expected: String, _ found: String) -> InferenceError {
        .wrongShape(id: entry.id, expected: expected, found: found.isEmpty ? "none" : found)
    }

    /// The tokens, filled up with zeros. The model looks back alone, so that what follows the end counts for nothing;
    /// and with zeros the end is where the largest number is, by which some files find it.
    func inputs(of tokens: [Int]) -> [Int: [Int]] {
        let rest = [Int](repeating: 0, count: entry.input.length - tokens.count)
        var inputs = [ids: tokens + rest]
        if let mask { inputs[mask] = tokens.map { _ in 1 } + rest }
        return inputs
    }

    /// Which inputs there are. A file with both halves of a model wants pictures, too, and is refused like all others.
    private mutating func choose(_ shapes: [[Int]], _ names: [String]) throws(InferenceError) {
        mask = names.firstIndex { $0.lowercased().contains("mask") }
        let others = names.indices.filter { $0 != mask }
        let isFit = shapes.allSatisfy { shape in
            shape.count == 2 && [1, -1].contains(shape[0]) && [entry.input.length, -1].contains(shape[1])
        }
        guard others.count == 1, isFit else {
            throw wrongShape(
                "tokens and perhaps a mask, ? x \(entry.input.length)",
                zip(names, shapes).map { "\($0) \(Tensor.text(of: $1))" }.joined(separator: ", "))
        }
        ids = others[0]
    }

    private func answer(_ shapes: [[Int]], _ names: [String]) -> Int? {
        let fit = shapes.indices.filter { index in
            let shape = shapes[index]
            return shape.count == 2 && [1, -1].contains(shape[0]) && [entry.output.columns, -1].contains(shape[1])
        }
        return fit.first { names[$0] == Self.answerName } ?? fit.first
    }
}
