import EspyPixels

/// Maps points of one picture to another version of it, which may be larger, cropped or slightly rotated. Positions are
/// fractions of width and height from the middle, from -0.5 to 0.5.
struct PictureAlignment {
    /// Horizontal: the offset, and the factors of the horizontal and vertical position; then the same for vertical.
    private(set) var across: SIMD3<Float>
    private(set) var down: SIMD3<Float>

    init(scale: Float = 1) {
        across = SIMD3(0, scale, 0)
        down = SIMD3(0, 0, scale)
    }

    func place(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
        (across.x + across.y * x + across.z * y, down.x + down.y * x + down.z * y)
    }

    /// Whether cropping of up to a tenth and rotation by some degrees explain it.
    var isSmall: Bool {
        abs(across.x) < 0.09 && abs(down.x) < 0.09 && abs(across.z) < 0.09 && abs(down.y) < 0.09
            && 0.84...1.19 ~= across.y && 0.84...1.19 ~= down.z
    }

    /// Finds the alignment, from the smallest size to the largest.
    static func find(_ one: GrayLevels, _ other: GrayLevels) -> PictureAlignment {
        let sides = one.planes.map(\.longSide).reversed()
        guard let least = sides.first else { return PictureAlignment() }
        // At this size only the layout is left, so some starting points may fail.
        let starts = [1, 0.93, 1.075].map { scale in
            AlignmentStep(one.plane(least), other.plane(least)).refined(PictureAlignment(scale: scale), rounds: 8)
        }
        guard var best = starts.min(by: { $0.error < $1.error })?.alignment else { return PictureAlignment() }
        for side in sides.dropFirst() {
            let (one, other) = (one.plane(side), other.plane(side))
            best = AlignmentStep(one, other).refined(best, rounds: 4).alignment
            // Overexposed whites make the relation nonlinear.
            let tones = ToneCurve(one.values, other.moved(by: best, like: one)).applied(to: one.values)
            let toned = GrayPlane(width: one.width, height: one.height, values: tones)
            best = AlignmentStep(toned, other).refined(best, rounds: 3).alignment
        }
        return best
    }

    fileprivate mutating func add(_ change: ArraySlice<Float>) {
        let change = Array(change)
        across += SIMD3(change[0], change[1], change[2])
        down += SIMD3(change[3], change[4], change[5])
    }
}

extension GrayPlane {
    /// This picture aligned to another; NaN where it has no pixels.
    func moved(by alignment: PictureAlignment, like one: GrayPlane) -> [Float] {
        var moved = [Float](repeating: .nan, count: one.width * one.height)
        let (wide, high) = (Float(width), Float(height))
        values.withUnsafeBufferPointer { values in
            for row in 0..<one.height {
                let y = (Float(row) + 0.5) / Float(one.height) - 0.5
                for column in 0..<one.width {
                    let place = alignment.place((Float(column) + 0.5) / Float(one.width) - 0.5, y)
                    let sample = Sample(
                        values, width, height, (place.x + 0.5) * wide - 0.5, (place.y + 0.5) * high - 0.5)
                    if let sample { moved[row * one.width + column] = sample.value }
                }
            }
        }
        return moved
    }
}

/// Improves an alignment by minimizing the remaining differences (Gauss–Newton steps), independent of brightness and
/// contrast.
private struct AlignmentStep {
    private let one: GrayPlane
    private let other: GrayPlane
    /// Only every `step`-th pixel is used.
    private let step: Int

    /// Six of the position, contrast and brightness.
    private static let unknowns = 8

    init(_ one: GrayPlane, _ other: GrayPlane) {
        (self.one, self.other) = (one, other)
        step = max(one.longSide / 128, 1)
    }

    /// - Returns: the alignment, and the remaining mean difference, in gray levels.
    func refined(_ start: PictureAlignment, rounds: Int) -> (alignment: PictureAlignment, error: Float) {
        var (alignment, contrast, brightness) = (start, Float(1), Float(0))
        var spread: Float = 30
        for _ in 0..<rounds {
            var sums = sums(alignment, contrast, brightness, spread)
            guard sums.count > 50 else { return (start, .infinity) }
            spread = max(sums.error / Float(sums.count), 2)
            sums.expect(alignment)
            guard let change = sums.solved() else { return (alignment, spread) }
            alignment.add(change[0..<6])
            contrast += change[6]
            brightness += change[7]
            guard alignment.isSmall else { return (start, .infinity) }
        }
        return (alignment, spread)
    }

