import Synchronization

/// One request and its response, between the library's thread, which moves bytes, and the task that makes the response.
final class Exchange: Sendable {
    let target: String
    let connection: ClientConnection
    let gate: ConnectionSuspension
    private let context: ServerContext
    private let state = Mutex(State())

    private struct State {
        var step = Step.fresh
        var body = BodyQueue()
        var wantsBody = false
        /// Reading pauses until the bytes received are taken.
        var isPaused = false
        /// The client sends its body only after a "100 Continue".
        var waitsForContinue = false
        var answer: Answer?
        var isAnswered = false
        var task: Task<Void, Never>?
        var feed: EventStream?
        /// The client no longer waits for the response; streams that begin now end at once.
        var isLeft = false
    }

    /// How much of the request the library has read.
    private enum Step {
        case fresh
        /// The header is read, but none of the body.
        case head
        case body
        case end
        case sent
    }

    /// The library's next step.
    enum Turn {
        /// Continue; or wait, when the gate was closed.
        case goOn
        case answer(Answer)
    }

    init(target: String, connection: ClientConnection, gate: ConnectionSuspension, context: ServerContext) {
        self.target = target
        self.connection = connection
        self.gate = gate
        self.context = context
    }

    var isFresh: Bool { state.withLock { $0.step == .fresh } }

    // MARK: Called by the thread of the library

    /// The header has arrived.
    func begin(_ head: RequestHead) -> Turn {
        connection.begin(self)
        do throws(HTTPProblem) {
            guard !context.connections.isClosing else { throw .stopping(context.name) }
            var request = try head.request(
                peer: connection.peer, limits: context.limits, home: context.handler.home)
            let announced = try head.body
            if case .none = announced, let answer = context.handler.immediate(request) { return ready(answer) }
            switch announced {
            case .none:
                state.withLock { $0.step = .body }
                _ = state.withLock { $0.body.complete() }
            case .length(let length): request.body = body(length: length)
            case .chunked: request.body = body(length: nil)
            }
            return start(request)
        } catch {
            state.withLock { ($0.step, $0.isAnswered) = (.sent, true) }
            var answer = context.handler.refuse(error, connection.peer)
            answer.headers["Connection"] = "close"
            return .answer(.made(answer))
        }
    }

    /// The response is available immediately, without a task.
    private func ready(_ answer: Answer) -> Turn {
        state.withLock {
            $0.step = .end
            $0.isAnswered = true
            $0.answer = answer
        }
        return .goOn
    }

    private func start(_ request: Request) -> Turn {
        connection.enter(.working)
        let waits = request.headers["expect"]?.lowercased() == "100-continue"
        let task = Task(executorPreference: context.workers) { [context] in
            self.finish(await context.handler.respond(request))
        }
        let (hasBody, isLeft) = state.withLock { state in
            state.task = task
            state.waitsForContinue = waits
            guard state.step == .fresh else { return (false, state.isLeft) }
            state.step = .head
            return (true, state.isLeft)
        }
        if isLeft { task.cancel() }
        return hasBody ? proceed() : .goOn
    }

    /// The library is ready to read on, or has read everything.
    func proceed() -> Turn {
        repeat {
            if let turn = turn() { return turn }
        } while !gate.suspend()
        return .goOn
    }

    /// - Returns: nil when there is nothing to do yet.
    private func turn() -> Turn? {
        let (turn, delivery) = state.withLock { state -> (Turn?, BodyQueue.Handover?) in
            switch state.step {
            case .head:
                if state.answer != nil, state.waitsForContinue { return (Self.send(&state), nil) }
                guard state.wantsBody || state.answer != nil else { return (nil, nil) }
                state.step = .body
                connection.enter(state.isAnswered ? draining : receiving)
                return (.goOn, nil)
            case .body:
                state.step = .end
                connection.enter(.working)
                return (Self.send(&state), state.body.complete())
            case .end: return (Self.send(&state), nil)
            case .fresh, .sent: return (.goOn, nil)
            }
        }
        delivery?.hand()
        return turn
    }

    private static func send(_ state: inout State) -> Turn? {
        guard let answer = state.answer else { return nil }
        state.answer = nil
        state.step = .sent
        return .answer(answer)
    }

