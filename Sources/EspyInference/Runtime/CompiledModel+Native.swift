// Not in the browser: the page has a runtime of its own.

import COpenVINO
import Synchronization

/// The working memory of loaded models: each keeps as much as its largest picture needed.
package enum ModelMemory {
    private struct Holder { weak var model: CompiledModel? }
    private static let holders = Mutex<[Holder]>([])

    fileprivate static func register(_ model: CompiledModel) {
        holders.withLock { holders in
            holders.removeAll { $0.model == nil }
            holders.append(Holder(model: model))
        }
    }

    /// Releases the memory of models that were not run for a while: see ``OpenModel/rest()``.
    ///
    /// - Returns: whether there were any.
    package static func rest(unusedFor time: Duration) -> Bool {
        holders.withLock { $0.compactMap(\.model) }.reduce(false) { $1.rest(unusedFor: time) || $0 }
    }

    /// Releases the memory of one model: the one that was not run for the longest time, and at least for this long.
    ///
    /// - Returns: whether there was one.
    package static func restOne(unusedFor time: Duration) -> Bool {
        let models = holders.withLock { $0.compactMap(\.model) }
        let since = models.compactMap { model in model.idleSince.map { (model, $0) } }
        return since.min { $0.1 < $1.1 }?.0.rest(unusedFor: time) ?? false
    }
}

/// A model compiled for one size of batch.
final class CompiledModel: Sendable {
    /// Pictures in a batch.
    let batch: Int
    /// Indices of the model's inputs and outputs that the manifest describes, in its order.
    private let (inputs, answers): ([Int], [Int])
    /// Compiles the same number of copies again; nil: the model never rests.
    private let again: (@Sendable () throws -> [RuntimeHandle])?
    private let state: Mutex<State>

    private struct State {
        /// The compiled model, once for each caller with its own threads; empty while it rests.
        var copies: [RuntimeHandle]
        /// Unused requests, and the number of all requests. Each has its own memory, so there is only one for each
        /// caller that ever ran in parallel; they use the copies in turn.
        var idle: [RuntimeHandle] = []
        var made = 0
        /// The number of rests so far: earlier requests are not used again.
        var rests = 0
        /// Time of the end of the latest run.
        var lastRun = ContinuousClock.now
    }

    /// A request of any size with up to this many input numbers is kept for the next run.
    private let mostKept: Int

    /// - Parameters:
    ///   - inputs: of a model of any size.
    ///   - answers: at least one.
    ///   - copies: at least one.
    ///   - again: compiles them again after a rest.
    init(
        batch: Int, inputs: [Int] = [0], answers: [Int], copies: [RuntimeHandle], mostKept: Int = 0,
        again: (@Sendable () throws -> [RuntimeHandle])? = nil
    ) {
        self.batch = batch
        (self.inputs, self.answers) = (inputs, answers)
        (self.mostKept, self.again) = (mostKept, again)
        state = Mutex(State(copies: copies))
        if again != nil { ModelMemory.register(self) }
    }

    /// The end of the latest run; nil while it runs or rests.
    fileprivate var idleSince: ContinuousClock.Instant? {
        state.withLock { state in
            state.copies.isEmpty || state.idle.count < state.made ? nil : state.lastRun
        }
    }

    /// - Returns: whether it had memory to release, and was not run for this long.
    fileprivate func rest(unusedFor time: Duration) -> Bool {
        guard let idleSince, idleSince.duration(to: .now) >= time else { return false }
        rest()
        return true
    }

    /// Frees the compiled model with its working memory: the runtime would keep what one large picture needed. Current
    /// runs finish normally; the next one compiles it again.
    func rest() {
        guard again != nil else { return }
        let freed = state.withLock { state in
            defer { (state.copies, state.idle, state.made, state.rests) = ([], [], 0, state.rests + 1) }
            return (state.copies, state.idle)
        }
        _ = freed
    }

