package import EspyImage

/// All candidates for books in one picture, with their features, as the training of ``BookJudge`` reads them.
package struct SpineCandidateTable {
    package struct Head: Encodable, Sendable {
        /// Pixels of the picture for one of the coordinates.
        package var scale: Double
        package var bands: [Band]
        package var names: [String]
        package var candidates: Int
    }

    package struct Band: Encodable, Sendable {
        package var top: Double
        package var bottom: Double
        /// By line: column at the middle of the band, and slope.
        package var lines: [[Double]]
    }

    package private(set) var head: Head
    /// By candidate: band, left line, right line, features.
    package private(set) var values: [Float] = []

    package init(_ image: RGBImage) {
        let small = image.fitted(longSide: SeparatorDetector.longSide)
        let scene = ShelfScene(small)
        head = Head(
            scale: Double(image.width) / Double(small.width), bands: [], names: BookFeatures.names, candidates: 0)
        for (index, band) in scene.bands.enumerated() {
            let search = CandidateSearch(LineSearch(scene.sums, band: band), scene.looks)
            let rows = Double(StripSums.rows)
            head.bands.append(
                Band(
                    top: Double(band.lowerBound) * rows, bottom: Double(band.upperBound) * rows,
                    lines: search.lines.map { [$0.x + 0.5, $0.slope] }))
            for candidate in search.candidates() {
                values += [Float(index), Float(candidate.left), Float(candidate.right)] + candidate.features.values
                head.candidates += 1
            }
        }
    }
}
