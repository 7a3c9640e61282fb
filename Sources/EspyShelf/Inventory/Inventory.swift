/// The comparison of the books on shelves with a list of the books that should be there.
public struct Inventory: Sendable, Equatable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// The book is where it should be.
        case present
        /// The book should be here and is not: its neighbors were read, and no spine between them may be it.
        case missing
        /// The book should be here and may be: ``Finding/reason`` says why that is uncertain.
        case notSeen = "not-seen"
        /// The book is in the list, but belongs elsewhere: after ``Finding/after``.
        case misplaced
        /// The book was read, and is not in the list or is one copy too many.
        case extra
        /// A spine that could not be read, or not reliably enough to identify its book.
        case unreadable
    }

    /// A reason why a book that was not seen may still be there.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        /// It may be one of ``Finding/spines``, which were not read reliably enough.
        case unread
        /// One of ``Finding/spines`` seems to be two books in one outline, and this may be the other book.
        case shared
        /// There is room for it between two spines.
        case gap
        /// Its place is at the edge of the photo.
        case edge
    }

    /// A spine of one of the pictures.
    public struct Spine: Sendable, Equatable {
        /// The picture, from 0.
        public var picture: Int
        public var spine: Int
    }

    /// How much of the list the photos cover.
    public enum Scope: String, Sendable, Codable, CaseIterable {
        /// All of it: books before the first one that was found can be missing.
        case whole
        /// Part of it: nothing is reported about books before the first and after the last one found, or about a long
        /// run of books left out between two boards.
        case part
    }

    /// One book, seen or missed. Findings follow the shelves, with missing books where they should be.
    public struct Finding: Sendable, Equatable {
        public var status: Status
        /// Line in the list, from 0 after its header; nil for a spine that matches none of its books.
        public var book: Int?
        /// The picture, from 0, and the spine in it; nil if the book was not seen.
        public var picture: Int?
        public var spine: Int?
        /// The board, and the position on it, from 0.
        public var row: Int?
        public var position: Int?
        /// The reason, if the book was not seen.
        public var reason: Reason?
        /// The spines that a book not seen may be, in shelf order.
        public var spines: [Spine] = []
        /// For a missing, unseen or misplaced book: the book of the list, among those present, that it should come
        /// after.
        public var after: Int?
        /// Probability that the finding is right, 0...1.
        public var confidence: Double
    }

    /// The other side of the comparison.
    public enum Basis: String, Sendable, Codable, CaseIterable {
        case list
        /// The order of the call numbers on the labels, without a list.
        case labels
    }

    public var basis = Basis.list
    public var order: ShelfList.Order
    public var scope: Scope
    public var findings: [Finding]
    /// Number of books in the list that nothing is reported about.
    public var unseen: Int

    public func count(_ status: Status) -> Int { findings.count { $0.status == status } }

    /// Whether every expected book is where it should be, nothing else is there, and every spine was read.
    public var isRight: Bool { findings.allSatisfy { $0.status == .present } }
}

/// A reason why an inventory cannot be taken.
public enum InventoryError: Error, Sendable, Equatable {
    /// Spines × books exceeds the matching limit.
    case tooMuch(spines: Int, books: Int)
}
