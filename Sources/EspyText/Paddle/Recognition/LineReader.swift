import EspyInference
package import EspyPixels

/// Reads one line of text, with a network.
package struct LineReader: Sendable {
    private let model: any OpenRunner
    private let decoder: SignDecoder
    private let sampler: LineSampler
    private let height: Int

    /// The most pixels along a line: more than 200 letters.
    private static let widest = 3200
    /// Empty room behind a line, without which its last letters are lost.
    private static let margin = 48

    /// - Parameter signs: of the network, one a line.
    /// - Returns: nil where those are not as many as it knows.
    package init?(_ model: any OpenRunner, signs: String) {
        guard let decoder = SignDecoder(signs, columns: model.entry.output.columns) else { return nil }
        (self.model, self.decoder) = (model, decoder)
        sampler = LineSampler(scale: PixelScale(model.entry.input))
        height = model.entry.input.height
    }

    /// - Parameter quad: around the line, its corners as its letters see them.
    /// - Returns: nil where there is no word.
    /// - Throws: ``TextError``
    package func line(_ quad: Quad, in image: RGBImage) throws(TextError) -> TextLine? {
        let (length, thickness) = (quad.meanWidth, quad.meanHeight)
        guard length.isFinite, thickness.isFinite, length >= 1, thickness >= 1 else { return nil }
        let wanted = (Double(height) * length / thickness).rounded(.up)
        let width = Int(min(max(wanted, 1), Double(Self.widest - Self.margin)))
        let room = Self.room(for: width + Self.margin)
        let signs: [SignDecoder.Sign]?
        do throws(InferenceError) {
            signs = try model.run(height: height, width: room) { numbers in
                sampler.fill(numbers, from: image, quad, width: width, room: room, height: height)
            } take: { shape, values in
                decoder.signs(in: values, steps: shape[1])
            }
        } catch { throw .model(error) }
        guard let signs else { throw .cancelled }
        let step = Double(model.entry.output.strides.first ?? 8) / Double(width)
        return Self.line(signs, quad, step: step)
    }

    /// Few different widths, for the runtime prepares each of them and keeps that.
    private static func room(for width: Int) -> Int {
        let step = width <= 640 ? 16 : width <= 1280 ? 32 : 64
        return min((width + step - 1) / step * step, widest)
    }

    /// - Parameter step: how much of the line's length a step is.
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
        // A sign is told in the middle of its letter, so that half of one is missing at both ends.
        let half = 0.5 * (to - from) / Double(max(signs.count - 1, 1))
        let margin = signs.count > 1 ? min(half, 3) : 1
        let range = (max((from + 0.5 - margin) * step, 0), min((to + 0.5 + margin) * step, 1))
        let part = quad.part(min(range.0, 1), max(range.1, min(range.0, 1)))
        let sure = signs.reduce(0) { $0 + $1.confidence } / Double(signs.count)
        return TextLine.Word(text: signs.map(\.text).joined(), confidence: sure, quad: part)
    }
}
