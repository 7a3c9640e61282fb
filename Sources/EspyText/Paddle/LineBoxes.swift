package import EspyPixels

/// Makes boxes around lines of text from a map, by PaddleOCR's differentiable binarization: the network marks the
/// middle of each line, and the box is grown to the whole line.
package enum LineBoxes {
    /// Pixels above this are text.
    private static let threshold: Float = 0.3
    /// The least mean of the map inside a rectangle.
    private static let leastMean: Float = 0.5
    /// Its least sides before and after growing.
    private static let (leastSide, leastGrown) = (3.0, 5.0)
    /// The growth of a rectangle is this times its area, divided by its perimeter.
    private static let growth = 1.6
    /// The largest number of areas to process, the largest first.
    private static let most = 1000

    /// A line that was found.
    package struct Box: Sendable, Equatable {
        /// In pixels of the map, starting with the upper left corner.
        package var quad: Quad
        /// The chance that it is text, 0...1.
        package var confidence: Double
    }

    package static func boxes(of map: TextMap) -> [Box] {
        var spots = MapSpots(map, above: threshold).spots
        if spots.count > most { spots = Array(spots.sorted { $0.pixels > $1.pixels }.prefix(most)) }
        return spots.compactMap { spot in
            guard let rect = TiltedRect(around: spot.ends), min(rect.width, rect.height) >= leastSide else {
                return nil
            }
            let mean = map.mean(in: rect)
            guard mean >= leastMean else { return nil }
            let grown = rect.grown(by: growth * rect.area / rect.perimeter)
            guard min(grown.width, grown.height) >= leastGrown else { return nil }
            // The middle of a pixel is half a pixel from its corner.
            let quad = grown.upright.map { Point(x: $0.x + 0.5, y: $0.y + 0.5) }
            return Box(quad: quad, confidence: Double(min(mean, 1)))
        }
    }
}

/// For each pixel, the chance that a line of text covers it.
package struct TextMap: Sendable {
    let width: Int
    let height: Int
    /// Row by row from the top. NaN counts as no text.
    package let values: [Float]

    package init(width: Int, height: Int, values: [Float]) {
        precondition(width >= 0 && height >= 0 && values.count == width * height)
        (self.width, self.height, self.values) = (width, height, values)
    }

    /// The mean inside a rectangle; 0 if it covers no pixel.
    fileprivate func mean(in rect: TiltedRect) -> Float {
        let corners = rect.corners
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        let rows = max(Int(top.rounded(.up)), 0)...min(max(Int(bottom.rounded(.down)), 0), max(height - 1, 0))
        guard height > 0, width > 0, top <= bottom, Int(top.rounded(.up)) <= rows.upperBound else { return 0 }
        var (sum, count): (Float, Int) = (0, 0)
        for y in rows {
            guard let span = rect.span(atRow: Double(y)) else { continue }
            let first = max(Int(span.lowerBound.rounded(.up)), 0)
            let last = min(Int(span.upperBound.rounded(.down)), width - 1)
            guard first <= last else { continue }
            for x in first...last {
                let value = values[y * width + x]
                sum += value > 0 && value <= 1 ? value : 0
            }
            count += last - first + 1
        }
        return count > 0 ? sum / Float(count) : 0
    }
}

/// Connected areas of a map above a threshold: each is a line of text, or part of one.
private struct MapSpots {
    /// The ends of the rows of one area, which determine its outline.
    struct Spot {
        var ends: [(x: Int, y: Int)] = []
        var pixels = 0
    }

    private(set) var spots: [Spot] = []

    /// - Parameter threshold: pixels above it are text. Text first spreads by one pixel to the right and down, which
    ///   joins letters that barely touch.
    init(_ map: TextMap, above threshold: Float) {
        guard map.width > 0, map.height > 0 else { return }
        var labels = Labels()
        var (before, current): ([Run], [Run]) = ([], [])
        var all: [Run] = []
        var isUpper = [Bool](repeating: false, count: map.width)
        for y in 0..<map.height {
            let isSet = Self.row(map, y, above: threshold)
            current = Self.runs(zip(isSet, isUpper).map { $0 || $1 }, y)
            isUpper = isSet
            Self.join(&current, with: before, &labels)
            all += current
            swap(&before, &current)
        }
        var places: [Int: Int] = [:]
        for run in all {
            let root = labels.root(run.label)
            let place = places[root, default: spots.count]
            if place == spots.count {
                places[root] = place
                spots.append(Spot())
            }
            spots[place].ends += run.first == run.last ? [(run.first, run.y)] : [(run.first, run.y), (run.last, run.y)]
            spots[place].pixels += run.last - run.first + 1
        }
    }

    private struct Run {
        let first: Int
        let last: Int
        let y: Int
        var label = -1
    }

    private static func row(_ map: TextMap, _ y: Int, above threshold: Float) -> [Bool] {
        map.values.withUnsafeBufferPointer { values in
            let start = y * map.width
            var isBefore = false
            return (0..<map.width).map { x in
                let isSet = values[start + x] > threshold
                defer { isBefore = isSet }
                return isSet || isBefore
            }
        }
    }

