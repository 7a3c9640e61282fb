import EspyBase
import EspyCount
import EspyInference

/// The models for counting, run by the page's networks.
///
/// Their entries and learned parameters are compiled in (`ModelFiles`, made by Scripts/build-wasm from the folder
/// models); the networks themselves are the page's, by the identifiers of the entries.
struct CountNetworks {
    private let entries: [ModelEntry]
    private let files: JSONValue

    init() throws(InferenceError) {
        do throws(JSONError) {
            let known = try JSONValue(parsing: Array(ModelFiles.json.utf8))
            entries = try known.value("models", as: [EntryFields].self).map { $0.entry }
            files = try known.value("files")
        } catch {
            throw .badManifest(path: "", reason: error.path.joined(separator: "."))
        }
    }

    func models() throws(InferenceError) -> CountModels {
        let detector = Network(try entry(.detector))
        let soundness: CountConfidence.Weights? = try detector.entry.numbers(in: parameters(of: detector.entry)) {
            $0.isWhole
        }
        let seeker = try SeekerModels.load { (task) throws(InferenceError) in
            Network(try entry(task)).openModel
        } parameters: { (model) throws(InferenceError) in
            parameters(of: model.entry)
        }
        var models = CountModels(
            detector: try TensorDetector(detector.sharedModel, batch: Network.mostTogether),
            embedder: try TensorEmbedder(Network(try entry(.embedder)).model), seeker: seeker, soundness: soundness)
        let outliner = Network(try entry(.outliner)).openModel
        models.outliner = ThingOutliner(id: outliner.entry.id) { () throws(CountError) in
            { (windows) throws(CountError) in try outliner.answers([windows], count: 1)[0] }
        }
        return models
    }

    private func entry(_ task: ModelEntry.Task) throws(InferenceError) -> ModelEntry {
        guard let entry = entries.first(where: { $0.task == task }) else {
            throw .unknownModel(id: task.rawValue, known: entries.map { $0.id })
        }
        return entry
    }

    private func parameters(of entry: ModelEntry) -> JSONValue? {
        guard let name = entry.parameters, case .object(let files) = files else { return nil }
        return files[name]
    }
}

/// A network of the page.
private struct Network: Sendable {
    let entry: ModelEntry

    init(_ entry: ModelEntry) { self.entry = entry }

    /// Runs one picture at a time.
    var model: Model {
        let shape = [1, 3, entry.input.height, entry.input.width]
        return Model(entry: entry, batch: 1) { [self] (fill, take) throws(InferenceError) in
            try run([shape]) {
                fill($1)
            } take: {
                take($0[0], $1[0])
            }
        }
    }

    /// The most pictures that several workers look at together.
    static let mostTogether = 4

    /// Runs pictures that the page may have shown to several workers before.
    var sharedModel: Model {
        let single = model
        return Model(entry: entry) { [self] (input) throws(InferenceError) in
            let shape = [1] + input.shape.dropFirst().map { Int32($0) }
            let name = Array(entry.id.utf8)
            let result = input.values.withUnsafeBufferPointer { numbers in
                prepareNetwork(name, Int32(name.count), shape, Int32(input.shape.first ?? 0), numbers.baseAddress)
            }
            // The page counts the photo again when they have.
            guard result == 0 else { throw .missingModel(id: entry.id, path: "") }
            return try single.run(input)
        }
    }

    var openModel: OpenModel {
        OpenModel(entry: entry, inputs: entry.task.ports.first?.inputs.count ?? 1) {
            [self] (shapes, fill, take) throws(InferenceError) in
            try run(shapes, fill: fill, take: take)
            return true
        }
    }

