package import EspyPixels

/// Gives books numbers that last from frame to frame, and steadies their outlines.
///
/// All tracks are moved with the camera, then all are matched with the new detections at once. A book gets its number
/// after it was found a few times, is shown for a while after it was last found, and is remembered for longer, even
/// outside the picture.
package struct SpineTracker: Sendable {
    /// Maximum number of books remembered.
    private static let most = 600
    /// Seconds after which a book that is not confirmed is dropped.
    private static let patience = 0.5
    /// Minimum overlap of two outlines of the same book, as a share of the smaller one.
    private static let sharing = 0.4

    private let options: ShelfStreamOptions
    private var tracks: [SpineTrack] = []
    private var lastID = 0

    package init(_ options: ShelfStreamOptions) { self.options = options }

    /// Processes one frame.
    ///
    /// - Parameters:
    ///   - found: in pixels of the frame, including detections with low confidence.
    ///   - shift: the motion of the picture since the last frame processed.
    ///   - time: of the frame, not before that of the last one.
    /// - Returns: the spines to show, row by row, each from left to right.
    package mutating func update(
        _ found: [DetectedSpine], in thumbnail: FrameThumbnail, shift: Point, time: Double
    ) -> [Shelf.Spine] {
        forget(at: time)
        move(by: shift)
        let looks = found.map { SpineFingerprint($0.quad, in: thumbnail) }
        let frame = Rect(
            x: 0, y: 0, width: Double(thumbnail.gray.width) * thumbnail.scale,
            height: Double(thumbnail.gray.height) * thumbnail.scale)
        let pairs = match(found, looks, frame)
        for pair in pairs { tracks[pair.left].see(found[pair.right], looks[pair.right], time: time) }
        let taken = Set(pairs.map { $0.right })
        for index in found.indices where !taken.contains(index) && found[index].confidence >= options.confidence {
            tracks.append(SpineTrack(found[index], looks[index], time: time))
        }
        confirm()
        return shown(at: time, frame)
    }

    /// Numbers of the books found in the last frame.
    var seenNow: Set<Int> { Set(tracks.lazy.filter { $0.isSeenNow }.compactMap { $0.id }) }

    /// Adapts to a picture of another size: the same scene with more or fewer pixels.
    package mutating func scale(by factor: Double) {
        for index in tracks.indices { tracks[index].quad = tracks[index].quad.map { $0 * factor } }
    }

    /// Returns a tracker without books that does not reuse any number.
    package func emptied() -> SpineTracker {
        var tracker = SpineTracker(options)
        tracker.lastID = lastID
        return tracker
    }

    private mutating func move(by shift: Point) {
        for index in tracks.indices {
            tracks[index].isSeenNow = false
            tracks[index].quad = tracks[index].quad.map { $0 + shift }
        }
    }

    private func match(_ found: [DetectedSpine], _ looks: [SpineFingerprint], _ frame: Rect) -> [Assignment.Pair] {
        var pairs: [Assignment.Pair] = []
        for (left, track) in tracks.enumerated() {
            let sides = SpineMatch.sides(of: track.quad)
            for (right, spine) in found.enumerated() {
                let worth = SpineMatch.worth(track, sides, (spine.quad, looks[right]), frameWidth: frame.width)
                // Of two equally good matches, the book that has been known longer wins.
                if worth > 0 {
                    pairs.append(.init(left: left, right: right, worth: worth + (track.id == nil ? 0 : 0.1)))
                }
            }
        }
        return Assignment.best(pairs)
    }

    private mutating func confirm() {
        for index in tracks.indices
        where tracks[index].sightings >= options.confirmations {
            // Two limits, so that a book near one of them does not flicker.
            if tracks[index].confidence >= max(options.showing, options.confidence) {
                tracks[index].isTrusted = true
            } else if tracks[index].confidence < options.confidence {
                tracks[index].isTrusted = false
            }
            guard tracks[index].id == nil, tracks[index].isTrusted else { continue }
            lastID += 1
            tracks[index].id = lastID
        }
    }

    private mutating func forget(at time: Double) {
        tracks.removeAll { track in
            time - track.lastSeen > (track.id == nil ? min(Self.patience, options.memory) : options.memory)
        }
        if tracks.count > Self.most {
            tracks = Array(tracks.sorted { $0.lastSeen > $1.lastSeen }.prefix(Self.most))
        }
    }

    private func shown(at time: Double, _ frame: Rect) -> [Shelf.Spine] {
        let fresh = tracks.filter { track in
            track.isTrusted && time - track.lastSeen <= options.freshness
                && track.quad.bounds.intersection(frame) != nil
        }
        // Where something was found in this very frame, nothing older is shown.
        let seen = fresh.filter { $0.isSeenNow }
        let older = fresh.filter { track in
            !track.isSeenNow && !seen.contains { Self.overlap(track, $0) > Self.sharing }
        }
        return (seen + older).sorted { ($0.row, $0.quad.center.x) < ($1.row, $1.quad.center.x) }.map { track in
            // A book that is no longer found fades.
            let age = track.isSeenNow ? 0 : (time - track.lastSeen) / max(options.freshness, .leastNonzeroMagnitude)
            return Shelf.Spine(
                id: track.id ?? 0, quad: track.quad.map { Point(x: $0.x.toTenth, y: $0.y.toTenth) }, row: track.row,
                confidence: (track.confidence * max(0, 1 - age) * 1000).rounded() / 1000)
        }
    }

    /// Returns the width that both cover, as a share of the narrower one's; 0 if one is above the other.
    private static func overlap(_ one: SpineTrack, _ other: SpineTrack) -> Double {
        let (a, b) = (SpineMatch.sides(of: one.quad), SpineMatch.sides(of: other.quad))
        guard min(a.bottom, b.bottom) > max(a.top, b.top) else { return 0 }
        let narrow = min(a.right - a.left, b.right - b.left)
        return narrow > 0 ? (min(a.right, b.right) - max(a.left, b.left)) / narrow : 0
    }
}

