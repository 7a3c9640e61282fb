import EspyInference
import EspyPixels

/// Reads one line of text with a network.
struct LineReader: Sendable {
    private let model: OpenModel
    private let decoder: SignDecoder
    private let sampler: LineSampler
    private let height: Int

    /// The largest width of a line in pixels: more than 200 letters.
    private static let widest = 3200
    /// Empty space after a line, without which its last letters are lost.
    private static let margin = 48

    /// - Parameter signs: the network's characters, one per line.
    /// - Returns: nil if their number does not match the network.
    init?(_ model: OpenModel, signs: String) {
        guard let decoder = SignDecoder(signs, columns: model.entry.output.columns) else { return nil }
        (self.model, self.decoder) = (model, decoder)
        sampler = LineSampler(scale: PixelScale(model.entry.input))
        height = model.entry.input.height
    }

    /// - Parameter quad: around the line, with its corners in the orientation of its letters.
    /// - Returns: nil if there is no word.
    func line(_ quad: Quad, in image: RGBImage) throws -> TextLine? {
        let (length, thickness) = (quad.meanWidth, quad.meanHeight)
        guard length.isFinite, thickness.isFinite, length >= 1, thickness >= 1 else { return nil }
        let wanted = (Double(height) * length / thickness).rounded(.up)
        let width = Int(min(max(wanted, 1), Double(Self.widest - Self.margin)))
        let room = Self.room(for: width + Self.margin)
        let signs = try model.run(height: height, width: room) { numbers in
            sampler.fill(numbers, from: image, quad, width: width, room: room, height: height)
        } take: { shape, values in
            decoder.signs(in: values, steps: shape[1])
        }
        guard let signs else { throw TextError.cancelled }
        let step = Double(model.entry.output.strides.first ?? 8) / Double(width)
        return Self.line(signs, quad, step: step)
    }

    /// Rounds to a few different widths, because the runtime prepares each of them and keeps that.
    private static func room(for width: Int) -> Int {
        let step = width <= 640 ? 16 : width <= 1280 ? 32 : 64
        return min((width + step - 1) / step * step, widest)
    }

    /// - Parameter step: length of a step, as a share of the line.
    private static func line(_ signs: [SignDecoder.Sign], _ quad: Quad, step: Double) -> TextLine? {
        let words = signs.split(whereSeparator: \.isSpace).map { signs in word(signs, quad, step) }
        guard !words.isEmpty else { return nil }
        let all = signs.filter { !$0.isSpace }
        let sure = all.reduce(0) { $0 + $1.confidence } / Double(all.count)
        return TextLine(quad: quad, words: words, confidence: sure)
    }

    private static func word(_ signs: ArraySlice<SignDecoder.Sign>, _ quad: Quad, _ step: Double) -> TextLine.Word {
        let from = signs.first.map { Double($0.steps.lowerBound) } ?? 0
        let to = signs.last.map { Double($0.steps.upperBound) } ?? from
        // A character is detected in the middle of its letter, so half of one is missing at both ends.
        let half = 0.5 * (to - from) / Double(max(signs.count - 1, 1))
        let margin = signs.count > 1 ? min(half, 3) : 1
        let range = (max((from + 0.5 - margin) * step, 0), min((to + 0.5 + margin) * step, 1))
        let part = quad.part(min(range.0, 1), max(range.1, min(range.0, 1)))
        let sure = signs.reduce(0) { $0 + $1.confidence } / Double(signs.count)
        return TextLine.Word(text: signs.map(\.text).joined(), confidence: sure, quad: part)
    }
}

/// Cuts a line out of a picture and writes it, level and at a given height, as input for a network.
private struct LineSampler: Sendable {
    let scale: PixelScale

    /// The most samples across and down per pixel, if a line is shrunk.
    private static let mostSamples = 4

