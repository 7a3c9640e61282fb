import EspyBase
import EspyInference
package import EspyPixels

/// Finds the scale at which the things in a picture are seen best.
package struct ScaleSearch: Sendable {
    private let looker: ScaleDetector
    private var looks: [Int: ScaleDetections] = [:]

    package init(_ looker: ScaleDetector) { self.looker = looker }

    /// Indices into ``ScaleDetector/zooms`` to begin with: half, the whole picture at once, and twice.
    private static let first = [1, 3, 5]

    /// Looks until no neighboring scale shows more.
    ///
    /// - Parameters:
    ///   - side: of the things to count, in sides of the whole picture. Nil: unknown; the picture decides.
    ///   - report: called with the share of the work done, 0…1.
    /// - Returns: the looks at the best scale and at the scales just before and after it where they exist, best first.
    package mutating func best(side: Double?, report: (Double) -> Void) throws(CountError) -> [ScaleDetections] {
        if let side { return try around(Self.place(of: side, inputSide: looker.detector.inputSide)) }
        for (done, place) in Self.first.enumerated() {
            try look(place)
            report(Double(done + 1) / 5)
        }
        var best = strongest
        while true {
            try look(best - 1)
            try look(best + 1)
            report(0.9)
            if strongest == best { return try around(best) }
            best = strongest
        }
    }

    /// The scale at which things of a known size are neither small nor large for the detector.
    private static func place(of side: Double, inputSide: Int) -> Int {
        let wanted = 56 / (side * Double(inputSide))
        return ScaleDetector.zooms.indices.min {
            distance(ScaleDetector.zooms[$0], wanted) < distance(ScaleDetector.zooms[$1], wanted)
        } ?? 3
    }

    private static func distance(_ zoom: Double, _ wanted: Double) -> Double { max(zoom / wanted, wanted / zoom) }

    private mutating func around(_ best: Int) throws(CountError) -> [ScaleDetections] {
        for place in [best - 1, best, best + 1] { try look(place) }
        return [best, best - 1, best + 1].compactMap { looks[$0] }
    }

    private mutating func look(_ place: Int) throws(CountError) {
        guard looks[place] == nil, ScaleDetector.zooms.indices.contains(place) else { return }
        if Task.isCancelled { throw .cancelled }
        looks[place] = try looker.look(zoom: ScaleDetector.zooms[place])
    }

    /// Among equals, the nearest to the whole picture at once.
    private var strongest: Int {
        let evidence = looks.mapValues { $0.evidence }
        return looks.keys.min { first, second in
            let (a, b) = (evidence[first] ?? 0, evidence[second] ?? 0)
            return a > b || a == b && (abs(first - 3), first) < (abs(second - 3), second)
        } ?? 3
    }
}

/// The detections in a picture at one scale.
package struct ScaleDetections: Sendable, Equatable {
    /// Long side of the picture as the detector sees it, in sides of its input: 1 shows the whole picture at once.
    package var zoom: Double
    /// In pixels of the picture, without duplicates, best score first.
    package var candidates: [Candidate]

    package init(zoom: Double, candidates: [Candidate]) {
        self.zoom = zoom
        self.candidates = candidates
    }

    /// How strongly the things in this look support its scale.
    ///
    /// At the right scale there are many things with good scores. At too coarse a scale there are few; at too fine a
    /// scale parts and texture appear with poor scores, which count against it. Each thing is weighted by its length
    /// (square root of its area): by number alone its parts would outweigh it, by area a tray would outweigh the things
    /// on it. A look that shows nothing supports nothing.
    package var evidence: Double {
        let seen = candidates.filter { $0.objectness > AdaptiveConstants.evidenceLeast }
        guard !seen.isEmpty else { return -.infinity }
        return seen.reduce(0) {
            $0 + ($1.objectness - AdaptiveConstants.evidenceLevel) * $1.rect.area.squareRoot()
        }
    }
}

