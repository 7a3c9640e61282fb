import CMath
import EspyPixels

/// A connected part of a picture with stripes in one direction: a barcode, or something like one.
struct StripeRegion {
    /// Unit vector across the stripes; `along` follows them, a quarter turn clockwise.
    let across: Point
    let center: Point
    /// The squares of the region: their distances from the center across and along the stripes, in pixels.
    let places: [Point]
    /// The extent of the places along the stripes.
    let range: ClosedRange<Double>
    /// The extent of the places across the stripes.
    let width: Double
    /// Mean squared gradient.
    let strength: Float

    var along: Point { Point(x: -across.y, y: across.x) }

    func point(_ across: Double, _ along: Double) -> Point {
        center + self.across * across + self.along * along
    }

    /// The regions that could contain a symbol, the most similar first.
    static func all(in map: StripeMap, minimumWidth: Double) -> [StripeRegion] {
        var finder = StripeComponents(map)
        let found = finder.components(minimumCount: 6).compactMap { StripeRegion($0, map) }
        return found.filter { $0.width >= minimumWidth }.sorted { $0.rank > $1.rank }
    }

    /// Many squares and strong stripes; beyond the size of any symbol, size does not count.
    private var rank: Float { Float(min(places.count, 200)) * min(strength, 2000).squareRoot() }

    private init?(_ squares: [Int], _ map: StripeMap) {
        var direction = (x: Float(0), y: Float(0), strength: Float(0))
        for square in squares.map({ map.squares[$0] }) {
            direction.x += square.alongX * square.strength
            direction.y += square.alongY * square.strength
            direction.strength += square.strength
        }
        strength = direction.strength / Float(squares.count)
        let angle = Double(atan2f(direction.y, direction.x)) / 2
        let across = Point(x: cos(angle), y: sin(angle))
        let along = Point(x: -across.y, y: across.x)
        let side = Double(StripeMap.side)
        let points = squares.map { index in
            Point(x: (Double(index % map.columns) + 0.5) * side, y: (Double(index / map.columns) + 0.5) * side)
        }
        let center = points.reduce(Point(x: 0, y: 0), +) * (1 / Double(points.count))
        let places = points.map { Point(x: ($0 - center).dot(across), y: ($0 - center).dot(along)) }
        let (xs, ys) = (places.map { $0.x }, places.map { $0.y })
        guard let low = ys.min(), let high = ys.max(), let left = xs.min(), let right = xs.max() else { return nil }
        (self.across, self.center, self.places) = (across, center, places)
        range = (low - side)...(high + side)
        width = right - left + 2 * side
    }
}

/// Connects squares that touch and have similar stripes.
struct StripeComponents {
    private let map: StripeMap
    private var isOpen: [Bool]

    init(_ map: StripeMap) {
        self.map = map
        isOpen = map.squares.map { $0.strength > 24 && $0.coherence > 0.55 }
    }

    mutating func components(minimumCount: Int) -> [[Int]] {
        var found: [[Int]] = []
        for seed in isOpen.indices where isOpen[seed] {
            let component = take(from: seed)
            if component.count >= minimumCount { found.append(component) }
        }
        return found
    }

    private mutating func take(from seed: Int) -> [Int] {
        var component = [seed]
        isOpen[seed] = false
        var next = 0
        while next < component.count {
            let here = component[next]
            next += 1
            let (row, column) = here.quotientAndRemainder(dividingBy: map.columns)
            for y in max(row - 1, 0)...min(row + 1, map.rows - 1) {
                for x in max(column - 1, 0)...min(column + 1, map.columns - 1) {
                    let there = y * map.columns + x
                    guard isOpen[there], isAlike(here, there) else { continue }
                    isOpen[there] = false
                    component.append(there)
                }
            }
        }
        return component
    }

    /// The stripes differ by less than about 12 degrees.
    private func isAlike(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (map.squares[first], map.squares[second])
        return a.alongX * b.alongX + a.alongY * b.alongY > 0.91 * a.coherence * b.coherence
    }
}

extension StripeRegion {
    /// The number of lines in the straightened picture.
    private static let lines = 16
    /// With fewer changes between dark and light, it is not a barcode of any kind.
    private static let leastEdges = 24
    /// Pixels of the straightened picture per sample of a line, so that edges keep their places between samples.
    private static let fineness: Float = 2

    /// The region as a separate picture with upright stripes, 0 for dark and 255 for light: ``fineness`` times
    /// ``ScanLine/density`` pixels for each of the original. It contains only some lines, because all are alike.
    ///
    /// - Returns: nil if there are too few stripes for a code.
    func straightened(_ image: GrayImage) -> GrayImage? {
        // Of wide bars, only a part may have been detected as striped.
        let far = places.reduce(0) { max($0, abs($1.x)) } + width + 64
        let height = range.upperBound - range.lowerBound
        func line(_ number: Int) -> ScanLine {
            let offset = range.lowerBound + height * (Double(number) + 0.5) / Double(Self.lines)
            return ScanLine(image, from: point(-far, offset), to: point(far, offset), along: along, taps: 3)
        }
        guard line(Self.lines / 2).edges().count >= Self.leastEdges else { return nil }
        let pixels = (0..<Self.lines).flatMap { Self.shades(line($0)) }
        return GrayImage(width: pixels.count / Self.lines, height: Self.lines, pixels: pixels)
    }

    private static func shades(_ line: ScanLine) -> [UInt8] {
        let length = Int(Float(line.values.count) * fineness)
        return [UInt8](unsafeUninitializedCapacity: length) { shades, count in
            func fill(to end: Int, with shade: UInt8) {
                guard end > count else { return }
                UnsafeMutableBufferPointer(rebasing: shades[count..<end]).initialize(repeating: shade)
                count = end
            }
            for edge in line.edges() {
                fill(to: min(Int((edge.place + 0.5) * fineness), length), with: edge.rises ? 255 : 0)
            }
            fill(to: length, with: 255)
        }
    }
}