/// One book tracked from frame to frame.
private struct SpineTrack: Sendable {
    /// Assigned once the book is confirmed.
    var id: Int?
    /// Whether its mean confidence is high enough for it to be shown.
    var isTrusted = false
    /// Its current outline, estimated if it is not visible.
    var quad: Quad
    var row: Int
    var confidence: Double
    var sightings = 1
    var firstSeen: Double
    var lastSeen: Double
    var look: SpineFingerprint
    var isSeenNow = true

    init(_ found: DetectedSpine, _ look: SpineFingerprint, time: Double) {
        quad = found.quad
        row = found.row
        confidence = found.confidence
        firstSeen = time
        lastSeen = time
        self.look = look
    }

    /// Blends in a part of the new detection, so that noise is averaged out.
    mutating func see(_ found: DetectedSpine, _ look: SpineFingerprint, time: Double) {
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

    /// Returns how much of the new outline to blend in: little for small differences, which are noise; more for large
    /// ones, which are motion.
    private static func share(_ quad: Quad, _ found: Quad) -> Double {
        let sides = SpineMatch.sides(of: found)
        let gap = SpineMatch.distance(SpineMatch.sides(of: quad), sides)
        return min(1, 0.4 + gap / max(sides.right - sides.left, 8))
    }
}

/// Scores how likely a track and a detection are the same book.
private enum SpineMatch {
    /// The left and right sides of a spine at half its height, and its ends.
    struct Sides {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
    }

    /// Maximum distance of the sides of one book, as a share of the width, plus a few pixels.
    private static let farthest = 0.6
    /// Error of detectors, as a share of the frame's width, however narrow the book is.
    private static let slack = 0.004
    /// Minimum intersection over union of the two heights.
    private static let leastHeight = 0.45
    /// Maximum difference in brightness for the same book.
    private static let mostDifferent = 0.25

    static func sides(of quad: Quad) -> Sides {
        Sides(
            left: (quad.topLeft.x + quad.bottomLeft.x) / 2, right: (quad.topRight.x + quad.bottomRight.x) / 2,
            top: (quad.topLeft.y + quad.topRight.y) / 2, bottom: (quad.bottomLeft.y + quad.bottomRight.y) / 2)
    }

    /// Returns the mean distance of the two sides.
    static func distance(_ one: Sides, _ other: Sides) -> Double {
        (abs(one.left - other.left) + abs(one.right - other.right)) / 2
    }

    /// Returns 0 for different books, up to 1 for one that has not changed at all.
    static func worth(
        _ track: SpineTrack, _ sides: Sides, _ found: (quad: Quad, look: SpineFingerprint), frameWidth: Double
    ) -> Double {
        let other = self.sides(of: found.quad)
        let width = min(sides.right - sides.left, other.right - other.left)
        let limit = farthest * max(width, 0) + slack * frameWidth
        let gap = distance(sides, other)
        guard gap < limit else { return 0 }
        let common = min(sides.bottom, other.bottom) - max(sides.top, other.top)
        let all = max(sides.bottom, other.bottom) - min(sides.top, other.top)
        guard all > 0, common > leastHeight * all else { return 0 }
        let difference = track.look.difference(from: found.look)
        guard difference < mostDifferent else { return 0 }
        return (1 - gap / limit) * (0.5 + 0.5 * common / all) * (1 - difference / mostDifferent)
    }
}

/// The look of a spine from far away: its brightness at a few positions from head to foot.
private struct SpineFingerprint: Sendable, Equatable {
    private static let places = 8
    private static let columns = 3

    private var values: SIMD8<Float>

    /// - Parameter quad: in pixels of the frame.
    init(_ quad: Quad, in thumbnail: FrameThumbnail) {
        var values = SIMD8<Float>.zero
        for place in 0..<Self.places {
            let down = (Double(place) + 0.5) / Double(Self.places)
            for column in 1...Self.columns {
                let across = Double(column) / Double(Self.columns + 1)
                let upper = quad.topLeft + (quad.topRight - quad.topLeft) * across
                let lower = quad.bottomLeft + (quad.bottomRight - quad.bottomLeft) * across
                values[place] += Self.value(upper + (lower - upper) * down, thumbnail)
            }
        }
        self.values = values / Float(Self.columns)
    }

    private static func value(_ point: Point, _ thumbnail: FrameThumbnail) -> Float {
        let gray = thumbnail.gray
        let x = min(max(point.x / thumbnail.scale, 0), Double(gray.width - 1))
        let y = min(max(point.y / thumbnail.scale, 0), Double(gray.height - 1))
        return Float(gray.pixels[Int(y) * gray.width + Int(x)])
    }

    /// Returns 0 if both look the same, 1 for black and white.
    func difference(from other: SpineFingerprint) -> Double {
        let gap = values - other.values
        var sum: Float = 0
        for place in 0..<Self.places { sum += abs(gap[place]) }
        return Double(sum) / Double(255 * Self.places)
    }

    /// Moves the look slowly toward the new one.
    mutating func approach(_ other: SpineFingerprint) { values += (other.values - values) * 0.2 }
}
