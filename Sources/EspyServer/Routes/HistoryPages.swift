import Espy
import Synchronization

/// Lists of entries that were asked for before, as they went out, until anything in the history changes: writing them
/// takes far longer than reading them.
final class HistoryPages: Sendable {
    struct Place: Hashable {
        let kind: HistoryEntry.Kind?
        let before: Int?
        let limit: Int
    }

    /// More than one person looks at.
    private static let limit = 16

    private let kept = Mutex<(revision: HistoryRevision?, pages: [Place: [UInt8]])>((nil, [:]))

    func page(at place: Place, _ revision: HistoryRevision) -> [UInt8]? {
        kept.withLock { $0.revision == revision ? $0.pages[place] : nil }
    }

    /// - Parameter revision: of before the entries were read.
    func keep(_ bytes: [UInt8], at place: Place, _ revision: HistoryRevision) {
        kept.withLock { kept in
            if kept.revision != revision || kept.pages.count >= Self.limit { kept = (revision, [:]) }
            kept.pages[place] = bytes
        }
    }
}