    /// - Parameters:
    ///   - width: of the line in the target; the rest to the right is empty.
    ///   - numbers: `3 * height * room`.
    func fill(
        _ numbers: UnsafeMutableBufferPointer<Float>, from image: RGBImage, _ quad: Quad, width: Int, room: Int,
        height: Int
    ) {
        numbers.update(repeating: 0)
        guard numbers.count >= 3 * height * room, width <= room, image.width > 0, image.height > 0 else { return }
        let samples = min(max(Int((quad.meanHeight / Double(height) - 0.25).rounded()), 1), Self.mostSamples)
        image.pixels.withUnsafeBufferPointer { pixels in
            CubicWeights.steps.withUnsafeBufferPointer { weights in
                let source = Source(pixels: pixels, width: image.width, height: image.height, weights: weights)
                for row in 0..<height {
                    for column in 0..<width {
                        let color = Self.color(source, quad, column, row, width, height, samples)
                        for (index, plane) in scale.planes.enumerated() {
                            numbers[(index * height + row) * room + column] =
                                color[plane.byte] * plane.factor + plane.offset
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func color(
        _ source: Source, _ quad: Quad, _ column: Int, _ row: Int, _ width: Int, _ height: Int, _ samples: Int
    ) -> SIMD4<Float> {
        let step = 1 / Double(samples)
        var sum = SIMD4<Float>(repeating: 0)
        for sub in 0..<samples * samples {
            let across = (Double(column) + (Double(sub % samples) + 0.5) * step) / Double(width)
            let down = (Double(row) + (Double(sub / samples) + 0.5) * step) / Double(height)
            let place = quad.point(across, down)
            sum += source.color(place.x - 0.5, place.y - 0.5)
        }
        return sum * Float(step * step)
    }

    private struct Source {
        let pixels: UnsafeBufferPointer<UInt8>
        let width: Int
        let height: Int
        let weights: UnsafeBufferPointer<SIMD4<Float>>

        /// Outside the picture, its border is repeated.
        @inline(__always)
        func color(_ x: Double, _ y: Double) -> SIMD4<Float> {
            let x = min(max(x, -4), Double(width) + 4)
            let y = min(max(y, -4), Double(height) + 4)
            guard x == x, y == y else { return .zero }
            let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
            let across = weights[Int((x - Double(left)) * 256)]
            let down = weights[Int((y - Double(top)) * 256)]
            var sum = SIMD4<Float>(repeating: 0)
            for line in 0..<4 {
                let start = min(max(top + line - 1, 0), height - 1) * width
                var part = SIMD4<Float>(repeating: 0)
                for tap in 0..<4 {
                    let place = 3 * (start + min(max(left + tap - 1, 0), width - 1))
                    let pixel = SIMD4(
                        Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 0)
                    part += across[tap] * pixel
                }
                sum += down[line] * part
            }
            return sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        }
    }
}

extension Quad {
    /// A point inside, by its shares of the way from left to right and from top to bottom.
    func point(_ across: Double, _ down: Double) -> Point {
        let upper = topLeft + (topRight - topLeft) * across
        let lower = bottomLeft + (bottomRight - bottomLeft) * across
        return upper + (lower - upper) * down
    }

    /// The part between two shares of the way from left to right.
    func part(_ from: Double, _ to: Double) -> Quad {
        Quad(topLeft: point(from, 0), topRight: point(to, 0), bottomRight: point(to, 1), bottomLeft: point(from, 1))
    }

    /// The same with another corner first: 1 for letters that run down, 2 for upside-down ones, 3 for those that run
    /// up.
    func turned(_ quarters: Int) -> Quad {
        let corners = corners
        return Quad(
            topLeft: corners[quarters % 4], topRight: corners[(quarters + 1) % 4],
            bottomRight: corners[(quarters + 2) % 4], bottomLeft: corners[(quarters + 3) % 4])
    }
}

/// Decodes a network's output at each step along a line (connectionist temporal classification): the likeliest
/// character of each step, with repetitions merged, and steps without a character dropped.
package struct SignDecoder: Sendable {
    /// The characters by number; the first means none.
    private let signs: [String]

    /// A character that was read.
    package struct Sign: Sendable, Equatable {
        package let text: String
        /// Confidence, 0...1.
        package let confidence: Double
        /// The steps that it covers.
        package let steps: ClosedRange<Int>

        var isSpace: Bool { text == " " || text == "\u{3000}" }
    }

    /// - Parameters:
    ///   - list: one character per line, as in the file of the network.
    ///   - columns: numbers at each step: one for none, the characters, one for a space.
    /// - Returns: nil if the number of characters does not match.
    package init?(_ list: String, columns: Int) {
        var signs = list.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if signs.count == columns - 1, signs.last == "" { signs.removeLast() }
        guard signs.count == columns - 2 else { return nil }
        self.signs = [""] + signs + [" "]
    }

    private var columns: Int { signs.count }

    /// - Parameter values: `steps * columns` numbers of any kind; NaN never wins.
    package func signs(in values: UnsafeBufferPointer<Float>, steps: Int) -> [Sign] {
        guard steps > 0, values.count >= steps * columns else { return [] }
        var (found, before, room): ([Sign], Int, Float) = ([], 0, 0)
        for step in 0..<steps {
            let (sign, value) = Self.likeliest(
                UnsafeBufferPointer(rebasing: values[step * columns..<(step + 1) * columns]))
            defer { before = sign }
            guard sign != 0 else {
                room = max(room, values[(step + 1) * columns - 1])
                continue
            }
            defer { room = 0 }
            let sure = Double(min(max(value, 0), 1))
            if sign == before, let last = found.last {
                // The first step of a character counts, as in other readers.
                found[found.count - 1] = Sign(
                    text: last.text, confidence: last.confidence, steps: last.steps.lowerBound...step)
            } else {
                let next = Sign(text: signs[sign], confidence: sure, steps: step...step)
                if let last = found.last, Self.isSpace(room, between: last, next) {
                    found.append(Sign(text: " ", confidence: Double(min(room, 1)), steps: step...step))
                }
                found.append(next)
            }
        }
        return found
    }

    /// In narrow lettering, spaces are rarely the likeliest character of their step, but inside words there is hardly a
    /// trace of one.
    ///
    /// - Parameter room: the highest chance of a space since the last character.
    private static func isSpace(_ room: Float, between last: Sign, _ next: Sign) -> Bool {
        guard !last.isSpace, !next.isSpace, room.isFinite else { return false }
        let isCaseChange = last.text.contains(where: \.isLowercase) && next.text.contains(where: \.isUppercase)
        return room >= (isCaseChange ? leastAtCapitals : leastSpace)
    }

    private static let (leastSpace, leastAtCapitals): (Float, Float) = (0.1, 0.02)

    /// Returns the first of the largest numbers.
    ///
    /// There are thousands at each step, nearly all close to zero: only blocks with a new maximum are searched number
    /// by number.
    private static func likeliest(_ values: UnsafeBufferPointer<Float>) -> (Int, Float) {
        var (best, most): (Int, Float) = (0, -.infinity)
        for start in stride(from: 0, to: values.count, by: block) {
            let range = start..<min(start + block, values.count)
            guard largest(UnsafeBufferPointer(rebasing: values[range])) > most else { continue }
            for index in range where values[index] > most { (best, most) = (index, values[index]) }
        }
        return (best, most)
    }

    private static let block = 256

    /// - Returns: -infinity if there is no number.
    private static func largest(_ values: UnsafeBufferPointer<Float>) -> Float {
        var most = SIMD16<Float>(repeating: -.infinity)
        let whole = values.count / 16 * 16
        let bytes = UnsafeRawBufferPointer(values)
        for start in stride(from: 0, to: whole, by: 16) {
            let numbers = bytes.loadUnaligned(fromByteOffset: 4 * start, as: SIMD16<Float>.self)
            most.replace(with: numbers, where: numbers .> most)
        }
        return values[whole...].reduce(most.max()) { $1 > $0 ? $1 : $0 }
    }
}
