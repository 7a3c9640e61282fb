import EspyPixels

/// The spines of all pictures in the order in which they stand, with what they say of a list.
struct SpineSequence {
    struct Place {
        let picture: Int
        let spine: Int
        let row: Int
        let position: Int
        let evidence: ListEvidence
        let quad: Quad

        /// Whether another one stands on a board behind this one's.
        func isBefore(_ other: Place) -> Bool { picture != other.picture || row != other.row }
    }

    let places: [Place]
    /// Whether a spine is the first of its board: the list may go on elsewhere there.
    let starts: [Bool]
    let room: BoardRoom

    init(_ shelves: [Shelf], _ list: ShelfList) {
        var places: [Place] = []
        var starts: [Bool] = []
        let blank = SpineWeight.blank(share: Self.blankShare(shelves))
        let pairs = Self.pairs(shelves, list)
        for (picture, shelf) in shelves.enumerated() {
            var row: Int?
            var position = 0
            for spine in shelf.spines {
                let isFirst = spine.row != row
                position = isFirst ? 0 : position + 1
                row = spine.row
                starts.append(isFirst)
                places.append(
                    Place(
                        picture: picture, spine: spine.id, row: spine.row, position: position,
                        evidence: ListEvidence(spine, list, blank: blank, pairs: pairs), quad: spine.quad))
            }
        }
        (self.places, self.starts) = (places, starts)
        room = BoardRoom(shelves)
    }

    /// Nil where nothing would be told by them.
    private static func pairs(_ shelves: [Shelf], _ list: ShelfList) -> LetterPairs? {
        let isUnsure = shelves.contains { shelf in
            shelf.spines.contains { $0.reading.map { $0.confidence <= LetterPairs.mostConfidence } ?? false }
        }
        return isUnsure && list.books.count <= LetterPairs.mostBooks ? LetterPairs(list.index) : nil
    }

    /// Of the spines that nothing was read on; one more of each, so that it is never nothing and never all.
    private static func blankShare(_ shelves: [Shelf]) -> Double {
        let spines = shelves.flatMap(\.spines)
        let blank = spines.count { $0.isbn == nil && ($0.reading?.text ?? "").isEmpty }
        return Double(blank + 1) / Double(spines.count + 2)
    }
}