    private func sums(
        _ alignment: PictureAlignment, _ contrast: Float, _ brightness: Float, _ spread: Float
    ) -> NormalEquations {
        var sums = NormalEquations(unknowns: Self.unknowns)
        let (wide, high) = (Float(other.width), Float(other.height))
        one.values.withUnsafeBufferPointer { one in
            other.values.withUnsafeBufferPointer { other in
                for row in stride(from: step / 2, to: self.one.height, by: step) {
                    let y = (Float(row) + 0.5) / Float(self.one.height) - 0.5
                    for column in stride(from: step / 2, to: self.one.width, by: step) {
                        let x = (Float(column) + 0.5) / Float(self.one.width) - 0.5
                        let place = alignment.place(x, y)
                        guard
                            let sample = Sample(
                                other, self.other.width, self.other.height, (place.x + 0.5) * wide - 0.5,
                                (place.y + 0.5) * high - 0.5)
                        else { continue }
                        let value = one[row * self.one.width + column]
                        let left = contrast * value + brightness - sample.value
                        let (right, below) = (sample.right * wide, sample.down * high)
                        // Pixels that differ a lot say nothing about the alignment.
                        let weight = min(1, 2 * spread / max(abs(left), 1))
                        sums.add((right, right * x, right * y, below, below * x, below * y, -value, -1), left, weight)
                    }
                }
            }
        }
        return sums
    }
}

/// An interpolated value, and its gradient to the right and down.
struct Sample {
    let value: Float
    let right: Float
    let down: Float

    /// Nil outside.
    @inline(__always)
    init?(_ values: UnsafeBufferPointer<Float>, _ width: Int, _ height: Int, _ x: Float, _ y: Float) {
        guard x >= 0, y >= 0, x < Float(width - 1), y < Float(height - 1) else { return nil }
        let (left, top) = (Int(x), Int(y))
        let (across, down) = (x - Float(left), y - Float(top))
        let start = top * width + left
        let (a, b, c, d) = (values[start], values[start + 1], values[start + width], values[start + width + 1])
        value = (1 - down) * ((1 - across) * a + across * b) + down * ((1 - across) * c + across * d)
        right = (1 - down) * (b - a) + down * (d - c)
        self.down = (1 - across) * (c - a) + across * (d - b)
    }
}

/// The sums for least squares.
private struct NormalEquations {
    private(set) var count = 0
    /// The sum of absolute differences.
    private(set) var error: Float = 0
    private var matrix: [SIMD8<Float>]
    private var right = SIMD8<Float>()

    init(unknowns: Int) { matrix = [SIMD8<Float>](repeating: SIMD8(), count: unknowns) }

    @inline(__always)
    mutating func add(
        _ slopes: (Float, Float, Float, Float, Float, Float, Float, Float), _ left: Float, _ weight: Float
    ) {
        let slope = SIMD8(slopes.0, slopes.1, slopes.2, slopes.3, slopes.4, slopes.5, slopes.6, slopes.7)
        let weighted = slope * weight
        for index in 0..<8 { matrix[index] += slope[index] * weighted }
        right += left * weighted
        error += abs(left)
        count += 1
    }

    /// Regularizes: where the picture says little, neither size nor rotation change.
    mutating func expect(_ alignment: PictureAlignment) {
        let weight = 60 * Float(count)
        let shape = [
            (1, 1 - alignment.across.y), (2, -alignment.across.z), (4, -alignment.down.y), (5, 1 - alignment.down.z),
        ]
        for (index, distance) in shape {
            matrix[index][index] += weight
            right[index] += weight * distance
        }
    }

    /// Nil where the picture is too uniform to solve for.
    func solved() -> [Float]? {
        var rows = matrix.map { row in (0..<8).map { Double(row[$0]) } }
        var values = (0..<8).map { Double(right[$0]) }
        for index in 0..<8 { rows[index][index] = rows[index][index] * 1.0001 + 1e-3 }
        for pivot in 0..<8 {
            guard rows[pivot][pivot] > 1e-9 else { return nil }
            for row in 0..<8 where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot..<8 { rows[row][column] -= factor * rows[pivot][column] }
                values[row] -= factor * values[pivot]
            }
        }
        return (0..<8).map { Float(values[$0] / rows[$0][$0]) }
    }
}

