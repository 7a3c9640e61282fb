import COpenVINO
import Synchronization

/// A model compiled for one size of batch.
final class CompiledModel: Sendable {
    /// Pictures in a batch.
    let batch: Int
    /// Which of the model's answers is the one that the manifest means.
    private let answer: Int
    /// The same model, once for each caller that is to have threads of its own.
    private let copies: [RuntimeHandle]
    /// Requests that nobody uses, and how many there are. Each has memory of its own, so there are as many as there were
    /// callers at once; they take the copies in turn.
    private let requests = Mutex<(idle: [RuntimeHandle], made: Int)>(([], 0))

    /// - Parameter copies: one at least.
    init(batch: Int, answer: Int, copies: [RuntimeHandle]) {
        self.batch = batch
        self.answer = answer
        self.copies = copies
    }

    /// Numbers of an input up to which what was made for it is kept for the next one.
    private static let mostKept = 3 << 20

    var isCached: Bool { espy_ov_compiled_is_cached(copies[0].pointer) != 0 }

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
        defer { requests.withLock { $0.idle.append(request) } }
        var tensor = espy_ov_tensor()
        try RuntimeFailure.check { espy_ov_request_input(request.pointer, &tensor, $0) }
        fill(UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count))
        try RuntimeFailure.check { espy_ov_request_run(request.pointer, $0) }
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answer, &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    /// Runs one picture of any size, as long as the task that calls it is not cancelled.
    ///
    /// - Parameter shape: what the input is to have.
    /// - Returns: nil when it was given up.
    func run<Result>(
        shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(RuntimeFailure) -> Result? {
        let request = try request()
        var wanted = espy_ov_shape(shape)
        try RuntimeFailure.check { espy_ov_request_shape(request.pointer, &wanted, $0) }
        var tensor = espy_ov_tensor()
        try RuntimeFailure.check { espy_ov_request_input(request.pointer, &tensor, $0) }
        fill(UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count))
        var outcome: Int32 = 0
        try RuntimeFailure.check { message in
            outcome = espy_ov_request_run_while(request.pointer, { Task.isCancelled ? 0 : 1 }, message)
            return outcome
        }
        defer {
            // One that was given up is not used again, and one for a large picture holds hundreds of megabytes.
            let isKept = outcome > 0 && shape.reduce(1, *) <= Self.mostKept
            requests.withLock { if isKept { $0.idle.append(request) } else { $0.made -= 1 } }
        }
        guard outcome > 0 else { return nil }
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answer, &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    /// Runs one text.
    /// - Parameters:
    ///   - inputs: whole numbers by the place of the input; as many as it has.
    ///   - take: reads shape and numbers of the answer.
    func run<Result>(
        integers inputs: [Int: [Int]], take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(RuntimeFailure) -> Result {
        let request = try request()
        defer { requests.withLock { $0.idle.append(request) } }
        for (index, values) in inputs {
            var tensor = espy_ov_integers()
            try RuntimeFailure.check { espy_ov_request_integers(request.pointer, index, &tensor, $0) }
            guard tensor.count == values.count, let place = tensor.values else {
                throw RuntimeFailure(text: "an input has \(tensor.count) numbers instead of \(values.count)")
            }
            if tensor.bytes == 8 {
                let numbers = UnsafeMutableBufferPointer(
                    start: place.assumingMemoryBound(to: Int64.self), count: values.count)
                _ = numbers.update(fromContentsOf: values.map { Int64($0) })
            } else {
                let numbers = UnsafeMutableBufferPointer(
                    start: place.assumingMemoryBound(to: Int32.self), count: values.count)
                _ = numbers.update(fromContentsOf: values.map { Int32(clamping: $0) })
            }
        }
        try RuntimeFailure.check { espy_ov_request_run(request.pointer, $0) }
        var tensor = espy_ov_tensor()
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answer, &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    private func request() throws(RuntimeFailure) -> RuntimeHandle {
        let (idle, made) = requests.withLock { requests -> (RuntimeHandle?, Int) in
            if let request = requests.idle.popLast() { return (request, 0) }
            requests.made += 1
            return (nil, requests.made - 1)
        }
        if let idle { return idle }
        let copy = copies[made % copies.count]
        let pointer = try RuntimeFailure.checked { espy_ov_request_make(copy.pointer, $0) }
        return RuntimeHandle(pointer, maker: copy) { espy_ov_request_free($0) }
    }
}
