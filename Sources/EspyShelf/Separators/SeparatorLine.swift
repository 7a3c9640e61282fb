/// A straight upright edge within one shelf: a candidate for a side of a book.
package struct SeparatorLine: Sendable, Equatable {
    /// Column at the middle of the band.
    package var x: Double
    /// Columns to the right per row down.
    package var slope: Double
    /// How well it is covered, in strips: a line without a gap over five strips has between 1 and 2.
    package var score: Double
    /// The strips that it runs through.
    package var strips: Range<Int>
    /// 1 where it is brighter to the right, -1 where darker.
    package var sign: Int16

    package init(x: Double, slope: Double, score: Double, strips: Range<Int>, sign: Int16) {
        self.x = x
        self.slope = slope
        self.score = score
        self.strips = strips
        self.sign = sign
    }
}