    private func run(
        _ shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Void
    ) throws(InferenceError) {
        let inputs = shapes.map { Numbers.allocate(capacity: Tensor.count(of: $0) ?? 0) }
        for (index, numbers) in inputs.enumerated() { fill(index, numbers) }
        let starts = inputs.map { $0.baseAddress }
        let lengths = shapes.flatMap { [Int32($0.count)] + $0.map { Int32($0) } }
        let name = Array(entry.id.utf8)
        let count = runNetwork(name, Int32(name.count), Int32(shapes.count), lengths, starts)
        for numbers in inputs { numbers.deallocate() }
        guard count != Self.isMissing else { throw .missingModel(id: entry.id, path: "") }
        guard count > 0 else { throw .corruptModel(id: entry.id, reason: "the browser cannot run it") }
        let found = (0..<count).map(Self.shape)
        let outputs = zip(found, Int32(0)..<count).map { shape, output in
            let numbers = Numbers.allocate(capacity: Tensor.count(of: shape) ?? 0)
            if let start = numbers.baseAddress { copyOutput(output, start) }
            return numbers
        }
        take(found, outputs.map { UnsafeBufferPointer($0) })
        for numbers in outputs { numbers.deallocate() }
    }

    private typealias Numbers = UnsafeMutableBufferPointer<Float>
    private static let isMissing: Int32 = -1
    private static let mostDimensions = 6

    private static func shape(of output: Int32) -> [Int] {
        var lengths = [Int32](repeating: 0, count: mostDimensions)
        let rank = outputShape(output, &lengths)
        return lengths.prefix(max(Int(rank), 0)).map { Int($0) }
    }
}

/// The fields of an entry that a page needs.
private struct EntryFields: JSONConvertible {
    let entry: ModelEntry

    var json: JSONValue { entry.id.json }

    init(json: JSONValue) throws(JSONError) {
        guard let task = ModelEntry.Task(rawValue: try json.value("task")),
            let input = try Self.input(json.value("input")), let output = try Self.output(json.value("output"))
        else { throw JSONError(.unusable("an entry of a model")) }
        entry = ModelEntry(
            id: try json.value("id"), task: task, file: "", license: "", description: "",
            space: try json.optional("space"), parameters: try json.optional("parameters"), input: input,
            output: output)
    }

    private static func input(_ json: JSONValue) throws(JSONError) -> ModelInput? {
        guard let layout = ModelInput.Layout(rawValue: try json.value("layout")) else { return nil }
        guard layout == .nchw else { return .tensors }
        guard let colors = ModelInput.ColorOrder(rawValue: try json.value("colors")),
            let resize = ModelInput.ResizeRule(rawValue: try json.value("resize"))
        else { return nil }
        return ModelInput(
            width: try json.value("width"), height: try json.value("height"), colors: colors, resize: resize,
            scale: try json.value("scale"), mean: try json.value("mean"), std: try json.value("std"))
    }

    private static func output(_ json: JSONValue) throws(JSONError) -> ModelOutput? {
        guard let kind = ModelOutput.Kind(rawValue: try json.value("kind")) else { return nil }
        return ModelOutput(
            kind: kind, rows: try json.optional("rows"), columns: try json.value("columns"),
            strides: try json.optional("strides") ?? [])
    }
}

/// Announces to the page the pictures that a network is about to run, one after the other.
///
/// - Parameter shape: of each, with four dimensions.
/// - Returns: 0, or -1 if the page wants to run them in several workers first, and then to count the photo again.
@_extern(wasm, module: "networks", name: "prepare")
private func prepareNetwork(
    _ name: UnsafePointer<UInt8>, _ size: Int32, _ shape: UnsafePointer<Int32>, _ pictures: Int32,
    _ numbers: UnsafePointer<Float>?
) -> Int32

/// Runs a network of the page: `shapes` holds, for each input, the number of its dimensions and then these.
///
/// - Returns: the number of outputs; -1 if there is no such network, another negative number if it failed.
@_extern(wasm, module: "networks", name: "run")
private func runNetwork(
    _ name: UnsafePointer<UInt8>, _ size: Int32, _ inputs: Int32, _ shapes: UnsafePointer<Int32>,
    _ numbers: UnsafePointer<UnsafeMutablePointer<Float>?>
) -> Int32

/// Writes the dimensions of an output of the last run, up to six, and returns their number.
@_extern(wasm, module: "networks", name: "shape")
private func outputShape(_ output: Int32, _ lengths: UnsafeMutablePointer<Int32>) -> Int32

/// Copies the numbers of an output of the last run.
@_extern(wasm, module: "networks", name: "copy")
private func copyOutput(_ output: Int32, _ numbers: UnsafeMutablePointer<Float>)
