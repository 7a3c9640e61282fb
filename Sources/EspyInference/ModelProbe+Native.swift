// Not in the browser: it has no files.

/// Identifies a file of weights without a manifest, from its shapes and its output.
///
/// Colors and scaling cannot be detected; they are assumed to be those of other models with the same shape, and the
/// resulting entry can be corrected by hand.
public struct ModelProbe {
    private let id: String
    private let path: String
    private let task: ModelEntry.Task?
    private let core: RuntimeHandle
    private let options = CompileOptions(cacheFolder: nil, use: .batches, precision: .f32)

    /// - Parameters:
    ///   - id: name for the entry and the errors.
    ///   - task: the purpose of the model, if shapes leave it open: one row of numbers may be an embedding or the
    ///     chances of classes. Nil: a classifier is assumed to have 1,000 numbers, for the classes of ImageNet.
    public init(
        id: String, path: String, task: ModelEntry.Task? = nil, runtime: InferenceRuntime
    ) throws(InferenceError) {
        self.id = id
        self.path = path
        self.task = task
        core = try runtime.core()
    }

    /// - Returns: an entry for the file, whose task, shapes and kind of output are certain. Its license and description
    ///   are empty.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)`` if it
    ///   is not a detector, embedder or classifier, ``InferenceError/notFinite(id:)``
    public func entry(file: String) throws(InferenceError) -> ModelEntry {
        let (input, outputs) = try shapes()
        let (height, width) = (input[2], input[3])
        for shape in outputs {
            guard let output = output(shape, width: width, height: height) else { continue }
            let input = Self.input(for: output.kind.task, width: width, height: height)
            var entry = ModelEntry(
                id: id, task: output.kind.task, file: file, license: "", description: "",
                labels: output.kind.task == .classifier ? Self.imageNetLabels : nil, input: input, output: output)
            if let reason = entry.objection() { throw .corruptModel(id: id, reason: reason) }
            let answer = try Model(ModelSource(entry: entry, path: path, core: core, options: options))
                .run(input.testPattern)
            if entry.task == .detector { entry.output.kind = try kind(of: answer[0], entry) }
            if entry.task == .classifier { entry.output.kind = Self.scores(answer[0].values) }
            return entry
        }
        throw .wrongShape(
            id: id, expected: "1 x rows x (5 + classes) as YOLOX has, or 1 x numbers of an embedder",
            found: outputs.map { Tensor.text(of: $0) }.joined(separator: ", "))
    }

    /// The input, and the outputs for one picture.
    private func shapes() throws(InferenceError) -> (input: [Int], outputs: [[Int]]) {
        let (ports, names) = try InferenceError.blaming(id) {
            let file = try ModelFile(path: path, core: core)
            let found = try file.ports()
            if let input = found.inputs.first, found.inputs.count == 1, Self.isPicture(input), input[0] < 0 {
                try file.reshape([1] + input[1...])
            }
            return (try file.ports(), try file.names().outputs)
        }
        guard ports.inputs.count == 1, Self.isPicture(ports.inputs[0]) else {
            let found = ports.inputs.map { Tensor.text(of: $0) }.joined(separator: ", ")
            throw .wrongShape(id: id, expected: "one input of ? x 3 x height x width", found: found)
        }
        // The image half of a CLIP also returns intermediate results.
        let first = names.firstIndex(of: "image_embeds") ?? 0
        return (ports.inputs[0], first == 0 ? ports.outputs : [ports.outputs[first]] + ports.outputs)
    }

    private static func isPicture(_ shape: [Int]) -> Bool {
        shape.count == 4 && shape[1] == 3 && shape[2...].allSatisfy((1...ModelInput.sideLimit).contains)
    }

    /// Names of the classes of ImageNet, which nearly all published classifiers use, in the order of their output.
    private static let imageNetLabels = "imagenet.labels.json"
    private static let imageNetKinds = 1000