    /// A part of the body arrived.
    /// - Returns: the number of bytes not taken, because enough are queued for now.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        repeat {
            if take(bytes) { return 0 }
        } while !gate.suspend()
        return bytes.count
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        connection.received(bytes.count)
        let (isTaken, delivery) = state.withLock { state -> (Bool, BodyQueue.Handover?) in
            if state.isAnswered { return (true, nil) }
            guard state.body.isFull else { return (true, state.body.add(Array(bytes))) }
            state.isPaused = true
            connection.enter(.working)
            return (false, nil)
        }
        delivery?.hand()
        return isTaken
    }

    /// The response is being sent.
    func sends(_ phase: ConnectionPhase, feed: EventStream?) {
        connection.enter(phase)
        let isLeft = state.withLock { state in
            state.feed = feed
            return state.isLeft
        }
        // Otherwise the stream would suspend its connection, and nothing would resume it.
        if isLeft { feed?.leave() }
    }

    /// The library is done with the request, successfully or not, and makes no more calls for it.
    func over() {
        gate.close()
        connection.end(now: context.now())
        leave()
    }

    // MARK: Called by any thread

    /// The response is ready. Only the first one counts.
    func finish(_ response: Response) {
        let delivery = state.withLock { state -> BodyQueue.Handover? in
            guard !state.isAnswered else { return nil }
            state.isAnswered = true
            state.answer = .made(response)
            // The rest of the body is not needed.
            if state.step == .body { connection.enter(draining) }
            return state.body.fail(.clientGone)
        }
        delivery?.hand()
        gate.signal()
    }

    /// The client is gone, or must go: the response is no longer wanted.
    func leave() {
        let (task, feed, delivery) = state.withLock { state in
            state.isLeft = true
            return (state.task, state.feed, state.body.fail(.clientGone))
        }
        delivery?.hand()
        task?.cancel()
        feed?.leave()
    }

    /// Ends a stream of events as its source would.
    func endEvents() { state.withLock { $0.feed }?.end() }

    func beat(now: Double) { state.withLock { $0.feed }?.beat(now: now, every: context.limits.heartbeat) }

    private var receiving: ConnectionPhase {
        .receiving(TransferBudget(rate: context.limits.slowestRate, patience: context.limits.patience))
    }

    private var draining: ConnectionPhase { .draining(until: context.now() + context.limits.drainTime) }

    private func body(length: Int?) -> RequestBody {
        RequestBody(length: length) { [weak self] () async throws(HTTPProblem) -> [UInt8]? in
            guard let self else { throw .clientGone }
            return try await self.nextPiece()
        }
    }

    private func nextPiece() async throws(HTTPProblem) -> [UInt8]? {
        let result: Result<[UInt8]?, HTTPProblem> = await withCheckedContinuation { continuation in
            let (delivery, isWanted, isResumed) = state.withLock { state in
                let isFirst = !state.wantsBody
                state.wantsBody = true
                let delivery = state.body.take(continuation)
                let isResumed = state.isPaused && state.body.isLow
                if isResumed {
                    state.isPaused = false
                    connection.enter(receiving)
                }
                return (delivery, isFirst, isResumed)
            }
            if isWanted || isResumed { gate.signal() }
            delivery?.hand()
        }
        return try result.get()
    }
}

/// Pieces of a body that arrived but were not yet taken.
private struct BodyQueue {
    /// Enough queued bytes to keep the reader busy; above this, no more is read from the client.
    static let highWater = 1 << 18

    /// Pieces are put together up to this size.
    private static let pieceSize = 1 << 15

    private enum End {
        case complete
        case broken(HTTPProblem)
    }

    private var pieces: [[UInt8]] = []
    /// The index of the first piece not taken.
    private var next = 0
    private var count = 0
    private var end: End?
    private var taker: CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>?

    var isFull: Bool { count >= Self.highWater }
    /// Few enough bytes are queued to read on.
    var isLow: Bool { count <= Self.highWater / 2 }

    /// - Returns: the waiting reader and its piece, if any.
    mutating func add(_ piece: [UInt8]) -> Handover? {
        guard end == nil else { return nil }
        if let taker = takeTaker() { return Handover(taker: taker, result: .success(piece)) }
        count += piece.count
        // Many small pieces would need more memory than their contents.
        let last = pieces.count - 1
        if last >= next, pieces[last].count + piece.count <= Self.pieceSize {
            pieces[last] += piece
        } else {
            pieces.append(piece)
        }
        return nil
    }

    mutating func complete() -> Handover? { finish(.complete) }

    /// Queued bytes are dropped: half a body is useless.
    mutating func fail(_ problem: HTTPProblem) -> Handover? { finish(.broken(problem)) }

    private mutating func finish(_ reason: End) -> Handover? {
        guard end == nil else { return nil }
        end = reason
        if case .broken = reason { drop() }
        guard pieces.isEmpty, let taker = takeTaker() else { return nil }
        return Handover(taker: taker, result: result(of: reason))
    }

    /// - Returns: what is available now, or nil when `taker` has to wait.
    mutating func take(_ taker: CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>) -> Handover? {
        if next < pieces.count {
            return Handover(taker: taker, result: .success(removeFirst()))
        }
        if let end { return Handover(taker: taker, result: result(of: end)) }
        // Only one reader at a time: an earlier one that still waits gets nothing.
        let earlier = takeTaker()
        self.taker = taker
        return earlier.map { Handover(taker: $0, result: .failure(.internalError())) }
    }

    private mutating func removeFirst() -> [UInt8] {
        var piece: [UInt8] = []
        swap(&piece, &pieces[next])
        next += 1
        count -= piece.count
        if next == pieces.count || next == 64 {
            pieces.removeFirst(next)
            next = 0
        }
        return piece
    }

    private mutating func drop() {
        pieces = []
        next = 0
        count = 0
    }

    private mutating func takeTaker() -> CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>? {
        defer { taker = nil }
        return taker
    }

    private func result(of end: End) -> Result<[UInt8]?, HTTPProblem> {
        switch end {
        case .complete: .success(nil)
        case .broken(let problem): .failure(problem)
        }
    }

    /// A piece for a waiting reader; handed over when no lock is held.
    struct Handover {
        fileprivate let taker: CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>
        fileprivate let result: Result<[UInt8]?, HTTPProblem>

        func hand() { taker.resume(returning: result) }
    }
}
