import Foundation

/// Picks random tubes for one box: all of one make, each with its own flaws.
struct TubeMaker {
    /// The common properties of the codes in one box.
    struct CodeStyle {
        var modules: Int
        var side: Double
        var isInverted: Bool
        var isMirrored: Bool
        var dot: Double?
        var prefix: String
        var first: Int
    }

    /// The common properties of the caps in one box.
    struct CapStyle {
        var colors: [SampleColor]
        var papers: [SampleColor]
        var rim: SampleColor
        var radius: Double
        var hasSideLabels: Bool
    }

    var random: SampleRandom
    var span: SampleSpan
    var code: CodeStyle
    let caps: CapStyle
    let isPlate: Bool

    /// Returns a tube for each cell, numbered in order.
    mutating func tubes(in cells: [(row: Int, column: Int)], rows: Int, columns: Int) -> [SampleTube] {
        let middle = SIMD2(Double(columns), Double(rows)) / 2
        var tubes: [SampleTube] = []
        for (index, cell) in cells.enumerated() {
            var tube = SampleTube(row: cell.row, column: cell.column)
            tube.capRadius = caps.radius
            tube.rim = caps.rim
            tube.cap = random.pick(caps.colors)
            tube.hasSideLabel = caps.hasSideLabels
            let place = SIMD2(Double(cell.column) + 0.5, Double(cell.row) + 0.5)
            if !isPlate { tube.lean = lean(at: (place - middle) / middle) }
            if !random.chance(span.uncodedChance) { tube.label = label(number: code.first + index) }
            tubes.append(tube)
        }
        return tubes.keepingCapsApart()
    }

    /// Tubes lean in any direction, but more often outward, and the outer ones more.
    private mutating func lean(at place: SIMD2<Double>) -> SIMD2<Double> {
        let own = SIMD2(random.bell(), random.bell()) * span.lean * 0.3
        let lean = own + place * span.lean * random.number(in: 0...0.8)
        let length = (lean * lean).sum().squareRoot()
        return length > span.lean ? lean * (span.lean / length) : lean
    }

    private mutating func label(number: Int) -> SampleLabel {
        let light = random.pick(caps.papers)
        let dark = SampleColor(gray: Float(random.number(in: 0.08...0.2)))
        var label = SampleLabel(code: nil, paper: code.isInverted ? dark : light)
        label.radius = code.side * 0.78
        label.offset = SIMD2(random.bell(), random.bell()) * 0.02
        label.code = SampleCode(
            value: value(number), rows: code.modules, columns: code.modules, side: code.side,
            angle: random.number(in: -.pi ... .pi), ink: code.isInverted ? light : dark,
            isMirrored: code.isMirrored, dot: code.dot)
        if random.chance(span.penChance) { label.strokes = (0..<random.integer(in: 1...4)).map { _ in stroke() } }
        if random.chance(span.glareChance) { label.glare = [glare()] }
        return label
    }

    /// A letter and a number, as long as the symbol allows with one codeword for every two digits.
    private func value(_ number: Int) -> String {
        let digits = String(number)
        let length = code.modules <= 10 ? 4 : code.modules <= 12 ? 5 : 8
        return code.prefix + String(repeating: "0", count: max(length - digits.count, 0)) + digits
    }

    private mutating func stroke() -> SampleStroke {
        let start = SIMD2(random.number(in: -0.25...0.25), random.number(in: -0.25...0.25))
        var points = [start]
        for _ in 0..<random.integer(in: 2...4) {
            points.append(points[points.count - 1] + SIMD2(random.bell(), random.bell()) * 0.12)
        }
        return SampleStroke(
            points: points, width: random.number(in: 0.02...0.06),
            darkness: Float(random.number(in: 0.2...0.45)))
    }

    private mutating func glare() -> SampleGlare {
        SampleGlare(
            center: SIMD2(random.bell(), random.bell()) * 0.11,
            radii: SIMD2(random.number(in: 0.04...0.12), random.number(in: 0.015...0.035)),
            angle: random.number(in: 0 ... .pi), strength: Float(random.number(in: 0.6...1)),
            softness: Float(random.number(in: 0.1...0.6)))
    }
}

extension TubeMaker.CapStyle {
    init(random: inout SampleRandom, isPlate: Bool) {
        let inks = [
            SampleColor(0.24, 0.45, 0.83), SampleColor(0.16, 0.17, 0.19), SampleColor(0.78, 0.2, 0.2),
            SampleColor(0.25, 0.6, 0.36), SampleColor(0.93, 0.76, 0.22), SampleColor(0.85, 0.85, 0.85),
        ]
        let papers = [SampleColor(0.84, 0.84, 0.82), SampleColor(0.56, 0.68, 0.88), SampleColor(0.88, 0.86, 0.7)]
        colors = (0..<random.integer(in: 1...3)).map { _ in random.pick(inks) }
        self.papers = random.chance(0.6) ? [papers[0]] : [papers[0], random.pick(papers)]
        rim = SampleColor(gray: Float(random.number(in: 0.6...0.8)))
        radius = isPlate ? 0.42 : random.number(in: 0.33...0.4)
        hasSideLabels = random.chance(0.4)
    }
}

extension [SampleTube] {
    /// The same tubes, leaning less where two caps would overlap.
    func keepingCapsApart() -> [SampleTube] {
        var tubes = self
        for _ in 0..<40 where tubes.separateOnce() {}
        return tubes
    }

    /// Halves the lean of every pair that collides. - Returns: whether there was one.
    private mutating func separateOnce() -> Bool {
        var collided = false
        for first in indices {
            for second in indices where second > first && self[first].touches(self[second]) {
                self[first].lean *= 0.6
                self[second].lean *= 0.6
                collided = true
            }
        }
        return collided
    }
}

extension SampleTube {
    fileprivate func touches(_ other: SampleTube) -> Bool {
        let apart = SIMD2(Double(column - other.column), Double(row - other.row)) + lean - other.lean
        return (apart * apart).sum().squareRoot() < capRadius + other.capRadius
    }
}
