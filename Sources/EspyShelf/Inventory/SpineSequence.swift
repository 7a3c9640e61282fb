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

/// Where a book may stand that was not outlined: between spines that are apart, and beyond the border of a photo.
struct BoardRoom {
    /// Of each picture: its width, how thick its books mostly are, and the middles of all lines of text, in pixels.
    private let pictures: [(width: Double, book: Double, text: [Point])]

    /// A gap of so much of a book is room for one.
    private static let leastGap = 0.25
    /// A book that fills so much is hardly without an outline where nothing is printed on it: there the gap is empty.
    private static let wide = 0.5
    /// So much of a book, each of several needs.
    private static let each = 0.6

    init(_ shelves: [Shelf]) {
        pictures = shelves.map { shelf in
            let widths = shelf.spines.map { min($0.quad.meanWidth, $0.quad.meanHeight) }.sorted()
            return (Double(shelf.width), widths.isEmpty ? 0 : widths[widths.count / 2], shelf.text.map(\.quad.center))
        }
    }

    /// How many books there is room for between two spines of the row, of which either may be none: then the row begins, or
    /// ends. Where a board touches the border of its photo, nobody knows how many.
    func books(between one: SpineSequence.Place?, and other: SpineSequence.Place?) -> Int {
        if let one, let other, !one.isBefore(other) {
            let between = Quad(
                topLeft: one.quad.topRight, topRight: other.quad.topLeft, bottomRight: other.quad.bottomLeft,
                bottomLeft: one.quad.bottomRight)
            let gap = (between.topRight.x - between.topLeft.x + between.bottomRight.x - between.bottomLeft.x) / 2
            let (book, text) = (pictures[one.picture].book, pictures[one.picture].text)
            guard book > 0, gap >= Self.leastGap * book else { return 0 }
            let isSeen = !text.isEmpty && gap >= Self.wide * book && !text.contains(where: between.contains)
            guard !isSeen else { return 0 }
            return max(1, Int((gap / (Self.each * book)).rounded()))
        }
        if let one, pictures[one.picture].width - one.quad.bounds.maxX < pictures[one.picture].book { return .max }
        if let other, other.quad.bounds.x < pictures[other.picture].book { return .max }
        return 0
    }
}
