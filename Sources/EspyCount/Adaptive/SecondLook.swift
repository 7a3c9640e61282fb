package import EspyPixels
import Foundation

/// Looks once more at what the detector was not sure of, knowing by now what is counted.
package struct SecondLook: Sendable {
    let likeness: Likeness
    /// Boxes that are counted already; a thing has one place only.
    package private(set) var taken: [Rect]

    /// Overlap with a counted thing, as a share of the smaller, above which it is the same or a part of it.
    private static let occupied = 0.5
    /// Strangeness, and size in logarithms, up to which an unsure thing is one of the kind.
    private static let strangest = 1.15
    private static let sizeLimit = log(1.5)

    package enum Verdict: Sendable, Equatable {
        /// One of the kind.
        case found
        /// It may be one; a person should look.
        case unsure
        case other
    }

    package init(_ likeness: Likeness, taken: [Rect]) {
        self.likeness = likeness
        self.taken = taken
    }

    /// - Parameter vector: what it looks like.
    package mutating func judge(_ box: Rect, vector: [Float]?) -> Verdict {
        if taken.contains(where: { $0.overlap(box) > Self.occupied * min($0.area, box.area) }) { return .other }
        let strangeness = likeness.strangeness(of: vector)
        let size = abs(likeness.sizeExcess(of: box))
        if strangeness <= Self.strangest, size <= Self.sizeLimit {
            taken.append(box)
            return .found
        }
        return strangeness <= 1.7 * Self.strangest && size <= 1.7 * Self.sizeLimit ? .unsure : .other
    }
}
