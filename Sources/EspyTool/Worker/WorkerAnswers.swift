import Espy
import EspyApp

/// The first line of a worker: its protocol, its version, and the options that affect results.
struct WorkerGreeting: Encodable {
    /// A client that expects another version gives up.
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
    /// Maximum number of inputs in progress.
    let inFlight: Int
    let limits: Limits
    /// All settings and flags that affect results.
    let options: [String: String]
    let models: [Model]
    /// Limitations of this installation.
    let notes: [String]
}

/// Replaces the greeting if the worker cannot run.
struct WorkerRefusal: Encodable {
    let `protocol` = WorkerGreeting.version
    let espy = Version.number
    let verb: String
    let error: WorkerProblem
}

/// The line for one input; without an id, it is about the input stream.
struct WorkerLine: Encodable {
    let id: String?
    /// Milliseconds since the job began.
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

    /// The line as JSON. A number that JSON cannot represent is a bug, but the input must still get an answer.
    func text() -> String {
        if let text = try? JSONText.line(self) { return text }
        let problem = WorkerProblem(Problem("unexpected", "the result cannot be written; please report it"))
        let line = try? JSONText.line(WorkerLine(id: id, ms: ms, error: problem))
        return line ?? "{\"error\":{\"kind\":\"unexpected\"},\"id\":null,\"ms\":0}\n"
    }
}

/// Why there is no result, and whether to try again.
struct WorkerProblem: Encodable, Equatable {
    let kind: String
    let message: String
    let retryable: Bool

    init(_ problem: Problem, retryable: Bool = false) {
        (kind, message, self.retryable) = (problem.kind, problem.message, retryable)
    }

    /// Worth another try, because the machine may have been busy.
    static func timeout(seconds: Double) -> WorkerProblem {
        WorkerProblem(Problem("timeout", "processing took longer than \(seconds) s; see --timeout"), retryable: true)
    }

    /// - Parameter isAlone: Whether nothing else was running, so that this input is the cause.
    static func memory(megabytes: Int, isAlone: Bool) -> WorkerProblem {
        WorkerProblem(
            Problem("memory", "the worker needed more than \(megabytes) MB; see --max-memory"), retryable: !isAlone)
    }

    /// Another input caused the worker to end.
    static let ended = WorkerProblem(
        Problem("workerEnded", "the worker ended because of another input; send it again"), retryable: true)
}