    private static func runs(_ row: [Bool], _ y: Int) -> [Run] {
        var (runs, start): ([Run], Int?) = ([], nil)
        for (x, isSet) in row.enumerated() {
            if isSet, start == nil { start = x }
            if !isSet, let first = start {
                runs.append(Run(first: first, last: x - 1, y: y))
                start = nil
            }
        }
        if let start { runs.append(Run(first: start, last: row.count - 1, y: y)) }
        return runs
    }

    /// Runs that touch one in the row above, even at a corner, belong to its area.
    private static func join(_ runs: inout [Run], with before: [Run], _ labels: inout Labels) {
        var place = 0
        for index in runs.indices {
            while place < before.count, before[place].last < runs[index].first - 1 { place += 1 }
            var next = place
            while next < before.count, before[next].first <= runs[index].last + 1 {
                if runs[index].label < 0 {
                    runs[index].label = before[next].label
                } else {
                    labels.join(runs[index].label, before[next].label)
                }
                next += 1
            }
            if runs[index].label < 0 { runs[index].label = labels.new() }
        }
    }

    /// Records which labels belong to the same area.
    private struct Labels {
        private var parents: [Int] = []

        mutating func new() -> Int {
            parents.append(parents.count)
            return parents.count - 1
        }

        mutating func root(_ label: Int) -> Int {
            var label = label
            while parents[label] != label {
                parents[label] = parents[parents[label]]
                label = parents[label]
            }
            return label
        }

        mutating func join(_ one: Int, _ other: Int) {
            let (a, b) = (root(one), root(other))
            parents[max(a, b)] = min(a, b)
        }
    }
}

/// A rectangle that may be tilted.
private struct TiltedRect {
    var center: Point
    /// Unit vector in the direction of ``width``; that of ``height`` is a quarter turn clockwise from it.
    var axis: Point
    var width: Double
    var height: Double

    private var across: Point { axis * (width / 2) }
    private var down: Point { Point(x: -axis.y, y: axis.x) * (height / 2) }

    var area: Double { width * height }
    var perimeter: Double { 2 * (width + height) }

    /// In order, clockwise as seen.
    var corners: [Point] {
        [center - across - down, center + across - down, center + across + down, center - across + down]
    }

    /// Expanded by `margin` on each of the four sides.
    func grown(by margin: Double) -> TiltedRect {
        TiltedRect(center: center, axis: axis, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// The corners with the upper left one first; the more level side counts as the upper one.
    var upright: Quad {
        // Of the four orientations of a rectangle, the one whose first side points to the right.
        var corners = corners
        let side = corners[1] - corners[0]
        let turns = abs(side.x) >= abs(side.y) ? (side.x >= 0 ? 0 : 2) : (side.y >= 0 ? 3 : 1)
        corners = (0..<4).map { corners[($0 + turns) % 4] }
        return Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// The part of a row that is inside; nil if there is none.
    func span(atRow y: Double) -> ClosedRange<Double>? {
        let corners = corners
        var (low, high) = (Double.infinity, -Double.infinity)
        for index in 0..<4 {
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            guard min(from.y, to.y) <= y, y <= max(from.y, to.y) else { continue }
            let isLevel = to.y - from.y == 0
            let places = isLevel ? [from.x, to.x] : [from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)]
            for x in places { (low, high) = (min(low, x), max(high, x)) }
        }
        return low <= high ? low...high : nil
    }

    /// The rectangle with the least area around points; nil if there are none. One of its sides runs along two points
    /// of their hull.
    init?(around points: [(x: Int, y: Int)]) {
        let hull = Self.hull(points)
        guard let first = hull.first else { return nil }
        guard hull.count > 1 else {
            self.init(center: first, axis: Point(x: 1, y: 0), width: 0, height: 0)
            return
        }
        var best: TiltedRect?
        for index in hull.indices {
            let side = hull[(index + 1) % hull.count] - hull[index]
            let rect = TiltedRect(around: hull, along: side * (1 / side.length))
            if rect.area < best?.area ?? .infinity { best = rect }
        }
        guard let best else { return nil }
        self = best
    }

    init(center: Point, axis: Point, width: Double, height: Double) {
        (self.center, self.axis, self.width, self.height) = (center, axis, width, height)
    }

    private init(around hull: [Point], along axis: Point) {
        let normal = Point(x: -axis.y, y: axis.x)
        let (along, across) = (hull.map { $0.dot(axis) }, hull.map { $0.dot(normal) })
        let (left, right) = (along.min() ?? 0, along.max() ?? 0)
        let (top, bottom) = (across.min() ?? 0, across.max() ?? 0)
        self.init(
            center: axis * ((left + right) / 2) + normal * ((top + bottom) / 2), axis: axis, width: right - left,
            height: bottom - top)
    }

    /// Corners of the smallest convex shape around points (Andrew's monotone chain).
    private static func hull(_ points: [(x: Int, y: Int)]) -> [Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: some Sequence<(x: Int, y: Int)>) -> [(x: Int, y: Int)] {
            var chain: [(x: Int, y: Int)] = []
            for point in points {
                while chain.count > 1 {
                    let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
                    guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
                    chain.removeLast()
                }
                if let last = chain.last, last == point { continue }
                chain.append(point)
            }
            return chain
        }
        let (lower, upper) = (chain(sorted), chain(sorted.reversed()))
        let corners = lower.count > 1 ? Array(lower.dropLast()) + upper.dropLast() : lower
        return corners.map { Point(x: Double($0.x), y: Double($0.y)) }
    }
}
