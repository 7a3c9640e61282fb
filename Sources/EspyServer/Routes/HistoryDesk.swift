package import Espy
package import EspyHTTP

/// Opens the history when it is first needed, keeps it open, and tells its errors in the words of HTTP.
package actor HistoryDesk {
    private let opening: any HistoryOpening
    private let now: @Sendable () -> Int
    private var history: History?
    /// Lets deleted entries go when nobody can bring them back any more.
    private var purging: Task<Void, Never>?

    init(opening: any HistoryOpening, now: @escaping @Sendable () -> Int) {
        self.opening = opening
        self.now = now
    }

    /// Looks something up that must be there.
    nonisolated func reading<Value: Sendable>(
        _ work: @Sendable (History) async throws(HistoryError) -> Value
    ) async throws(Problem) -> Value {
        guard let history = try await opened(making: false) else { throw .notFound }
        return try await Self.run(history, work)
    }

    /// Looks something up, where there may be no history yet.
    nonisolated func reading<Value: Sendable>(
        or fallback: Value, _ work: @Sendable (History) async throws(HistoryError) -> Value
    ) async throws(Problem) -> Value {
        guard let history = try await opened(making: false) else { return fallback }
        return try await Self.run(history, work)
    }

    /// Changes something; the history is made if there is none.
    nonisolated func changing<Value: Sendable>(
        _ work: @Sendable (History) async throws(HistoryError) -> Value
    ) async throws(Problem) -> Value {
        guard let history = try await opened(making: true) else { throw .internalError }
        return try await Self.run(history, work)
    }

    /// What was deleted is to be gone soon after it cannot be brought back, whether anything else happens or not.
    func purgeLater() {
        purging?.cancel()
        purging = Task {
            guard (try? await Task.sleep(for: .seconds(History.restoreWindow + 1))) != nil else { return }
            let time = now()
            // What cannot be done now is done when the history is opened the next time.
            try? await reading { (history) throws(HistoryError) in try await history.purge(at: time) }
        }
    }

    /// Ends what waits.
    func stop() { purging?.cancel() }

    private static func run<Value: Sendable>(
        _ history: History, _ work: @Sendable (History) async throws(HistoryError) -> Value
    ) async throws(Problem) -> Value {
        do throws(HistoryError) {
            return try await work(history)
        } catch {
            throw Problem(error)
        }
    }

    private func opened(making: Bool) async throws(Problem) -> History? {
        if let history { return history }
        let opened = try await opening.open(making: making)
        if history == nil { history = opened }
        return history
    }
}

extension Problem {
    /// Why the history does not give or take something.
    package init(_ error: HistoryError) {
        switch error {
        case .store(let error): self.init(error)
        case .notFound, .ambiguous: self = .notFound
        case .thumbnail(let error): self.init(error)
        case .damaged:
            self.init(
                500, "entry-damaged", "This entry of the history is damaged.", detail: "delete it; others are fine")
        case .unusableCorrections:
            self = .unprocessable("the corrections do not fit the result: something in them is not there")
        case .notStorable: self = .internalError
        }
    }

    /// Why the file of the history cannot be used.
    package init(_ error: StoreError) {
        switch error {
        case .locked:
            self.init(
                503, "busy", "Espy has too much to do at the moment.",
                detail: "another program holds the history; try again in a few seconds", headers: ["Retry-After": "5"])
        case .full: self = .diskFull
        case .corrupt: self = .historyUnusable("its file is damaged; move it aside, and a new one is made")
        case .inaccessible: self = .historyUnusable("its file cannot be opened or written")
        case .tooNew: self = .historyUnusable("its file was made by a newer Espy; update this one")
        case .statement: self = .internalError
        }
    }

    package static func historyUnusable(_ detail: String) -> Problem {
        Problem(500, "history-unusable", "The history cannot be used.", detail: detail)
    }
}
