/// Pieces of a body that came and were not yet taken.
struct BodyQueue {
    /// Enough is here to keep the one who takes it busy; no more is read from the client meanwhile.
    static let highWater = 1 << 18

    /// Pieces are put together up to this size.
    private static let pieceSize = 1 << 15

    private enum End {
        case complete
        case broken(HTTPProblem)
    }

    private var pieces: [[UInt8]] = []
    /// The first piece that was not taken.
    private var next = 0
    private var count = 0
    private var end: End?
    private var taker: CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>?

    var isFull: Bool { count >= Self.highWater }
    /// Little enough is left to read on.
    var isLow: Bool { count <= Self.highWater / 2 }

    /// - Returns: who has to be told, and what.
    mutating func add(_ piece: [UInt8]) -> Handover? {
        guard end == nil else { return nil }
        if let taker = takeTaker() { return Handover(taker: taker, result: .success(piece)) }
        count += piece.count
        // Many small pieces would take more room than what is in them.
        let last = pieces.count - 1
        if last >= next, pieces[last].count + piece.count <= Self.pieceSize {
            pieces[last] += piece
        } else {
            pieces.append(piece)
        }
        return nil
    }

    mutating func complete() -> Handover? { finish(.complete) }

    /// What came is dropped: half a body is none.
    mutating func fail(_ problem: HTTPProblem) -> Handover? { finish(.broken(problem)) }

    private mutating func finish(_ reason: End) -> Handover? {
        guard end == nil else { return nil }
        end = reason
        if case .broken = reason { drop() }
        guard pieces.isEmpty, let taker = takeTaker() else { return nil }
        return Handover(taker: taker, result: result(of: reason))
    }

    /// - Returns: what there is now, or nil when `taker` has to wait for it.
    mutating func take(_ taker: CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>) -> Handover? {
        if next < pieces.count {
            return Handover(taker: taker, result: .success(removeFirst()))
        }
        if let end { return Handover(taker: taker, result: result(of: end)) }
        // One reader at a time: an earlier one that still waits gets nothing.
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

    /// A piece on its way to the one who waits for it; handed over when no lock is held.
    struct Handover {
        fileprivate let taker: CheckedContinuation<Result<[UInt8]?, HTTPProblem>, Never>
        fileprivate let result: Result<[UInt8]?, HTTPProblem>

        func hand() { taker.resume(returning: result) }
    }
}
