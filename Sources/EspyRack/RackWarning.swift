extension Rack {
    /// Something about a result that a person should know before relying on it.
    public struct Warning: Sendable, Equatable {
        /// What it is about.
        public enum Kind: String, Sendable, CaseIterable {
            /// The picture does not show where the box begins: rows and columns count from the first code, and name no wells.
            case originUnknown
            /// The picture does not show how a container with positions of its own is turned: no positions are told.
            case turnUnknown
            /// The corner wells that were shown do not fit the codes, or the size of the box: nothing was taken from them.
            case cornersDoNotFit
            /// The codes reach further than the given size; the size they need is used instead.
            case largerThanGiven
            /// The codes form no lattice, so rows and columns are only an order.
            case noLattice
            /// Too few codes to be sure how many cells lie between them.
            case fewCodes
            /// Two codes claim one cell; the one that fits less well was moved to the free cell beside it.
            case movedToNeighbor
            /// Two codes claim one cell and there is no free cell beside it; the one that fits less well is outside.
            case cellTaken
            /// A code near the box lies in none of its cells.
            case outsideGrid
            /// One value was read in several cells.
            case duplicate
            /// A code is only a part of what several codes say together.
            case partOfSeveral
            /// A code is an order to a reader to set itself up, not a value.
            case readerProgramming
            /// A cell holds something that looks like a code or a label, but it could not be read.
            case unread
            /// The file of the photo is damaged or ends early: what does not show was not read.
            case damagedPhoto

            /// Whether a value, or its place, may be wrong or missing.
            public var isDoubt: Bool {
                switch self {
                case .outsideGrid: false
                default: true
                }
            }
        }

        public var kind: Kind
        /// The value in question, where there is one.
        public var value: String?
        /// The cells in question.
        public var places: [Place]
        /// Of ``Kind/partOfSeveral``: which part it is, from 1 on, and of how many.
        public var part: Int?
        public var parts: Int?

        public init(_ kind: Kind, value: String? = nil, places: [Place] = []) {
            self.kind = kind
            self.value = value
            self.places = places
        }
    }
}