    /// Runs one batch.
    /// - Parameters:
    ///   - fill: writes the numbers of the input.
    ///   - take: reads shape and numbers of the output.
    func run<Result>(
        fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws -> Result {
        let (request, turn) = try request()
        // A failed request can be reused, because its numbers are overwritten each time.
        defer { giveBack(request, turn) }
        var tensor = espy_ov_tensor()
        try RuntimeFailure.check { espy_ov_request_input(request.pointer, &tensor, $0) }
        fill(UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count))
        try RuntimeFailure.check { espy_ov_request_run(request.pointer, $0) }
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answers[0], &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    /// Runs inputs of any size, until the calling task is canceled.
    ///
    /// - Parameters:
    ///   - shapes: the shape of each input; ``Tensor/isShape(_:)`` must hold for each.
    ///   - fill: writes the numbers of one input.
    ///   - take: reads shapes and numbers of all outputs.
    /// - Returns: nil if it was canceled.
    func run<Result>(
        shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws -> Result? {
        let (request, turn) = try request()
        var isKept = false
        // A canceled or failed request is not reused, and one for a large picture holds hundreds of megabytes.
        defer { giveBack(isKept ? request : nil, turn) }
        for (index, shape) in shapes.enumerated() {
            var (wanted, tensor) = (espy_ov_shape(shape), espy_ov_tensor())
            try RuntimeFailure.check { espy_ov_request_shaped(request.pointer, inputs[index], &wanted, &tensor, $0) }
            guard tensor.count == Tensor.count(of: shape) else {
                throw RuntimeFailure(text: "an input has \(tensor.count) numbers instead of \(Tensor.text(of: shape))")
            }
            fill(index, UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count))
        }
        var outcome: Int32 = 0
        try RuntimeFailure.check { message in
            outcome = espy_ov_request_run_while(request.pointer, { Task.isCancelled ? 0 : 1 }, message)
            return outcome
        }
        guard outcome > 0 else { return nil }
        isKept = shapes.reduce(0) { $0 + $1.reduce(1, *) } <= mostKept
        return try answers(of: request, take)
    }

    private func answers<Result>(
        of request: RuntimeHandle, _ take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws -> Result {
        var shapes: [[Int]] = []
        var values: [UnsafeBufferPointer<Float>] = []
        for answer in answers {
            var tensor = espy_ov_tensor()
            try RuntimeFailure.check { espy_ov_request_output(request.pointer, answer, &tensor, $0) }
            shapes.append(tensor.shape.array)
            values.append(UnsafeBufferPointer(start: tensor.values, count: tensor.count))
        }
        return take(shapes, values)
    }

    /// Runs one text.
    /// - Parameters:
    ///   - inputs: integers by the index of the input, as many as it takes.
    ///   - take: reads shape and numbers of the output.
    func run<Result>(
        integers inputs: [Int: [Int]], take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws -> Result {
        let (request, turn) = try request()
        defer { giveBack(request, turn) }
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
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answers[0], &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    /// - Returns: also the number of rests so far.
    private func request() throws -> (RuntimeHandle, turn: Int) {
        try state.withLock { state in
            if let request = state.idle.popLast() { return (request, state.rests) }
            if state.copies.isEmpty, let again { state.copies = try again() }
            let copy = state.copies[state.made % state.copies.count]
            let pointer = try RuntimeFailure.checked { espy_ov_request_make(copy.pointer, $0) }
            state.made += 1
            return (RuntimeHandle(pointer, maker: copy) { espy_ov_request_free($0) }, state.rests)
        }
    }

    /// - Parameter request: nil if it must not be reused.
    private func giveBack(_ request: RuntimeHandle?, _ turn: Int) {
        state.withLock { state in
            guard turn == state.rests else { return }
            state.lastRun = .now
            if let request { state.idle.append(request) } else { state.made -= 1 }
        }
    }
}
