/// Turns what was measured into one piece of advice that does not flicker.
///
/// What makes everything else unsure goes first: darkness, then motion, then blur. A limit that was passed counts as
/// passed until the value has come back well behind it, and new advice is given when it has held for a moment.
package struct GuidanceFilter: Sendable {
    /// Where advice begins. Lengths are pixels.
    package enum Limit {
        package static let brightness = 0.28
        /// Long sides of the frame per second.
        package static let speed = 0.4
        package static let edgeWidth = 6.0
        package static let spineWidth = 20.0
        /// Degrees.
        package static let tilt = 12.0
        package static let glare = 0.06
    }

    /// How far a value has to come back, as a share of its limit.
    private static let back = 0.15
    /// Seconds that new advice has to hold.
    private static let patience = 0.3

    /// Limits that are passed.
    private var passed: Set<Shelf.Guidance.Cause> = []
    private var given: Shelf.Guidance?
    /// What comes next if it holds, and since when it does.
    private var next: (cause: Shelf.Guidance.Cause, since: Double)?

    package init() {}

    /// - Parameter time: in seconds, not before that of the last call.
    package mutating func update(_ measures: FrameMeasures, time: Double) -> Shelf.Guidance {
        let fresh = advice(measures)
        guard let old = given, old.cause != fresh.cause else {
            next = nil
            given = fresh
            return fresh
        }
        if next?.cause != fresh.cause { next = (fresh.cause, time) }
        guard let next, time - next.since >= Self.patience else { return old }
        self.next = nil
        given = fresh
        return fresh
    }

    private mutating func advice(_ measures: FrameMeasures) -> Shelf.Guidance {
        if let dark = check(.moreLight, .darkness, measures.brightness, below: Limit.brightness) { return dark }
        if let moving = check(.holdSteady, .motion, measures.speed, above: Limit.speed) { return moving }
        if let blurred = check(.holdSteady, .blur, measures.edgeWidth, above: Limit.edgeWidth) { return blurred }
        guard measures.spines > 0 else { return Shelf.Guidance(.pointAtBooks, .empty, value: 0, limit: 1) }
        if let far = check(.moveCloser, .distance, measures.spineWidth, below: Limit.spineWidth) { return far }
        if let tilted = check(.straighten, .tilt, measures.tilt, above: Limit.tilt) { return tilted }
        if let glaring = check(.avoidGlare, .glare, measures.glare, above: Limit.glare) { return glaring }
        return Shelf.Guidance(.spineDetected, .clear, value: Double(measures.spines), limit: 1)
    }

    private mutating func check(
        _ advice: Shelf.Guidance.Advice, _ cause: Shelf.Guidance.Cause, _ value: Double?, above limit: Double
    ) -> Shelf.Guidance? {
        note(cause, value.map { $0 > limit * (passed.contains(cause) ? 1 - Self.back : 1) } ?? false)
            ? Shelf.Guidance(advice, cause, value: value ?? 0, limit: limit) : nil
    }

    private mutating func check(
        _ advice: Shelf.Guidance.Advice, _ cause: Shelf.Guidance.Cause, _ value: Double?, below limit: Double
    ) -> Shelf.Guidance? {
        note(cause, value.map { $0 < limit * (passed.contains(cause) ? 1 + Self.back : 1) } ?? false)
            ? Shelf.Guidance(advice, cause, value: value ?? 0, limit: limit) : nil
    }

    private mutating func note(_ cause: Shelf.Guidance.Cause, _ isPassed: Bool) -> Bool {
        if isPassed { passed.insert(cause) } else { passed.remove(cause) }
        return isPassed
    }
}
