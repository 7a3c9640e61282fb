import COpenVINO
import Synchronization

/// A model with several inputs of open sizes: loaded and ready. Any number of tasks may run it at the same time.
public final class GraphModel: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    /// Where the numbers that go along with it are; nil where there are none.
    public let parametersPath: String?
    private let compiled: RuntimeHandle
    private let ports: GraphSource.Ports
    /// Requests that nobody uses. Each has memory of its own, so there are as many as there were callers at once.
    private let idle = Mutex<[RuntimeHandle]>([])

    init(_ source: GraphSource, parametersPath: String?) throws(InferenceError) {
        entry = source.entry
        self.parametersPath = parametersPath
        (compiled, ports) = try source.compile()
    }

    /// Runs the model. Blocks the thread while the processor works.
    ///
    /// - Parameter inputs: in the order that the task fixes: pixels; maps and boxes; maps, mean, keys and size; maps.
    /// - Returns: all answers, in the order that the task fixes.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ inputs: [Tensor]) throws(InferenceError) -> [Tensor] {
        guard inputs.count == ports.inputs.count,
            inputs.allSatisfy({ Tensor.count(of: $0.shape) == $0.values.count && $0.shape.count <= Int(ESPY_OV_RANK) })
        else {
            throw .wrongShape(
                id: entry.id, expected: "\(ports.inputs.count) tensors",
                found: inputs.map { Tensor.text(of: $0.shape) }.joined(separator: ", "))
        }
        let answers: [Tensor]
        do throws(RuntimeFailure) { answers = try answer(inputs) } catch {
            throw .corruptModel(id: entry.id, reason: error.text)
        }
        // A number minus itself is 0, unless it is infinite or none.
        guard answers.allSatisfy({ $0.values.reduce(0) { $0 + ($1 - $1) } == 0 }) else {
            throw .notFinite(id: entry.id)
        }
        return answers
    }

    private func answer(_ inputs: [Tensor]) throws(RuntimeFailure) -> [Tensor] {
        let request = try request()
        defer { idle.withLock { $0.append(request) } }
        for (input, index) in zip(inputs, ports.inputs) {
            var (shape, tensor) = (espy_ov_shape(input.shape), espy_ov_tensor())
            try RuntimeFailure.check { espy_ov_request_shaped(request.pointer, index, &shape, &tensor, $0) }
            let target = UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count)
            guard target.count == input.values.count else {
                throw RuntimeFailure(text: "an input has \(target.count) numbers instead of \(input.values.count)")
            }
            _ = target.update(fromContentsOf: input.values)
        }
        try RuntimeFailure.check { espy_ov_request_run(request.pointer, $0) }
        var answers: [Tensor] = []
        for index in ports.outputs {
            var tensor = espy_ov_tensor()
            try RuntimeFailure.check { espy_ov_request_output(request.pointer, index, &tensor, $0) }
            let values = Array(UnsafeBufferPointer(start: tensor.values, count: tensor.count))
            answers.append(Tensor(shape: tensor.shape.array, values: values))
        }
        return answers
    }

    private func request() throws(RuntimeFailure) -> RuntimeHandle {
        if let request = idle.withLock({ $0.popLast() }) { return request }
        let pointer = try RuntimeFailure.checked { espy_ov_request_make(compiled.pointer, $0) }
        return RuntimeHandle(pointer, maker: compiled) { espy_ov_request_free($0) }
    }

    /// Runs the model on small inputs of its task.
    ///
    /// - Throws: what ``run(_:)`` throws.
    public func tryOut() throws(InferenceError) {
        let columns = entry.output.columns
        func tensor(_ shape: [Int]) -> Tensor {
            let count = Tensor.count(of: shape) ?? 0
            return Tensor(shape: shape, values: (0..<count).map { Float($0 % 7) / 7 })
        }
        let maps = tensor([1, columns, 8, 8])
        switch entry.task {
        case .seekerMaps: _ = try run([tensor([1, 3, 64, 64])])
        case .seekerExample, .seekerDescribe:
            let box: [Float] = [8, 8, 48, 48]
            _ = try run([maps, Tensor(shape: [2, 4], values: box + box)])
        case .seekerFind: _ = try run([maps, tensor([1, columns]), tensor([1, columns, 9]), tensor([1, 2])])
        case .seekerPropose: _ = try run([maps])
        default: break
        }
    }
}
