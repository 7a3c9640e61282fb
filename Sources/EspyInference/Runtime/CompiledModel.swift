import COpenVINO
import Synchronization

/// The memory that models work in: as much as the largest picture took that each was shown, while it is loaded.
package enum ModelMemory {
    private struct Holder { weak var model: CompiledModel? }
    private static let holders = Mutex<[Holder]>([])

    fileprivate static func register(_ model: CompiledModel) {
        holders.withLock { holders in
            holders.removeAll { $0.model == nil }
            holders.append(Holder(model: model))
        }
    }

    /// Has models give their memory back that were not run for so long: see ``OpenModel/rest()``.
    ///
    /// - Returns: whether there were any.
    package static func rest(unusedFor time: Duration) -> Bool {
        holders.withLock { $0.compactMap(\.model) }.reduce(false) { $1.rest(unusedFor: time) || $0 }
    }
}

/// A model compiled for one size of batch.
final class CompiledModel: Sendable {
    /// Pictures in a batch.
    let batch: Int
    /// Which of the model's inputs and answers those are that the manifest means, in its order.
    private let (inputs, answers): ([Int], [Int])
    /// Compiles as many copies as there were; nil: it never rests.
    private let again: (@Sendable () throws -> [RuntimeHandle])?
    private let state: Mutex<State>

    private struct State {
        /// The same model, once for each caller that is to have threads of its own; none while it rests.
        var copies: [RuntimeHandle]
        /// Requests that nobody uses, and how many there are. Each has memory of its own, so there are as many as there
        /// were callers at once; they take the copies in turn.
        var idle: [RuntimeHandle] = []
        var made = 0
        /// How often it has rested: requests from before are not used again.
        var rests = 0
        /// Since when nobody runs it.
        var lastRun = ContinuousClock.now
    }

    /// Numbers of the inputs up to which a request for any size is kept for the next ones.
    private let mostKept: Int

    /// - Parameters:
    ///   - inputs: of a model of any size.
    ///   - answers: one at least.
    ///   - copies: one at least.
    ///   - again: compiles them anew, after a rest.
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

    /// - Returns: whether it had memory to give back, and was not run for so long.
    fileprivate func rest(unusedFor time: Duration) -> Bool {
        let isIdle = state.withLock { state in
            !state.copies.isEmpty && state.idle.count == state.made && state.lastRun.duration(to: .now) >= time
        }
        if isIdle { rest() }
        return isIdle
    }

    /// Frees what is compiled, with the memory in which it works: what that has grown to for one large picture, the
    /// runtime would keep. Whoever runs it now ends in peace; the next one has it compiled again.
    func rest() {
        guard again != nil else { return }
        let freed = state.withLock { state in
            defer { (state.copies, state.idle, state.made, state.rests) = ([], [], 0, state.rests + 1) }
            return (state.copies, state.idle)
        }
        _ = freed
    }

    /// Whether an input can have this shape.
    static func takes(_ shape: [Int]) -> Bool { shape.count <= Int(ESPY_OV_RANK) && Tensor.count(of: shape) != nil }

    /// Runs one batch.
    /// - Parameters:
    ///   - fill: writes the numbers of the input.
    ///   - take: reads shape and numbers of the answer.
    func run<Result>(
        fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws -> Result {
        let (request, turn) = try request()
        // A request that failed is as good as new: its numbers are written anew each time.
        defer { giveBack(request, turn) }
        var tensor = espy_ov_tensor()
        try RuntimeFailure.check { espy_ov_request_input(request.pointer, &tensor, $0) }
        fill(UnsafeMutableBufferPointer(start: tensor.values, count: tensor.count))
        try RuntimeFailure.check { espy_ov_request_run(request.pointer, $0) }
        try RuntimeFailure.check { espy_ov_request_output(request.pointer, answers[0], &tensor, $0) }
        return take(tensor.shape.array, UnsafeBufferPointer(start: tensor.values, count: tensor.count))
    }

    /// Runs inputs of any size, as long as the task that calls it is not cancelled.
    ///
    /// - Parameters:
    ///   - shapes: what each input is to have; one that ``takes(_:_:)`` some numbers.
    ///   - fill: writes the numbers of one input.
    ///   - take: reads shapes and numbers of all answers.
    /// - Returns: nil when it was given up.
    func run<Result>(
        shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws -> Result? {
        let (request, turn) = try request()
        var isKept = false
        // One that was given up or failed is not used again, and one for a large picture holds hundreds of megabytes.
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
    ///   - inputs: whole numbers by the place of the input; as many as it has.
    ///   - take: reads shape and numbers of the answer.
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

    /// - Returns: also how often the model had rested.
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

    /// - Parameter request: nil: it is not used again.
    private func giveBack(_ request: RuntimeHandle?, _ turn: Int) {
        state.withLock { state in
            guard turn == state.rests else { return }
            state.lastRun = .now
            if let request { state.idle.append(request) } else { state.made -= 1 }
        }
    }
}
