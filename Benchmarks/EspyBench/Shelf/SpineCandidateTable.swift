import Espy
import EspyPixels

/// All book candidates in one picture with their features, in the format for training ``BoostedTrees``.
struct SpineCandidateTable {
    struct Head: Encodable, Sendable {
        /// Size of the picture.
        var width: Int
        var height: Int
        var bands: [Band]
        var names: [String]
    }

    struct Band: Encodable, Sendable {
        /// Pixels of the picture per unit of the coordinates below, and the row where they begin.
        var scale: Double
        var origin: Double
        var top: Double
        var bottom: Double
        /// For each line: column at mid-height, and slope.
        var lines: [[Double]]
    }

    private(set) var head: Head
    /// For each candidate: band, left line, right line, features.
    private(set) var values: [Float] = []

    /// - Parameter network: adds its own features to those of the edges; nil for none.
    /// - Throws: the network's error.
    init(_ image: RGBImage, network: SpineNetwork? = nil) throws {
        let names = BookCandidates.names + (network == nil ? [] : MapFeatures.names)
        head = Head(width: image.width, height: image.height, bands: [], names: names)
        for (index, view) in ShelfView.views(of: image, enlarging: .thorough).enumerated() {
            let line = LineSearch(view.scene.sums, band: view.band)
            let search = CandidateSearch(line, view.scene.strips)
            let maps = try network.map { network in
                let (maps, top) = try view.maps(network, image)
                return MapFeatures(maps, top: top, search.lines, line)
            }
            let rows = Double(StripSums.rows)
            head.bands.append(
                Band(
                    scale: view.scale, origin: view.origin.y, top: Double(view.band.lowerBound) * rows,
                    bottom: Double(view.band.upperBound) * rows, lines: search.lines.map { [$0.x + 0.5, $0.slope] }))
            let candidates = search.candidates()
            let count = BookCandidates.names.count
            for (place, pair) in candidates.pairs.enumerated() {
                values += [Float(index), Float(pair.left), Float(pair.right)]
                values += candidates.features[place * count..<(place + 1) * count]
                maps?.add(pair, to: &values)
            }
        }
    }
}
