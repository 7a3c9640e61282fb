import COpenVINO
import Synchronization

/// A model compiled for one size of batch.
final class CompiledModel: Sendable {
    /// Pictures in a batch.
    let batch: Int
    /// Which of the model's answers is the one that the manifest means.
    private let answer: Int
    private let compiled: RuntimeHandle
    /// Requests that nobody uses. Each has memory of its own, so there are as many as there were callers at once.
    private let idle = Mutex<[RuntimeHandle]>([])

    init(batch: Int, answer: Int, compiled: RuntimeHandle) {
        self.batch = batch
        self.answer = answer
        self.compiled = compiled
    }

    var isCached: Bool { espy_ov_compiled_is_cached(compiled.pointer) != 0 }

    /// Runs one batch.
    /// - Parameters:
    ///   - fill: writes the numbers of the input.
    ///   - take: reads shape and numbers of the answer.
    func run<Result>(
        fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(RuntimeFailure) -> Result {
        let request = try request()
        // A request that failed is as good as new: its numbers are written anew each time.
        defer { idle.withLock { $0.append(request) } }
        var tensor = espy_ov_tensor()
        try RuntimeFailure.check { espy_ov_request_input(request.pointer, &tensor, $0) }
        fill(UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count))
        try RuntimeFailure.check { espy_ov_request_run(request.pointer, $0) }
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answer, &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    private func request() throws(RuntimeFailure) -> RuntimeHandle {
        if let request = idle.withLock({ $0.popLast() }) { return request }
        let pointer = try RuntimeFailure.checked { espy_ov_request_make(compiled.pointer, $0) }
        return RuntimeHandle(pointer, maker: compiled) { espy_ov_request_free($0) }
    }
}
