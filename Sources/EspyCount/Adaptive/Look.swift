import EspyInference
package import EspyPixels

/// What the detector sees of a picture at one scale.
package struct Look: Sendable, Equatable {
    /// Long side of the picture as the detector sees it, in sides of its input: 1 shows the whole picture at once.
    package var zoom: Double
    /// In pixels of the picture, without doubles, best score first.
    package var candidates: [Candidate]

    package init(zoom: Double, candidates: [Candidate]) {
        self.zoom = zoom
        self.candidates = candidates
    }

    /// How much the things in it speak for this scale.
    ///
    /// At the right scale there are many things, well seen. At too coarse a scale few are seen; at too fine a one parts
    /// and texture come in with poor scores, which count against it. Each counts by its length (square root of its
    /// area): by number alone the parts of a thing would outweigh it, by area a tray what lies on it.
    /// A look that shows nothing speaks for nothing.
    package var evidence: Double {
        let seen = candidates.filter { $0.objectness > AdaptiveConstants.evidenceLeast }
        guard !seen.isEmpty else { return -.infinity }
        return seen.reduce(0) {
            $0 + ($1.objectness - AdaptiveConstants.evidenceLevel) * $1.rect.area.squareRoot()
        }
    }
}

/// Looks at one picture at any scale, in tiles where it does not fit at once.
package struct Looker: Sendable {
    package let detector: any ObjectDetector
    package let image: RGBImage
    private let memory: DetectionMemory?
    private let key: PhotoKey

    /// From the whole picture at a third of the input to over three times the input, each a third larger than the one
    /// before. Beyond the whole picture they are what few tiles hold: two of 1.33 a photo of 4:3, and four of 1.77 any.
    package static let zooms: [Double] = [0.354, 0.5, 0.707, 1, 1.33, 1.77, 2.39, 3.38]
    /// Tiles overlap by this share of the input's side: things up to this size lie whole in some tile.
    private static let overlap = 0.2

    /// - Parameter memory: of this detector; what it holds is not looked for again.
    package init(detector: any ObjectDetector, image: RGBImage, memory: DetectionMemory? = nil) {
        self.detector = detector
        self.image = image
        self.memory = memory
        key = PhotoKey(image)
    }

    package func look(zoom: Double) async throws(CountError) -> Look {
        if let known = memory?.candidates(of: key, zoom: zoom) { return Look(zoom: zoom, candidates: known) }
        let candidates = try await candidates(zoom: zoom)
        memory?.keep(candidates, of: key, zoom: zoom)
        return Look(zoom: zoom, candidates: candidates)
    }

    private func candidates(zoom: Double) async throws(CountError) -> [Candidate] {
        let seen = try await detector.candidates(
            in: image, tiles: tiles(zoom: zoom), sampling: .smooth, minimumScore: AdaptiveConstants.leastScore)
        let bounds = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        // What an inner border cuts another tile shows whole, or it is too large for this scale.
        let whole = seen.filter(\.cut.isEmpty).compactMap { seen -> Candidate? in
            guard let inside = seen.candidate.rect.intersection(bounds) else { return nil }
            return Candidate(rect: inside, objectness: seen.candidate.objectness)
        }
        let kept = nonMaximumSuppression(
            boxes: whole.map(\.rect), scores: whole.map(\.objectness), threshold: AdaptiveConstants.suppression)
        return kept.map { whole[$0] }
    }

    private func tiles(zoom: Double) -> [Tile] {
        let input = Double(detector.inputSide)
        let scale = input * zoom / Double(max(image.width, image.height))
        let side = max(Int((input / scale).rounded(.down)), 1)
        return Tile.grid(
            width: image.width, height: image.height, side: side, overlap: Int(Double(side) * Self.overlap),
            scale: scale)
    }
}
