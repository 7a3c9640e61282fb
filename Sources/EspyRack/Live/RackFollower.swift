import DataMatrix
package import EspyBase
package import EspyPixels

/// Reads a box in front of a camera, frame by frame, on one thread.
///
/// The first frames are read whole. After that, a few codes show how the camera has moved, and all others keep their
/// values and wells. Each frame reads those codes again that were read least often, so that after some frames every
/// code has been, and searches some of the wells whose code could not be read. Now and then a frame is read whole,
/// because a tube may have been added.
package struct RackFollower {
    private let options: RackOptions
    private let reader = SymbolReader()
    private var codes: [FollowedCode] = []
    /// Where symbols seem to be that could not be read, in pixels of the last frame.
    private var suspects: [Point] = []
    /// How the camera moved between the last two frames.
    private var motion = Homography.identity
    /// The box in the last frame, and its cells that seem to hold a code which could not be read.
    private var rack: Rack?
    private var doubts: [RackJob.Doubt] = []
    private var wholeFrames = 0
    private var framesSinceWhole = 0

    package init(options: RackOptions = .init()) {
        self.options = options
    }

    /// The number of frames that are read whole at first, and of those between two others.
    private static let (firstFrames, interval) = (2, 12)
    /// The most codes read again in a frame beside those nearest to its corners, and the most cells without a value.
    private static let (mostCodes, mostCells) = (6, 4)
    /// The fewest codes that show how the camera moved.
    private static let fewest = 4

    /// Reads one frame. All frames of a camera have the same size.
    ///
    /// - Throws: ``RackError`` if a frame could not be read at all.
    package mutating func read(_ frame: RGBImage) throws(RackError) -> FollowedRack {
        let photo = SplitImage(frame)
        try options.check(photo)
        var job = RackJob(photo, options)
        let view = job.view
        let before = codes.map { $0.value }
        let isFollowed = follow(in: view)
        if isFollowed { search(view) } else { readWhole(view) }
        // Placing codes and judging cells take longer than reading a few of them.
        if isFollowed, let rack, codes.map({ $0.value }) == before {
            return followed(rack.moved(motion.apply))
        }
        let seen = codes.map { $0.reading }.filter { view.contains($0.center) }
        job.place(Sightings(readings: seen, suspects: suspects))
        job.classify()
        doubts = job.doubts
        return followed(job.result)
    }

    private mutating func followed(_ rack: Rack) -> FollowedRack {
        self.rack = rack
        return FollowedRack(rack: rack, unsure: rack.vials.filter { !isSure($0) }.map { $0.name })
    }

    private func isSure(_ vial: Rack.Vial) -> Bool {
        let center = SIMD2(vial.code.x, vial.code.y)
        let nearest = codes.filter { $0.value == vial.code.value }.min {
            ($0.reading.center - center).squaredLength < ($1.reading.center - center).squaredLength
        }
        return nearest?.isSure ?? false
    }
}

extension RackFollower {
    /// Moves all codes to where they are in this frame. Returns false if it has to be read whole.
    private mutating func follow(in view: GrayView) -> Bool {
        guard wholeFrames >= Self.firstFrames, framesSinceWhole < Self.interval, codes.count >= Self.fewest else {
            return false
        }
        let chosen = anchors(in: view)
        let found = chosen.map { index -> Reading? in
            let code = codes[index].reading
            return reader.read(view, near: motion.apply(code.center), radius: 0.6 * code.side, like: code)
        }
        let places = FollowedCode.places(of: codes)
        let pairs = found.compactMap { $0 }.compactMap { reading in
            places[reading.message.shown.value].map { (from: codes[$0].reading.center, to: reading.center) }
        }
        guard pairs.count >= Self.fewest, 2 * pairs.count > chosen.count,
            let motion = CameraMotion.between(pairs, side: codes[chosen[0]].reading.side)
        else { return false }
        self.motion = motion
        move(by: motion)
        for (index, reading) in zip(chosen, found) { codes[index].note(reading) }
        codes.removeAll { $0.isGone }
        framesSinceWhole += 1
        return true
    }

