/// Finds the best lines through one band of strips: for each column at the middle of the band the slope, and the run of
/// strips, along which the votes are densest.
///
/// The run is the part of the line with the largest sum (Kadane's algorithm), where each strip counts by how much its
/// coverage exceeds ``threshold``. So a side of a book may begin anywhere, and a gap in it costs no more than it tells.
package struct LineSearch: Sendable {
    static let threshold = Int16(0.33 * Double(StripSums.full) / 2)
    /// What lies above counts no more than this.
    static let ceiling = Int16(0.35 * Double(StripSums.full) / 2)
    private static let stepsPerRow = 120
    private static let steepest = 41
    /// The least score, as coverage above the threshold times strips.
    private static let least = Int16(0.7 * Double(StripSums.full) / 2)

    let sums: StripSums
    let band: Range<Int>
    /// In rows of the picture.
    let middle: Double

    package init(_ sums: StripSums, band: Range<Int>) {
        self.sums = sums
        self.band = band
        middle = Double((band.lowerBound + band.upperBound) * StripSums.rows) / 2
    }

    /// From left to right.
    package func lines() async -> [SeparatorLine] {
        async let brighter = lines(sign: 1)
        let darker = lines(sign: -1)
        return (await brighter + darker).sorted { ($0.x, $0.sign) < ($1.x, $1.sign) }
    }

    private func lines(sign: Int16) -> [SeparatorLine] {
        var best = Tracks(count: sums.width)
        for step in -Self.steepest...Self.steepest {
            best.improve(with: tracks(step: step, sign: sign), step: Int16(step))
        }
        return best.peaks(above: Self.least).map { column in
            let (first, end) = Tracks.strips(best.codes[column])
            return SeparatorLine(
                x: Double(column), slope: Double(best.steps[column]) / Double(Self.stepsPerRow),
                score: Double(best.scores[column]) * 2 / Double(StripSums.full), strips: first..<end, sign: sign)
        }
    }

    /// The best run of each line with one slope.
    private func tracks(step: Int, sign: Int16) -> Tracks {
        let slope = Double(step) / Double(Self.stepsPerRow)
        let nearest = Int((slope * Double(StripSums.rows)).rounded(.toNearestOrEven))
        var tracks = Tracks(count: sums.width)
        var runs = Tracks.Runs(count: sums.width)
        sums.sums.withUnsafeBufferPointer { votes in
            for strip in band {
                let place = (Double(strip) + 0.5) * Double(StripSums.rows) - middle
                let shift = Int((place * slope).rounded(.toNearestOrEven))
                let start = votes.baseAddress! + sums.offset(strip: strip, slope: nearest)
                tracks.extend(&runs, by: start, shift: shift, sign: sign, strip: Int16(strip))
            }
        }
        return tracks
    }
}
