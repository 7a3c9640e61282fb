import Espy
import EspyApp
import EspyHTTP
import Synchronization

/// Opens the history when it is first needed, keeps it open, and tells its errors in the words of HTTP.
package actor HistoryService {
    private let environment: AppEnvironment
    private let recorder: HistoryRecorder
    private var history: History?
    /// Lets deleted entries go when nobody can bring them back any more.
    private var purging: Task<Void, Never>?

    init(_ environment: AppEnvironment) {
        self.environment = environment
        recorder = HistoryRecorder(environment)
    }

    /// Looks something up that must be there.
    nonisolated func reading<Value: Sendable>(
        _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let history = try await opened(making: false) else { throw .notFound }
        return try await Self.run(history, work)
    }

    /// Looks something up, where there may be no history yet.
    nonisolated func reading<Value: Sendable>(
        or fallback: Value, _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let history = try await opened(making: false) else { return fallback }
        return try await Self.run(history, work)
    }

    /// Changes something; the history is made if there is none.
    nonisolated func changing<Value: Sendable>(
        _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let history = try await opened(making: true) else { throw .internalError }
        return try await Self.run(history, work)
    }

    /// Keeps what was found, where it is worth it.
    nonisolated func keep(
        _ found: PhotoFinding<some Analysis>, title: String, _ order: HistoryRecorder.Order
    ) async throws(HTTPProblem) -> HistoryEntry? {
        guard order.keeps(found.result) else { return nil }
        _ = try await opened(making: true)
        do throws(Problem) {
            return try await recorder.keep(found.result, found.options, of: found.image, title: title, order)
        } catch {
            throw HTTPProblem(error, or: HTTPProblem.historyUnusable)
        }
    }

    /// What was deleted is to be gone soon after it cannot be brought back, whether anything else happens or not.
    func purgeLater() {
        purging?.cancel()
        purging = Task {
            guard (try? await Task.sleep(for: .seconds(History.restoreWindow + 1))) != nil else { return }
            let time = environment.now()
            // What cannot be done now is done when the history is opened the next time.
            try? await reading { history in try await history.purge(at: time) }
        }
    }

    /// Ends what waits.
    func stop() { purging?.cancel() }

    private static func run<Value: Sendable>(
        _ history: History, _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        do {
            return try await work(history)
        } catch {
            throw HTTPProblem(error)
        }
    }

    private func opened(making: Bool) async throws(HTTPProblem) -> History? {
        if let history { return history }
        do throws(Problem) {
            guard let opened = try await recorder.opened(making: making) else { return nil }
            history = opened
            try? await opened.purge(at: environment.now())
            return opened
        } catch {
            throw .historyUnusable(error.detail)
        }
    }
}

/// What was found in a photo.
struct PhotoFinding<Result: Analysis>: Sendable {
    let result: Result
    /// What it was asked for with.
    let options: Result.Options
    /// The photo, or a smaller picture of it.
    let image: RGBImage
}

/// Lists of entries that were asked for before, as they went out, until anything in the history changes: writing them
/// takes far longer than reading them.
final class HistoryPageCache: Sendable {
    struct Key: Hashable {
        let kind: HistoryEntry.Kind?
        let before: Int?
        let limit: Int
    }

    /// More than one person looks at.
    private static let limit = 16

    private let kept = Mutex<(revision: HistoryRevision?, pages: [Key: [UInt8]])>((nil, [:]))

    func page(at key: Key, _ revision: HistoryRevision) -> [UInt8]? {
        kept.withLock { $0.revision == revision ? $0.pages[key] : nil }
    }

    /// - Parameter revision: of before the entries were read.
    func keep(_ bytes: [UInt8], at key: Key, _ revision: HistoryRevision) {
        kept.withLock { kept in
            if kept.revision != revision || kept.pages.count >= Self.limit { kept = (revision, [:]) }
            kept.pages[key] = bytes
        }
    }
}