    /// Codes to read again: those nearest to the corners of the frame, which show the motion best, and those that were
    /// read least often.
    private func anchors(in view: GrayView) -> [Int] {
        let visible = codes.indices.filter { view.contains(motion.apply(codes[$0].reading.center)) }
        var chosen: [Int] = []
        for (x, y) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
            func reach(_ index: Int) -> Double {
                let center = codes[index].reading.center
                return x * center.x + y * center.y
            }
            let best = visible.filter { !chosen.contains($0) }.max { reach($0) < reach($1) }
            if let best { chosen.append(best) }
        }
        let others = visible.filter { !chosen.contains($0) }.sorted { codes[$0].rank < codes[$1].rank }
        return chosen + others.prefix(Self.mostCodes)
    }

    private mutating func move(by motion: Homography) {
        for index in codes.indices { codes[index].reading = codes[index].reading.moved { motion.apply($0) } }
        suspects = suspects.map(motion.apply)
        doubts = doubts.map { $0.moved(by: motion) }
    }

    /// Reads every code of a frame, and joins them with those read before.
    private mutating func readWhole(_ view: GrayView) {
        let seen = Sightings(reader.readAlone(view))
        let found = SeenCode.distinct(seen.readings).map { $0.reading }
        let places = FollowedCode.places(of: codes)
        let pairs = found.compactMap { reading in
            places[reading.message.shown.value].map { (from: codes[$0].reading.center, to: reading.center) }
        }
        wholeFrames += 1
        framesSinceWhole = 0
        suspects = seen.suspects
        motion = .identity
        if pairs.count >= Self.fewest, let moved = CameraMotion.between(pairs, side: found[0].side) {
            move(by: moved)
            join(found)
        } else {
            // Another box, or none: nothing that was read before says anything about it.
            codes = found.map { FollowedCode($0) }
            wholeFrames = min(wholeFrames, 1)
        }
    }

    /// Joins the codes of a frame with those known, which have been moved there.
    private mutating func join(_ found: [Reading]) {
        var isSeen = [Bool](repeating: false, count: codes.count)
        for reading in found {
            let near = codes.indices.filter { !isSeen[$0] && codes[$0].isAt(reading) }
            if let index = near.first(where: { codes[$0].value == reading.message.shown.value }) ?? near.first {
                isSeen[index] = true
                codes[index].note(reading)
            } else {
                codes.append(FollowedCode(reading))
                isSeen.append(true)
            }
        }
        for index in codes.indices where !isSeen[index] { codes[index].note(nil) }
        codes.removeAll { $0.isGone }
    }

    /// Searches some of the cells without a value, each of them in its turn.
    private mutating func search(_ view: GrayView) {
        let chosen = doubts.prefix(Self.mostCells)
        doubts = Array(doubts.dropFirst(chosen.count) + chosen)
        for doubt in chosen {
            let reading = reader.read(view, near: doubt.center, radius: doubt.radius, like: doubt.model)
            if let reading, !codes.contains(where: { $0.isAt(reading) }) { codes.append(FollowedCode(reading)) }
        }
    }
}

/// A box in one frame of a camera.
package struct FollowedRack: JSONWritable, Sendable {
    package let rack: Rack
    /// The names of wells whose value was seen only once, or has changed.
    package let unsure: [String]

    package var json: JSONValue {
        let own: [String: JSONValue?] = ["unsure": unsure.json]
        return JSONValue(rack.fields.updated(by: own))
    }
}

/// A code that was read in one frame and is somewhere in the next.
private struct FollowedCode {
    var reading: Reading
    private(set) var value: String
    /// How often it was read.
    private var sightings = 1
    /// How often in a row it was looked for, and not read.
    private var misses = 0
    /// Whether another value was read there before.
    private var hasChanged = false

    init(_ reading: Reading) {
        self.reading = reading
        value = reading.message.shown.value
    }

    /// Whether its value is beyond doubt: read twice, or more often if it has changed.
    var isSure: Bool { sightings >= (hasChanged ? 4 : 2) }
    /// Whether it was looked for in vain three times: the tube must have been taken out, or be covered.
    var isGone: Bool { misses >= 3 }
    /// The lowest is to be read first.
    var rank: Int { sightings + misses }

    func isAt(_ other: Reading) -> Bool {
        (reading.center - other.center).squaredLength < 0.25 * reading.side * reading.side
    }

    /// Takes what was read where this code should be; nil if nothing could be.
    mutating func note(_ found: Reading?) {
        guard let found else {
            misses += 1
            return
        }
        // Another code, which lies where this one was before the camera moved.
        guard isAt(found) else { return }
        misses = 0
        reading = found
        guard found.message.shown.value != value else {
            sightings += 1
            return
        }
        value = found.message.shown.value
        sightings = 1
        hasChanged = true
    }

    /// The indices of codes by values that occur only once.
    static func places(of codes: [FollowedCode]) -> [String: Int] {
        var places: [String: Int] = [:]
        var repeated: Set<String> = []
        for (index, code) in codes.enumerated() where places.updateValue(index, forKey: code.value) != nil {
            repeated.insert(code.value)
        }
        for value in repeated { places[value] = nil }
        return places
    }
}

/// How a picture of something flat moved from one frame to the next.
private enum CameraMotion {
    /// - Parameters:
    ///   - pairs: centers of the same codes in both frames.
    ///   - side: of a code, in pixels.
    /// - Returns: nil if the pairs do not agree with each other.
    static func between(_ pairs: [(from: SIMD2<Double>, to: SIMD2<Double>)], side: Double) -> Homography? {
        let (from, to) = (pairs.map { Point($0.from) }, pairs.map { Point($0.to) })
        guard let map = LatticeModel.best(cells: from, pixels: to)?.map,
            map.residual(from: from, to: to) < 0.2 * side
        else { return nil }
        return map
    }
}

extension RackJob.Doubt {
    fileprivate func moved(by map: Homography) -> Self {
        var moved = self
        moved.center = map.apply(center)
        return moved
    }
}

extension Homography {
    fileprivate func apply(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let moved = apply(Point(point))
        return SIMD2(moved.x, moved.y)
    }
}

extension Point {
    fileprivate init(_ vector: SIMD2<Double>) { self.init(x: vector.x, y: vector.y) }
}

extension SIMD2<Double> {
    fileprivate var squaredLength: Double { (self * self).sum() }
}

extension GrayView {
    fileprivate func contains(_ point: SIMD2<Double>) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Double(width) && point.y < Double(height)
    }
}

extension Reading {
    /// Mean side, in pixels.
    fileprivate var side: Double {
        let next = corners.dropFirst() + corners.prefix(1)
        return zip(corners, next).reduce(0) { $0 + ($1.1 - $1.0).squaredLength.squareRoot() } / Double(corners.count)
    }
}
