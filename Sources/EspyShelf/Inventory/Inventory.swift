/// What stands on shelves, held against a list of what should.
public struct Inventory: Sendable, Equatable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Stands where it should.
        case present
        /// Should stand here and does not: the books beside its place were read, and no spine between them may be it.
        case missing
        /// Should stand here, and may do so: ``Finding/reason`` says why nobody knows.
        case notSeen = "not-seen"
        /// Is in the list, but should stand elsewhere: behind ``Finding/after``.
        case misplaced
        /// Was read, and is not in the list, or is one copy too many.
        case extra
        /// A spine that could not be read, or not surely enough to tell its book.
        case unreadable
    }

    /// Why a book that was not seen may be there all the same.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        /// It may be one of ``Finding/spines``, which were not read surely enough.
        case unread
        /// One of ``Finding/spines`` seems to be two books in one outline, of which it may be the other.
        case shared
        /// Between two spines there is room for it.
        case gap
        /// Its place is where the photo ends.
        case edge
    }

    /// A spine of one of the pictures.
    public struct Spine: Sendable, Equatable {
        /// Which picture, from 0.
        public var picture: Int
        public var spine: Int
    }

    /// How much of the list the photos show.
    public enum Scope: String, Sendable, Codable, CaseIterable {
        /// All of it: what is before the first book that was found can be missing.
        case whole
        /// Part of it: nothing is said about what comes before the first book and behind the last one, and about what
        /// many books are left out of between two boards.
        case part
    }

    /// One book, seen or missed. They go along the shelves, with what is missing where it should stand.
    public struct Finding: Sendable, Equatable {
        public var status: Status
        /// Line in the list, from 0 after its header; nil for a spine that is none of its books.
        public var book: Int?
        /// Which picture, from 0, and which spine of it; nil for what is not seen.
        public var picture: Int?
        public var spine: Int?
        /// The board, and the place on it, from 0.
        public var row: Int?
        public var position: Int?
        /// Of what was not seen.
        public var reason: Reason?
        /// Those that a book may be that was not seen, along the shelves.
        public var spines: [Spine] = []
        /// Of what is missing, not seen or misplaced: the book of the list that it should stand behind, of those that are there.
        public var after: Int?
        /// How likely this is so, 0...1.
        public var confidence: Double
    }

    public var order: ShelfList.Order
    public var scope: Scope
    public var findings: [Finding]
    /// Books of the list that nothing is said about.
    public var unseen: Int

    public func count(_ status: Status) -> Int { findings.count { $0.status == status } }

    /// Whether all that should be there is where it should be, nothing else is, and all of it was read.
    public var isRight: Bool { findings.allSatisfy { $0.status == .present } }
}

/// Why an inventory cannot be taken.
public enum InventoryError: Error, Sendable, Equatable {
    /// So many spines are not held against a list of so many books at once.
    case tooMuch(spines: Int, books: Int)
}
