import Espy
import EspyApp

/// The first line of a worker: what it speaks, what it is, and on what its results depend.
struct WorkerGreeting: Encodable {
    /// A program that reads another one gives up.
    static let version = 1

    struct Model: Encodable {
        let id: String
        let sha256: String?
    }

    struct Limits: Encodable {
        let bytes: Int
        let header = WorkerFrameParser.longestHeader
        let seconds: Double?
        let megabytes: Int?
    }

    let `protocol` = version
    let espy = Version.number
    let verb: String
    let threads: Int
    /// How many inputs are worked on at the same time.
    let inFlight: Int
    let limits: Limits
    /// Every setting and flag that has a part in the results.
    let options: [String: String]
    let models: [Model]
    /// What is not as it was to be.
    let notes: [String]
}

/// What stands in place of the greeting where the worker cannot work.
struct WorkerRefusal: Encodable {
    let `protocol` = WorkerGreeting.version
    let espy = Version.number
    let verb: String
    let error: WorkerProblem
}

/// The line of one input; without an id it is about the input as a whole.
struct WorkerLine: Encodable {
    let id: String?
    /// Milliseconds from when it was begun.
    let ms: Double
    var result: (any Encodable)?
    var error: WorkerProblem?

    private enum Key: String, CodingKey { case id, ms, result, error }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(ms, forKey: .ms)
        if let result { try box.encode(result, forKey: .result) }
        try box.encodeIfPresent(error, forKey: .error)
    }

    /// A number that JSON cannot say is a fault of the program, and no reason to leave the input without an answer.
    func text() -> String {
        if let text = try? JSONText.line(self) { return text }
        let problem = WorkerProblem(Problem("unexpected", "the result cannot be written; please report it"))
        let line = try? JSONText.line(WorkerLine(id: id, ms: ms, error: problem))
        return line ?? "{\"error\":{\"kind\":\"unexpected\"},\"id\":null,\"ms\":0}\n"
    }
}

/// Why there is no result, and whether it is worth another try.
struct WorkerProblem: Encodable, Equatable {
    let kind: String
    let message: String
    let retryable: Bool

    init(_ problem: Problem, retryable: Bool = false) {
        (kind, message, self.retryable) = (problem.kind, problem.message, retryable)
    }

    /// The machine may have been busy.
    static func timeout(seconds: Double) -> WorkerProblem {
        WorkerProblem(Problem("timeout", "it took longer than \(seconds) s; see --timeout"), retryable: true)
    }

    /// - Parameter isAlone: whether nothing else was worked on, so that this input is to blame.
    static func memory(megabytes: Int, isAlone: Bool) -> WorkerProblem {
        WorkerProblem(
            Problem("memory", "the worker needed more than \(megabytes) MB; see --max-memory"), retryable: !isAlone)
    }

    /// Another input ended the worker.
    static let ended = WorkerProblem(
        Problem("workerEnded", "the worker ended because of another input; send it again"), retryable: true)
}
