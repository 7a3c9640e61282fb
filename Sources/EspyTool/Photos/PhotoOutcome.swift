import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// What became of one photo.
struct PhotoOutcome<Value: Sendable>: Sendable {
    let input: PhotoInput
    /// Which picture of its file was looked at.
    var source = PictureSource()
    var value: Value?
    /// Why there is no value, or no picture of it.
    var problem: Problem?
    /// The value is there, but a file could not be written.
    var writeError: FileError?
    /// Why it is not in the history although it should be.
    var unkept: Problem?
    /// Files that were written.
    var files: [String] = []

    /// - Parameter work: fills it in. What it throws becomes part of the outcome.
    /// - Throws: only `CancellationError`.
    init(_ input: PhotoInput, _ work: (inout PhotoOutcome) async throws -> Void) async throws {
        self.input = input
        do {
            try await work(&self)
        } catch let problem as Problem {
            // A pipe that was given up because of an interrupt has nothing wrong with it.
            try Task.checkCancellation()
            self.problem = problem
        } catch let error as WriteError {
            writeError = error.error
        }
    }

    /// - Parameter isComplete: whether the value is all that can be wished for.
    func exit(_ isComplete: (Value) -> Bool) -> Exit {
        if problem != nil || writeError != nil { return .failed }
        return value.map(isComplete) == true && unkept == nil ? .complete : .incomplete
    }

    /// One object: the answer, or the reason why there is none.
    func json(_ answer: (Value) -> some Encodable) throws -> String {
        let problem = problem ?? writeError.map { Problem($0) }
        return try JSONText.line(OutcomeJSON(file: input.name, answer: value.map(answer), error: problem))
    }
}

/// An answer with the name of its input.
struct OutcomeJSON<Answer: Encodable>: Encodable {
    let file: String
    let answer: Answer?
    let error: Problem?

    private enum Key: String, CodingKey { case file, error }

    func encode(to encoder: any Encoder) throws {
        try answer?.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encodeIfPresent(error, forKey: .error)
    }
}

extension OutcomeJSON: Sendable where Answer: Sendable {}
