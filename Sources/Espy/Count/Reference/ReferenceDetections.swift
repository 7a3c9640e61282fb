import EspyImage

/// What is left of the detector's candidates after each step of the reference script up to the crops.
package struct ReferenceDetections: Sendable {
    /// Best score first, after all steps so far.
    package private(set) var candidates: [Candidate]

    /// Candidates whose objectness times class score is high enough, without those that overlap a better one.
    package init(_ all: [Candidate], confidence: Double = ReferenceConstants.confidence) {
        let sure = all.filter { $0.score >= confidence }
        let kept = nonMaximumSuppression(
            boxes: sure.map(\.rect), scores: sure.map(\.score), threshold: ReferenceConstants.suppression)
        candidates = kept.map { sure[$0] }
    }

    /// Leaves out what lies elsewhere. The reference script has no such step: it comes first, so that things that are
    /// not to be counted do not tell what is usual either.
    package mutating func filterPlaces(_ options: CountOptions, width: Int, height: Int) {
        let area = CountingArea(options)
        let picture = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        candidates.removeAll { candidate in
            !area.contains(candidate.rect.center) || !options.border.accepts(candidate.rect, in: picture)
        }
    }

    package mutating func filterSizes() {
        keep(OutlierFilters.size(candidates.map(\.rect), limit: ReferenceConstants.sizeLimit))
    }

    package mutating func filterAspects() {
        keep(OutlierFilters.aspect(candidates.map(\.rect), limit: ReferenceConstants.aspectLimit))
    }

    /// Boxes of which no whole pixel lies inside the picture cannot be cut out.
    package mutating func filterEmpty(width: Int, height: Int) {
        candidates.removeAll { PixelRect(truncating: $0.rect, width: width, height: height) == nil }
    }

    package mutating func filterAreas() {
        keep(OutlierFilters.area(candidates.map(\.rect.area), limit: ReferenceConstants.areaLimit))
    }

    private mutating func keep(_ places: [Int]) { candidates = places.map { candidates[$0] } }
}

extension Candidate {
    /// Objectness times class score, in single precision as the reference script has it.
    package var score: Double { Double(Float(objectness) * Float(classScore)) }
}

extension CountOptions.BorderPolicy {
    /// Whether a box counts, judged by itself alone: what lies beyond the border is what the detector made up there.
    fileprivate func accepts(_ box: Rect, in picture: Rect) -> Bool {
        switch self {
        case .all: return true
        case .half: return 2 * box.overlap(picture) >= box.area
        case .whole:
            // A box that ends within a pixel of the border is cut by it.
            return box.x > 1 && box.y > 1 && box.maxX < picture.maxX - 1 && box.maxY < picture.maxY - 1
        }
    }
}
