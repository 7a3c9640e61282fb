/// A straight upright edge within one shelf: a candidate for a side of a book.
struct SeparatorLine: Sendable, Equatable {
    /// Column at the middle of the band.
    var x: Double
    /// Columns to the right per row down.
    var slope: Double
    /// How well it is covered, in strips: a line without a gap over five strips has between 1 and 2.
    var score: Double
    /// The strips that it runs through.
    var strips: Range<Int>
    /// 1 where it is brighter to the right, -1 where darker.
    var sign: Int16
}
