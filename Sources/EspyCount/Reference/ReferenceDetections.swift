import EspyInference
import EspyPixels

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
        let area = CountArea(width: width, height: height, options: options)
        let isIn = area.counts(candidates.map(\.rect))
        candidates = zip(candidates, isIn).filter(\.1).map(\.0)
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