    private func output(_ shape: [Int], width: Int, height: Int) -> ModelOutput? {
        if shape.count == 2, shape[1] > 1 {
            let isClassifier = task.map { $0 == .classifier } ?? (shape[1] == Self.imageNetKinds)
            return ModelOutput(kind: isClassifier ? .logits : .embedding, columns: shape[1])
        }
        guard shape.count == 3, shape[2] >= 6 else { return nil }
        // YOLOX has three grids; some variants add a coarser or a finer one.
        let strides = [[8, 16, 32], [8, 16, 32, 64], [4, 8, 16, 32]].first {
            ModelOutput.rows(width: width, height: height, strides: $0) == shape[1]
        }
        return strides.map { ModelOutput(kind: .yoloxRaw, rows: shape[1], columns: shape[2], strides: $0) }
    }

    /// The inputs with which YOLOX, CLIP and the classifiers of torchvision were trained.
    private static func input(for task: ModelEntry.Task, width: Int, height: Int) -> ModelInput {
        switch task {
        case .detector: ModelInput(width: width, height: height, colors: .bgr, resize: .letterboxTopLeft114)
        case .seekerStem, .seekerContext, .seekerMaps, .seekerExample, .seekerFind, .seekerPropose, .seekerDescribe,
            .outliner, .faceDetector, .faceDescriber:
            .tensors
        case .spines, .tagger, .text, .textDetector, .textRecognizer:
            ModelInput(width: width, height: height, colors: .rgb, resize: .letterboxTopLeft114)
        case .classifier:
            ModelInput(
                width: width, height: height, colors: .rgb, resize: .centerCropShortest,
                shorterSide: min(max(width, height) * 8 / 7, ModelInput.sideLimit), scale: 1 / 255,
                mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225])
        case .embedder:
            ModelInput(
                width: width, height: height, colors: .rgb, resize: .centerCropShortest, scale: 1 / 255,
                mean: [0.48145466, 0.4578275, 0.40821073], std: [0.26862954, 0.26130258, 0.27577711])
        }
    }

    /// Whether the softmax is part of the model.
    private static func scores(_ values: [Float]) -> ModelOutput.Kind {
        let isShare = values.allSatisfy { (-0.001...1.001).contains($0) } && abs(values.reduce(0, +) - 1) < 0.02
        return isShare ? .probabilities : .logits
    }

    /// Whether boxes are in pixels or offsets: pixels are close to the cell that produced them.
    private func kind(of answer: Tensor, _ entry: ModelEntry) throws(InferenceError) -> ModelOutput.Kind {
        let columns = entry.output.columns
        var (row, near) = (0, 0)
        for stride in entry.output.strides {
            for y in 0..<entry.input.height / stride {
                for x in 0..<entry.input.width / stride {
                    let values = answer.values[row * columns..<(row + 1) * columns]
                    row += 1
                    guard values.dropFirst(4).allSatisfy({ (-0.001...1.001).contains($0) }) else {
                        throw .wrongShape(id: id, expected: "scores from 0 to 1", found: "others")
                    }
                    let place = (Float(x), Float(y))
                    if Self.isNear(Array(values.prefix(4)), cell: place, stride: Float(stride)) { near += 1 }
                }
            }
        }
        return 2 * near > row ? .yoloxDecoded : .yoloxRaw
    }

    private static func isNear(_ box: [Float], cell: (x: Float, y: Float), stride: Float) -> Bool {
        let (x, y) = ((cell.x + 0.5) * stride, (cell.y + 0.5) * stride)
        return abs(box[0] - x) <= 4 * stride && abs(box[1] - y) <= 4 * stride && box[2] > 0 && box[3] > 0
    }
}

/// Detects whether a file of weights is a model that finds or reads text, of the PaddleOCR type.
public struct OpenProbe {
    private let id: String
    private let path: String
    private let core: RuntimeHandle

    /// The key of a model's characters in the metadata of its file.
    public static let signs = "character"

    public init(id: String, path: String, runtime: InferenceRuntime) throws(InferenceError) {
        (self.id, self.path, self.core) = (id, path, try runtime.core())
    }

