import EspyPixels

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
