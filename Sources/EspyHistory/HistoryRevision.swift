import EspyStore

/// Tells one state of an open history from another.
package struct HistoryRevision: Sendable, Hashable {
    private let state: Database.Revision

    init(state: Database.Revision) { self.state = state }
}
