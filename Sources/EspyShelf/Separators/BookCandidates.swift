/// Pairs of lines of one band that may be the sides of a book, and what speaks for each.
struct BookCandidates {
    /// Places among the lines, by left line, then by right line.
    var pairs: [(left: Int, right: Int)] = []
    /// ``names`` for each pair, one pair after the other.
    var features: [Float] = []

    /// What is known of the piece between two lines, over all strips through which either runs.
    ///
    /// The order is that of the weights of ``BoostedTrees``; the program that makes those reads it from here.
    static let names = [
        "width", "slopeGap", "height", "bottomGap", "bottomGapShorter", "startGap", "endGap",
        "scoreLeft", "scoreRight", "lengthLeft", "lengthRight", "signLeft", "signRight",
        "coverLeft", "coverRight", "differenceLeft", "differenceRight", "stepLeft", "stepRight",
        "shadowLeft", "shadowRight", "shadowInsideLeft", "shadowInsideRight", "outsideLeft", "outsideRight",
        "gray", "grayDeviation", "colorDeviation", "spread", "down", "across", "sideDifference",
        "inner", "innerSecond", "innerExcess", "innerMargin",
    ]
}
