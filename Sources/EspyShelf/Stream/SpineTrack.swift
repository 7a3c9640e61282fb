package import EspyPixels

/// One book that is followed from frame to frame.
package struct SpineTrack: Sendable {
    /// Given once the book is confirmed.
    package internal(set) var id: Int?
    /// Where it is now, or would be if it had been seen.
    package internal(set) var quad: Quad
    package internal(set) var row: Int
    package internal(set) var confidence: Double
    package internal(set) var sightings = 1
    package internal(set) var firstSeen: Double
    package internal(set) var lastSeen: Double
    var look: SpineLook
    var isSeenNow = true

    init(_ found: DetectedSpine, _ look: SpineLook, time: Double) {
        quad = found.quad
        row = found.row
        confidence = found.confidence
        firstSeen = time
        lastSeen = time
        self.look = look
    }

    /// Takes over a part of what was found in a new frame: the rest of the noise is averaged away.
    mutating func see(_ found: DetectedSpine, _ look: SpineLook, time: Double) {
        let share = Self.share(quad, found.quad)
        quad = Quad(
            topLeft: quad.topLeft + (found.quad.topLeft - quad.topLeft) * share,
            topRight: quad.topRight + (found.quad.topRight - quad.topRight) * share,
            bottomRight: quad.bottomRight + (found.quad.bottomRight - quad.bottomRight) * share,
            bottomLeft: quad.bottomLeft + (found.quad.bottomLeft - quad.bottomLeft) * share)
        confidence += (found.confidence - confidence) * 0.3
        row = found.row
        sightings += 1
        lastSeen = time
        isSeenNow = true
        self.look.approach(look)
    }

    /// Small differences are noise, of which little is taken; what is far off has really moved.
    private static func share(_ quad: Quad, _ found: Quad) -> Double {
        let sides = SpineMatch.sides(of: found)
        let gap = SpineMatch.distance(SpineMatch.sides(of: quad), sides)
        return min(1, 0.4 + gap / max(sides.right - sides.left, 8))
    }
}
