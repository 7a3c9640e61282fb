import EspyPixels

/// The spines of all pictures, in shelf order, with the evidence that each gives about a list.
struct SpineSequence {
    struct Place {
        let picture: Int
        let spine: Int
        let row: Int
        let position: Int
        let evidence: ListEvidence
        let quad: Quad
        /// Certainty of the outline.
        let certainty: Double

        /// Whether the other spine is on a different board.
        func isBefore(_ other: Place) -> Bool { picture != other.picture || row != other.row }
    }

    let places: [Place]
    /// Whether a spine is the first of its board: the list may continue elsewhere there.
    let starts: [Bool]
    let room: RowGap

    /// - Parameter titles: by book, the length weight of all words in the title.
    init(_ shelves: [Shelf], _ list: ShelfList, titles: [Double]) {
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
                        evidence: ListEvidence(spine, list, titles: titles, blank: blank, pairs: pairs),
                        quad: spine.quad, certainty: spine.confidence))
            }
        }
        (self.places, self.starts) = (places, starts)
        room = RowGap(shelves)
    }

    /// Returns nil if letter pairs would add nothing.
    private static func pairs(_ shelves: [Shelf], _ list: ShelfList) -> LetterPairs? {
        let isUnsure = shelves.contains { shelf in
            shelf.spines.contains {
                $0.reading.map { $0.letterConfidence ?? $0.confidence <= LetterPairs.mostConfidence } ?? false
            }
        }
        return isUnsure && list.books.count <= LetterPairs.mostBooks ? LetterPairs(list.index) : nil
    }

    /// Returns the share of spines without text. One is added on each side, so that it is never 0 or 1.
    private static func blankShare(_ shelves: [Shelf]) -> Double {
        let spines = shelves.flatMap(\.spines)
        let blank = spines.count { $0.isbn == nil && ($0.reading?.text ?? "").isEmpty }
        return Double(blank + 1) / Double(spines.count + 2)
    }
}

/// The places where a book may be that was not outlined: between spines that are apart, beyond the edge of a photo, and
/// beside another book in one outline.
struct RowGap {
    private struct Picture {
        let width: Double
        /// Median thickness of its books.
        let book: Double
        let text: [Quad]
        /// Centers of text lines that are on no spine.
        let loose: [Point]
    }

    private let pictures: [Picture]

    /// Minimum width of a gap with room for a book, in books.
    private static let leastGap = 0.25
    /// Width that each of several books needs, in books.
    private static let each = 0.6
    /// Maximum distance of text that belongs to the next book, beyond the last one, in books.
    private static let near = 1.5
    /// Minimum free width beside a spine's text for another book in its outline, in books and as a share of the spine.
    private static let (leastFree, leastShare, certain) = (0.6, 0.45, 0.6)

    init(_ shelves: [Shelf]) {
        pictures = shelves.map { shelf in
            let widths = shelf.spines.map { min($0.quad.meanWidth, $0.quad.meanHeight) }.sorted()
            let loose = shelf.text.map(\.quad.center).filter { point in
                !shelf.spines.contains { $0.quad.contains(point) }
            }
            return Picture(
                width: Double(shelf.width), book: widths.isEmpty ? 0 : widths[widths.count / 2],
                text: shelf.text.map(\.quad), loose: loose)
        }
    }

    /// Returns how many books there is room for between two spines of the row. Nil stands for the beginning or end of
    /// the row. If a board touches the edge of its photo, the number is unknown.
    func books(between one: SpineSequence.Place?, and other: SpineSequence.Place?) -> Int {
        if let one, let other, !one.isBefore(other) {
            let between = Quad(
                topLeft: one.quad.topRight, topRight: other.quad.topLeft, bottomRight: other.quad.bottomLeft,
                bottomLeft: one.quad.bottomRight)
            let gap = (between.topRight.x - between.topLeft.x + between.bottomRight.x - between.bottomLeft.x) / 2
            let book = pictures[one.picture].book
            guard book > 0, gap >= Self.leastGap * book else { return 0 }
            return max(1, Int((gap / (Self.each * book)).rounded()))
        }
        if let one, pictures[one.picture].width - one.quad.bounds.maxX < pictures[one.picture].book { return .max }
        if let other, other.quad.bounds.x < pictures[other.picture].book { return .max }
        if let one, isText(beside: one, side: 1) { return 1 }
        if let other, isText(beside: other, side: -1) { return 1 }
        return 0
    }

    /// Whether there is text that is on no spine beyond the last spine of a board.
    private func isText(beside place: SpineSequence.Place, side: Double) -> Bool {
        let (bounds, picture) = (place.quad.bounds, pictures[place.picture])
        return picture.loose.contains { (point: Point) -> Bool in
            let away = side * (point.x - (side > 0 ? bounds.maxX : bounds.x))
            return bounds.y <= point.y && point.y <= bounds.maxY && away <= Self.near * picture.book
                && side * (point.x - bounds.center.x) > 0
        }
    }

    /// Whether an outline may be two books: it is uncertain, or leaves room for another book beside its text.
    func isShared(_ place: SpineSequence.Place) -> Bool {
        guard place.certainty >= Self.certain else { return true }
        let (quad, picture) = (place.quad, pictures[place.picture])
        guard quad.meanHeight > quad.meanWidth,
            let frame = Homography(from: quad, to: Quad(Rect(x: 0, y: 0, width: 1, height: 1)))
        else { return false }
        let text: [Rect] = picture.text.filter { quad.contains($0.center) }.map { frame.apply($0).bounds }
        guard let low = text.map({ $0.x }).min(), let high = text.map({ $0.maxX }).max() else { return false }
        let (left, right) = (max(low, 0), max(1 - high, 0))
        let free = max(left, right)
        return free >= Self.leastShare && free * quad.meanWidth >= Self.leastFree * picture.book
            && min(left, right) <= free / 2
    }
}
