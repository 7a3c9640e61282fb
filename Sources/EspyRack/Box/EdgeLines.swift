import EspyPixels

/// Straight edges of a rectified image that run along one axis of the box, or nearly so.
///
/// The image is looked at in pieces half a cell long. An edge is a line along which brightness or color changes in one direction, piece
/// after piece: texture changes them now up, now down.
struct EdgeLines {
    /// An edge: the position across at the middle of the codes, and how far it moves per pixel along.
    struct Line: Equatable {
        var middle: Double
        var slope: Double
        var origin: Double

        /// In pixels of the image.
        func position(at along: Double) -> Double { middle + slope * (along - origin) }
    }

    /// How an edge shows over a stretch of its length.
    struct Showing {
        /// The share of the pieces that change in the same direction.
        var share = 0.0
        /// The mean change, with its direction, in units of the least that counts as one.
        var change = 0.0
        /// Pieces that lie in the photo and not under caps.
        var visible = 0

        /// What speaks for the line; a change is not the better for being very large.
        var rank: Double { share * min(abs(change), 4) }
    }

    /// Whether the lines run from top to bottom.
    let isUpright: Bool
    let length: Int
    private let across: Int
    private let pieces: Int
    /// Changes of brightness, and of color from blue to red, in units of the least that counts; NaN out of the photo and under caps.
    private let channels: [[Float]]

    /// - Parameter mask: pixels that say nothing.
    init(_ rectified: RectifiedImage, _ mask: [Bool], isUpright: Bool) {
        self.isUpright = isUpright
        length = rectified.resolution / 2
        across = isUpright ? rectified.width : rectified.height
        pieces = (isUpright ? rectified.height : rectified.width) / length
        let sampler = StepSampler(rectified: rectified, mask: mask, isUpright: isUpright, length: length)
        var (light, color): ([Float], [Float]) = ([], [])
        for piece in 0..<pieces {
            for position in 0..<across {
                let step = sampler.step(position, piece)
                light.append(step.w)
                color.append(step.x - step.z)
            }
        }
        channels = [light, color].map(Self.scaled)
    }

    /// The least change that is an edge, from 0 to 1.
    private static let faintest: Float = 0.012

    /// In units of what stands out from a quiet part of the photo.
    private static func scaled(_ steps: [Float]) -> [Float] {
        let sizes = steps.filter { !$0.isNaN }.map(abs).sorted()
        let least = max(faintest, 5 * (sizes.isEmpty ? 0 : sizes[sizes.count * 3 / 10]))
        return steps.map { $0 / least }
    }

    /// How a line shows, in the channel in which it shows best.
    ///
    /// - Parameter along: in pixels.
    func showing(_ line: Line, _ along: ClosedRange<Double>) -> Showing {
        let first = max(Int((along.lowerBound / Double(length)).rounded()), 0)
        let last = min(Int((along.upperBound / Double(length)).rounded()), pieces)
        guard first < last else { return Showing() }
        var best = Showing()
        for steps in channels {
            var (up, down, sum, visible) = (0, 0, Float(0), 0)
            for piece in first..<last {
                let position = Int(line.position(at: (Double(piece) + 0.5) * Double(length)).rounded())
                guard position >= 0, position < across else { continue }
                let own = steps[piece * across + position]
                guard !own.isNaN else { continue }
                visible += 1
                sum += own
                // Lines lie between the pixels, and never quite where they are looked for.
                let near = strongest(steps, piece, position)
                if near >= 1 { up += 1 } else if near <= -1 { down += 1 }
            }
            guard visible > 0 else { continue }
            let share = Double(max(up, down)) / Double(visible)
            let change = Double(sum) / Double(visible)
            let shown = Showing(share: share, change: change, visible: visible)
            if best.visible == 0 || shown.rank > best.rank { best = shown }
        }
        return best
    }

    @inline(__always)
    private func strongest(_ steps: [Float], _ piece: Int, _ position: Int) -> Float {
        var strongest = steps[piece * across + position]
        for other in [position - 1, position + 1] where other >= 0 && other < across {
            let step = steps[piece * across + other]
            if abs(step) > abs(strongest) { strongest = step }
        }
        return strongest
    }

    /// The clearest lines before and behind the codes.
    ///
    /// - Parameters:
    ///   - before: where lines before the codes end, in pixels, and `behind` where those behind them begin.
    ///   - along: the pixels that the centers of the codes reach.
    func candidates(
        before: Double, behind: Double, along: ClosedRange<Double>
    ) -> (before: [Line], behind: [Line]) {
        let side = Double(2 * length)
        let near = along.lowerBound - side / 2...along.upperBound + side / 2
        let far = along.lowerBound - 3 * side...along.upperBound + 3 * side
        let origin = (along.lowerBound + along.upperBound) / 2
        var best: [(line: Line, strength: Double)?] = []
        for position in 0..<across {
            var found: (line: Line, strength: Double, rank: Double)?
            for slope in Self.slopes {
                let line = Line(middle: Double(position), slope: slope, origin: origin)
                let shown = showing(line, near)
                guard shown.visible >= 2, shown.share >= Self.least else { continue }
                let rank = abs(shown.change) * (shown.share + 0.5 * showing(line, far).share - abs(slope))
                if rank > found?.rank ?? 0 { found = (line, abs(shown.change), rank) }
            }
            best.append(found.map { ($0.line, $0.strength) })
        }
        // Of the soft edge of a shadow no position is clearer than the next ones.
        func clearest(_ range: Range<Int>) -> [Line] {
            let peaks = range.filter { position in
                guard let own = best[position] else { return false }
                return (max(position - 2, 0)...min(position + 2, across - 1)).allSatisfy {
                    $0 == position || (best[$0]?.strength ?? 0) < own.strength
                }
            }
            return peaks.compactMap { best[$0] }.sorted { $0.strength > $1.strength }.prefix(Self.most).map { $0.line }
        }
        let end = max(min(Int(before), across), 0)
        return (clearest(0..<end), clearest(max(min(Int(behind), across), end)..<across))
    }

    private static let least = 0.55
    private static let most = 14
    private static let slopes = (-3...3).map { 0.015 * Double($0) }
}

/// The change of the picture across one position, over a piece of a line.
private struct StepSampler {
    let rectified: RectifiedImage
    let mask: [Bool]
    let isUpright: Bool
    let length: Int

    /// Red, green, blue and luminance; NaN where most of the piece says nothing.
    func step(_ position: Int, _ piece: Int) -> SIMD4<Float> {
        let limit = isUpright ? rectified.width : rectified.height
        guard position >= 2, position + 1 < limit else { return SIMD4(repeating: .nan) }
        var (sum, count) = (SIMD4<Float>(), 0)
        for place in piece * length..<(piece + 1) * length {
            guard let change = change(position, place) else { continue }
            sum += change
            count += 1
        }
        return 3 * count >= length ? sum / Float(count) : SIMD4(repeating: .nan)
    }

    private func change(_ position: Int, _ place: Int) -> SIMD4<Float>? {
        var change = SIMD4<Float>()
        for offset in -2...1 {
            let index =
                isUpright ? place * rectified.width + position + offset : (position + offset) * rectified.width + place
            guard !mask[index] else { return nil }
            change += rectified.pixels[index] * (offset < 0 ? -0.5 : 0.5)
        }
        return change.w.isNaN ? nil : change
    }
}