/// A gray picture at several sizes, each half as large as the previous one.
struct GrayLevels: Sendable {
    /// Largest first.
    let planes: [GrayPlane]

    /// At the smallest size, only the layout is left.
    private static let least = 32

    /// - Parameter longSide: of the largest, in pixels; at most that of the picture.
    init(_ image: GrayImage, longSide: Int) {
        var planes: [GrayPlane] = []
        var side = min(longSide, max(image.width, image.height))
        repeat {
            planes.append(GrayPlane(image, longSide: side))
            side /= 2
        } while side >= Self.least
        self.planes = planes
    }

    /// The smallest plane with at least this long side, otherwise the largest one.
    func plane(_ longSide: Int) -> GrayPlane { planes.last { $0.longSide >= longSide } ?? planes[0] }
}

/// Gray values from 0 to 255, slightly blurred: versions of a picture always differ at pixel edges.
struct GrayPlane: Sendable {
    let width: Int
    let height: Int
    let values: [Float]

    var longSide: Int { max(width, height) }

    init(width: Int, height: Int, values: [Float]) {
        (self.width, self.height, self.values) = (width, height, values)
    }

    init(_ image: GrayImage, longSide: Int) {
        let scale = Double(longSide) / Double(max(image.width, image.height, 1))
        let (width, height) = (
            max(Int((Double(image.width) * scale).rounded()), 1), max(Int((Double(image.height) * scale).rounded()), 1)
        )
        let small = image.resized(width: width, height: height).pixels.map { Float($0) }
        self.init(width: width, height: height, values: Self.blurred(small, width, height))
    }

    /// With weights of 1, 2, 1 in both directions.
    private static func blurred(_ values: [Float], _ width: Int, _ height: Int) -> [Float] {
        var across = values
        var result = values
        for y in 0..<height {
            for x in 0..<width {
                let (left, right) = (y * width + max(x - 1, 0), y * width + min(x + 1, width - 1))
                across[y * width + x] = 0.25 * (values[left] + values[right]) + 0.5 * values[y * width + x]
            }
        }
        for y in 0..<height {
            let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
            for x in 0..<width {
                result[y * width + x] = 0.25 * (across[above + x] + across[below + x]) + 0.5 * across[y * width + x]
            }
        }
        return result
    }
}

/// Maps the tones of one picture to another: brighter, darker, with more contrast, or clipped at white.
struct ToneCurve {
    private static let bins = 32
    private var values: [Float]

    init(_ from: [Float], _ to: [Float]) {
        var (sums, counts) = (
            [Float](repeating: 0, count: Self.bins + 1), [Float](repeating: 0, count: Self.bins + 1)
        )
        for (tone, value) in zip(from, to) where !tone.isNaN && !value.isNaN {
            let place = Self.place(tone)
            let bin = Int(place)
            let share = place - Float(bin)
            sums[bin] += (1 - share) * value
            counts[bin] += 1 - share
            if bin < Self.bins {
                sums[bin + 1] += share * value
                counts[bin + 1] += share
            }
        }
        values = zip(sums, counts).map { $1 > 0.5 ? $0 / $1 : .nan }
        fillGaps()
    }

    /// NaN stays NaN.
    func applied(to tones: [Float]) -> [Float] { tones.map { $0.isNaN ? $0 : self[$0] } }

    private subscript(tone: Float) -> Float {
        let place = Self.place(tone)
        let bin = min(Int(place), Self.bins - 1)
        let share = place - Float(bin)
        return (1 - share) * values[bin] + share * values[bin + 1]
    }

    private static func place(_ tone: Float) -> Float { min(max(tone, 0), 255) / 255 * Float(bins) }

    /// Missing tones take the value of the nearest one.
    private mutating func fillGaps() {
        for bin in values.indices.dropFirst() where values[bin].isNaN { values[bin] = values[bin - 1] }
        for bin in values.indices.dropLast().reversed() where values[bin].isNaN { values[bin] = values[bin + 1] }
    }
}