/// Looks at one picture at any scale, in tiles if it does not fit at once.
package struct ScaleDetector: Sendable {
    package let detector: TensorDetector
    package let image: RGBImage
    private let memory: DetectionMemory?
    private let key: PhotoKey

    /// From the whole picture at a third of the input to over three times the input, each about a third larger than the
    /// one before. Beyond the whole picture they match few tiles: 1.33 is two for a 4:3 photo, 1.77 four for any photo.
    package static let zooms: [Double] = [0.354, 0.5, 0.707, 1, 1.33, 1.77, 2.39, 3.38]
    /// Tiles overlap by this share of the input's side: things up to this size are whole in at least one tile.
    private static let overlap = 0.2

    /// - Parameter memory: of this detector; the looks that it holds are not repeated.
    package init(detector: TensorDetector, image: RGBImage, memory: DetectionMemory? = nil) {
        self.detector = detector
        self.image = image
        self.memory = memory
        key = PhotoKey(image)
    }

    package func look(zoom: Double) throws(CountError) -> ScaleDetections {
        if let known = memory?.candidates(of: key, zoom: zoom) { return ScaleDetections(zoom: zoom, candidates: known) }
        let candidates = try candidates(zoom: zoom)
        memory?.keep(candidates, of: key, zoom: zoom)
        return ScaleDetections(zoom: zoom, candidates: candidates)
    }

    private func candidates(zoom: Double) throws(CountError) -> [Candidate] {
        let seen = try detector.candidates(
            in: image, tiles: tiles(zoom: zoom), sampling: .smooth, minimumScore: AdaptiveConstants.leastScore)
        let bounds = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        // If an inner border cuts a thing, another tile shows it whole, or it is too large for this scale.
        let whole = seen.filter { $0.cut.isEmpty }.compactMap { seen -> Candidate? in
            guard let inside = seen.candidate.rect.intersection(bounds) else { return nil }
            return Candidate(rect: inside, objectness: seen.candidate.objectness)
        }
        let kept = nonMaximumSuppression(
            boxes: whole.map { $0.rect }, scores: whole.map { $0.objectness }, threshold: AdaptiveConstants.suppression)
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

/// Merges what several looks at neighboring scales saw into one list.
///
/// A whole thing is seen at all of them, a part or a bit of texture mostly at one. So the score of a thing is the mean
/// over all looks, and a look that does not see it contributes little. Its box is the mean of all, weighted by score.
package enum MultiScaleFusion {
    /// - Parameter looks: the best first; its boxes decide where another look sees the same thing.
    /// - Returns: without duplicates, best score first.
    package static func candidates(of looks: [ScaleDetections]) -> [Candidate] {
        let all = looks.enumerated().flatMap { place, look in look.candidates.map { (look: place, candidate: $0) } }
        let boxes = all.map { $0.candidate.rect }
        let order = stableOrder(of: all.map { $0.candidate.objectness * ($0.look == 0 ? 1 : 0.97) })
        let index = BoxIndex(boxes)
        var isUsed = [Bool](repeating: false, count: all.count)
        var merged: [Candidate] = []
        for leader in order where !isUsed[leader] {
            let same = index.overlapping(boxes[leader]).filter {
                !isUsed[$0] && boxes[$0].iou(boxes[leader]) > AdaptiveConstants.agreement
            }
            for member in same { isUsed[member] = true }
            isUsed[leader] = true
            let members = same.isEmpty ? [all[leader]] : same.map { all[$0] }
            merged.append(merge(members, looks: looks.count))
        }
        let kept = nonMaximumSuppression(
            boxes: merged.map { $0.rect }, scores: merged.map { $0.objectness },
            threshold: AdaptiveConstants.finalSuppression)
        return kept.map { merged[$0] }
    }

    private static func merge(_ members: [(look: Int, candidate: Candidate)], looks: Int) -> Candidate {
        var best = [Double](repeating: AdaptiveConstants.missingScore, count: looks)
        // Summed relative to the first box, so that identical boxes stay exactly as they are.
        let first = members[0].candidate.rect
        var (weight, left, top, width, height) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (look, candidate) in members {
            best[look] = max(best[look], candidate.objectness)
            let share = candidate.objectness * candidate.objectness
            weight += share
            left += share * (candidate.rect.x - first.x)
            top += share * (candidate.rect.y - first.y)
            width += share * (candidate.rect.width - first.width)
            height += share * (candidate.rect.height - first.height)
        }
        let rect = Rect(
            x: first.x + left / weight, y: first.y + top / weight, width: first.width + width / weight,
            height: first.height + height / weight)
        return Candidate(rect: rect, objectness: best.reduce(0, +) / Double(looks))
    }
}
