package import Espy
import EspyBase
package import EspyHTTP

/// The state of a job.
struct JobState: Sendable {
    enum Phase: String, Sendable, Codable, CaseIterable {
        case queued
        case running
        case done
        case failed
        case cancelled

        package var isFinished: Bool { self != .queued && self != .running }
    }

    package let id: String
    /// The verb, or `teach`.
    package let kind: String
    /// The identifier of the photo, if the job is about one.
    package let photo: String?
    package var phase = Phase.queued
    /// The current stage, in one word.
    package var stage = "waiting"
    /// The completed fraction, from 0 to 1.
    package var fraction = 0.0
    package var outcome: JobOutcome?
    /// Why the job failed.
    package var problem: HTTPProblem?
    /// Seconds since 1970.
    var ended = 0
}

/// The outcome of a job.
package struct JobOutcome: Sendable {
    /// The result, in the same form as the command line writes it.
    package var result: AnalysisValue
    /// The history entry with the result.
    package var entry: HistoryEntry?
    /// Why the result was not saved although it should have been. The result itself is valid.
    package var unkept: HTTPProblem?
}

extension JobState: Encodable {
    private enum Key: String, CodingKey {
        case id, kind, photo, state, stage, fraction, result, entry, unkept, problem
    }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(kind, forKey: .kind)
        try box.encodeIfPresent(photo, forKey: .photo)
        try box.encode(phase, forKey: .state)
        try box.encode(stage, forKey: .stage)
        try box.encode(fraction, forKey: .fraction)
        try box.encodeIfPresent(outcome?.result, forKey: .result)
        try box.encodeIfPresent(outcome?.entry.map(EntryAnswer.init), forKey: .entry)
        try box.encodeIfPresent(outcome?.unkept, forKey: .unkept)
        try box.encodeIfPresent(problem, forKey: .problem)
    }
}

extension Response {
    /// The response for an accepted job.
    static func accepted(_ state: JobState) throws(HTTPProblem) -> Response {
        var response = try fresh(state, status: 202)
        response.headers["Location"] = APIPath.job(state.id)
        return response
    }
}
