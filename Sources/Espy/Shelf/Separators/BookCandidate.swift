/// Two lines of one band that may be the sides of a book, and what speaks for it.
struct BookCandidate {
    /// Places among the lines.
    var left: Int
    var right: Int
    var features: BookFeatures
}

/// What is known of the piece between two lines, over all strips through which either runs.
///
/// The order is that of the weights of ``BookJudge``; the program that makes those reads it from here.
struct BookFeatures {
    static let names = [
        "width", "slopeGap", "height", "bottomGap", "bottomGapShorter", "startGap", "endGap",
        "scoreLeft", "scoreRight", "lengthLeft", "lengthRight", "signLeft", "signRight",
        "coverLeft", "coverRight", "differenceLeft", "differenceRight", "stepLeft", "stepRight",
        "shadowLeft", "shadowRight", "shadowInsideLeft", "shadowInsideRight", "outsideLeft", "outsideRight",
        "gray", "grayDeviation", "colorDeviation", "spread", "down", "across", "sideDifference",
        "inner", "innerSecond", "innerExcess", "innerMargin",
    ]
    static let count = names.count

    var values: [Float]
}