    /// - Returns: an entry for the file, without license and description; nil if it is another kind of model.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    public func entry(file name: String) throws(InferenceError) -> ModelEntry? {
        let ports = try InferenceError.blaming(id) { try ModelFile(path: path, core: core).ports() }
        guard ports.inputs.count == 1, ports.inputs[0].count == 4, ports.inputs[0][1] == 3, ports.inputs[0][3] < 0
        else {
            return nil
        }
        let height = max(ports.inputs[0][2], 0)
        guard let output = ports.outputs.lazy.compactMap({ output($0, isLine: height > 0) }).first else { return nil }
        let entry = ModelEntry(
            id: id, task: output.kind.task, file: name, license: "", description: "",
            input: Self.input(height: height), output: output)
        if let reason = entry.objection() { throw .corruptModel(id: id, reason: reason) }
        if output.kind == .characters { try checkSigns(output.columns) }
        return entry
    }

    /// The inputs with which PaddleOCR's models were trained.
    private static func input(height: Int) -> ModelInput {
        ModelInput(
            width: 0, height: height, colors: .bgr, resize: .stretch, scale: 1 / 255, mean: [0.5, 0.5, 0.5],
            std: [0.5, 0.5, 0.5])
    }

    private func output(_ shape: [Int], isLine: Bool) -> ModelOutput? {
        if isLine, shape.count == 3, shape[2] > 2 {
            return ModelOutput(kind: .characters, columns: shape[2], strides: [8])
        }
        guard !isLine, shape.count == 4, shape[1] == 1 || shape[1] < 0 else { return nil }
        return ModelOutput(kind: .textMap, columns: 1, strides: [32])
    }

    /// Without its list of characters, a file's output is meaningless.
    private func checkSigns(_ columns: Int) throws(InferenceError) {
        let signs = ModelProperties(path: path)?.values[Self.signs]
        guard let signs else { throw .corruptModel(id: id, reason: "it does not say which signs it knows") }
        let count = signs.split(separator: "\n", omittingEmptySubsequences: false).count
        // The list may end with an empty line.
        guard (columns - 2...columns - 1).contains(count) else {
            throw .wrongShape(id: id, expected: "\(columns - 2) signs", found: "\(count)")
        }
    }
}

/// Detects the properties of a text model: the length of its texts, and its output.
public struct TextProbe {
    private let id: String
    private let path: String
    private let core: RuntimeHandle

    /// The length for which nearly all such models were trained, used if the file leaves it open.
    private static let usualLength = 77

    public init(id: String, path: String, runtime: InferenceRuntime) throws(InferenceError) {
        (self.id, self.path, self.core) = (id, path, try runtime.core())
    }

    /// Whether a file takes text; this does not mean that its output is useful.
    public func isText() throws(InferenceError) -> Bool {
        try InferenceError.blaming(id) {
            try ModelFile(path: path, core: core).ports().inputs.allSatisfy { $0.count == 2 }
        }
    }

    /// - Parameters:
    ///   - vocabulary: the file beside it, which may not exist yet.
    ///   - tokens: the number of tokens in that file.
    ///   - space: see ``ModelEntry/space``.
    /// - Returns: an entry for the file, without license and description.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    public func entry(
        file name: String, vocabulary: ModelVocabulary, tokens: Int, space: String
    ) throws(InferenceError) -> ModelEntry {
        let (ports, names) = try InferenceError.blaming(id) {
            let file = try ModelFile(path: path, core: core)
            return (try file.ports(), try file.names())
        }
        let length = ports.inputs.lazy.compactMap { $0.count == 2 && $0[1] > 0 ? $0[1] : nil }.first
        let answers = ports.outputs.indices.filter { ports.outputs[$0].count == 2 && ports.outputs[$0][1] > 1 }
        guard let answer = answers.first(where: { names.outputs[$0] == TextSource.answerName }) ?? answers.first else {
            throw .wrongShape(
                id: id, expected: "an answer of ? x numbers",
                found: ports.outputs.map(Tensor.text).joined(separator: ", "))
        }
        let entry = ModelEntry(
            id: id, task: .text, file: name, license: "", description: "", vocabulary: vocabulary, space: space,
            input: ModelInput(length: length ?? Self.usualLength, tokens: tokens),
            output: ModelOutput(kind: .textEmbedding, columns: ports.outputs[answer][1]))
        if let reason = entry.objection() { throw .corruptModel(id: id, reason: reason) }
        return entry
    }
}
