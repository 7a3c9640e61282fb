import Espy
import EspyApp
import EspyHTTP
import Synchronization

/// Opens the history on first use, keeps it open, and converts its errors to HTTP problems.
package actor HistoryService {
    private let environment: AppEnvironment
    private let recorder: HistoryRecorder
    private var history: History?
    /// Purges deleted entries once they can no longer be restored.
    private var purging: Task<Void, Never>?

    init(_ environment: AppEnvironment) {
        self.environment = environment
        recorder = HistoryRecorder(environment)
    }

    /// Reads something from a history that must exist.
    nonisolated func reading<Value: Sendable>(
        _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let history = try await opened(making: false) else { throw .notFound }
        return try await Self.run(history, work)
    }

    /// Reads from the history, which may not exist yet.
    nonisolated func reading<Value: Sendable>(
        or fallback: Value, _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let history = try await opened(making: false) else { return fallback }
        return try await Self.run(history, work)
    }

    /// Changes the history, and creates it if there is none.
    nonisolated func changing<Value: Sendable>(
        _ work: @Sendable (History) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let history = try await opened(making: true) else { throw .internalError }
        return try await Self.run(history, work)
    }

    /// Saves a result if it is worth keeping.
    nonisolated func keep(
        _ found: AnalysisResult<some Analysis>, title: String, _ order: HistoryRecorder.Order
    ) async throws(HTTPProblem) -> HistoryEntry? {
        guard order.keeps(found.result) else { return nil }
        _ = try await opened(making: true)
        do throws(Problem) {
            return try await recorder.keep(found.result, found.options, of: found.image, title: title, order)
        } catch {
            throw HTTPProblem(error, or: HTTPProblem.historyUnusable)
        }
    }

    /// Schedules the purge, so that deleted entries are gone soon after they can no longer be restored, even on an idle
    /// server.
    func purgeLater() {
        purging?.cancel()
        purging = Task {
            guard (try? await Task.sleep(for: .seconds(History.restoreWindow + 1))) != nil else { return }
            let time = environment.now()
            // If this fails, the next opening of the history purges.
            try? await reading { history in try await history.purge(at: time) }
        }
    }

    /// Cancels the scheduled purge.
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

/// The result for one photo.
struct AnalysisResult<Result: Analysis>: Sendable {
    let result: Result
    /// The options of the request.
    let options: Result.Options
    /// The photo, or a smaller version of it.
    let image: RGBImage
}

/// Caches encoded lists of entries until the history changes: encoding them takes far longer than reading them.
final class HistoryPageCache: Sendable {
    struct Key: Hashable {
        let kind: HistoryEntry.Kind?
        let before: Int?
        let limit: Int
    }

    /// Maximum number of pages; more than one client may browse the history.
    private static let limit = 16

    private let kept = Mutex<(revision: HistoryRevision?, pages: [Key: [UInt8]])>((nil, [:]))

    func page(at key: Key, _ revision: HistoryRevision) -> [UInt8]? {
        kept.withLock { $0.revision == revision ? $0.pages[key] : nil }
    }

    /// - Parameter revision: The revision before the entries were read.
    func keep(_ bytes: [UInt8], at key: Key, _ revision: HistoryRevision) {
        kept.withLock { kept in
            if kept.revision != revision || kept.pages.count >= Self.limit { kept = (revision, [:]) }
            kept.pages[key] = bytes
        }
    }
}
