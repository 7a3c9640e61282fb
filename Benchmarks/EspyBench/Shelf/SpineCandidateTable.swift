import Espy
import EspyPixels

/// All candidates for books in one picture, with their features, as the training of ``BoostedTrees`` reads them.
struct SpineCandidateTable {
    struct Head: Encodable, Sendable {
        /// Size of the picture.
        var width: Int
        var height: Int
        var bands: [Band]
        var names: [String]
    }

    struct Band: Encodable, Sendable {
        /// Pixels of the picture for one of the coordinates below, and the row of it where they begin.
        var scale: Double
        var origin: Double
        var top: Double
        var bottom: Double
        /// By line: column at the middle between top and bottom, and slope.
        var lines: [[Double]]
    }

    private(set) var head: Head
    /// By candidate: band, left line, right line, features.
    private(set) var values: [Float] = []

    /// - Parameter network: what adds its own numbers to those of the edges; nil: nothing does.
    /// - Throws: what the network throws.
    init(_ image: RGBImage, network: SpineNetwork? = nil) async throws {
        let names = BookCandidates.names + (network == nil ? [] : MapFeatures.names)
        head = Head(width: image.width, height: image.height, bands: [], names: names)
        for (index, view) in (await ShelfView.views(of: image, enlarging: .thorough)).enumerated() {
            let line = LineSearch(view.scene.sums, band: view.band)
            let search = await CandidateSearch(line, view.scene.strips)
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
