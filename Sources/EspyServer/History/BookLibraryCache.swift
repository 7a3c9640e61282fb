import Espy
import EspyHTTP

/// The books of all photos, made anew when anything in the history has changed.
actor BookLibraryCache {
    private let history: HistoryService
    private var kept: (revision: HistoryRevision, library: Task<Result<BookLibrary, HistoryError>, Never>)?

    init(history: HistoryService) { self.history = history }

    /// An empty one where there is no history yet.
    func library() async throws(HTTPProblem) -> BookLibrary {
        let making = try await history.reading(or: nil) { (history) throws(HistoryError) in try await task(history) }
        guard let making else { return BookLibrary([]) }
        do throws(HistoryError) { return try await making.value.get() } catch {
            kept = nil
            throw HTTPProblem(error)
        }
    }

    private func task(_ history: History) async throws(HistoryError) -> Task<Result<BookLibrary, HistoryError>, Never>?
    {
        // Asked before the entries are read: what changes meanwhile makes it anew the next time.
        let revision = try await history.revision()
        if let kept, kept.revision == revision { return kept.library }
        let making = Task { () -> Result<BookLibrary, HistoryError> in
            do throws(HistoryError) { return .success(try await history.library()) } catch { return .failure(error) }
        }
        kept = (revision, making)
        return making
    }
}
