package import EspyPixels

/// Gives books numbers that last from frame to frame, and steadies their outlines.
///
/// Everything is moved by what the camera moved, then paired with what was found there, all at once. A book gets its
/// number when it has been found a few times, is shown for a while after it was last found, and is remembered for longer,
/// also outside the picture.
package struct SpineTracker: Sendable {
    /// More books than this are not remembered.
    private static let most = 600
    /// A book that is not confirmed is given up after so many seconds.
    private static let patience = 0.5
    /// Two outlines that share so much of the smaller one are of the same book.
    private static let sharing = 0.4

    private let options: ShelfStreamOptions
    package private(set) var tracks: [SpineTrack] = []
    private var lastID = 0

    package init(_ options: ShelfStreamOptions) { self.options = options }

    /// Takes in one frame.
    ///
    /// - Parameters:
    ///   - found: in pixels of the frame, also what is not very sure.
    ///   - shift: how far the picture moved since the last frame that was taken in.
    ///   - time: of the frame, not before that of the last one.
    /// - Returns: what is to be shown, row by row, each from left to right.
    package mutating func update(
        _ found: [DetectedSpine], in glance: FrameGlance, shift: Point, time: Double
    ) -> [Shelf.Spine] {
        forget(at: time)
        move(by: shift)
        let looks = found.map { SpineLook($0.quad, in: glance) }
        let frame = Rect(
            x: 0, y: 0, width: Double(glance.gray.width) * glance.scale,
            height: Double(glance.gray.height) * glance.scale)
        let pairs = match(found, looks, frame)
        for pair in pairs { tracks[pair.left].see(found[pair.right], looks[pair.right], time: time) }
        let taken = Set(pairs.map(\.right))
        for index in found.indices where !taken.contains(index) && found[index].confidence >= options.confidence {
            tracks.append(SpineTrack(found[index], looks[index], time: time))
        }
        confirm()
        return shown(at: time, frame)
    }

    /// Numbers of the books that were found in the last frame.
    package var seenNow: Set<Int> { Set(tracks.lazy.filter(\.isSeenNow).compactMap(\.id)) }

    /// Follows a picture of another size: the same scene with more or fewer pixels.
    package mutating func scale(by factor: Double) {
        for index in tracks.indices { tracks[index].quad = tracks[index].quad.map { $0 * factor } }
    }

    /// Without any book, but never giving a number twice.
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

    private func match(_ found: [DetectedSpine], _ looks: [SpineLook], _ frame: Rect) -> [Assignment.Pair] {
        var pairs: [Assignment.Pair] = []
        for (left, track) in tracks.enumerated() {
            let sides = SpineMatch.sides(of: track.quad)
            for (right, spine) in found.enumerated() {
                let worth = SpineMatch.worth(track, sides, (spine.quad, looks[right]), frameWidth: frame.width)
                // Of two that fit equally well, the one that is known longer goes first.
                if worth > 0 {
                    pairs.append(.init(left: left, right: right, worth: worth + (track.id == nil ? 0 : 0.1)))
                }
            }
        }
        return Assignment.best(pairs)
    }

    private mutating func confirm() {
        for index in tracks.indices
        where tracks[index].id == nil && tracks[index].sightings >= options.confirmations {
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
            track.id != nil && time - track.lastSeen <= options.freshness
                && track.quad.bounds.intersection(frame) != nil
        }
        // Where something was found in this very frame, nothing older is shown.
        let seen = fresh.filter(\.isSeenNow)
        let older = fresh.filter { track in
            !track.isSeenNow && !seen.contains { Self.overlap(track, $0) > Self.sharing }
        }
        return (seen + older).sorted { ($0.row, $0.quad.center.x) < ($1.row, $1.quad.center.x) }.map { track in
            Shelf.Spine(
                id: track.id ?? 0, quad: track.quad.map { Point(x: $0.x.toTenth, y: $0.y.toTenth) }, row: track.row,
                confidence: (track.confidence * 1000).rounded() / 1000)
        }
    }

    /// What both cover, as a share of the narrower one's width; 0 where they are above each other.
    private static func overlap(_ one: SpineTrack, _ other: SpineTrack) -> Double {
        let (a, b) = (SpineMatch.sides(of: one.quad), SpineMatch.sides(of: other.quad))
        guard min(a.bottom, b.bottom) > max(a.top, b.top) else { return 0 }
        let narrow = min(a.right - a.left, b.right - b.left)
        return narrow > 0 ? (min(a.right, b.right) - max(a.left, b.left)) / narrow : 0
    }
}
