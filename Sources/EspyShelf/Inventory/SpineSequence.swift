/// The spines of all pictures in the order in which they stand, with what they say of a list.
struct SpineSequence {
    struct Place {
        let picture: Int
        let spine: Int
        let row: Int
        let position: Int
        let evidence: ListEvidence

        /// Whether another one stands on a board behind this one's.
        func isBefore(_ other: Place) -> Bool { picture != other.picture || row != other.row }
    }

    let places: [Place]
    /// Whether a spine is the first of its board: the list may go on elsewhere there.
    let starts: [Bool]

    init(_ shelves: [Shelf], _ list: ShelfList) {
        var places: [Place] = []
        var starts: [Bool] = []
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
                        evidence: ListEvidence(spine, list)))
            }
        }
        (self.places, self.starts) = (places, starts)
    }
}
