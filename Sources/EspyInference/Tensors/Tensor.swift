/// Numbers in a grid; the last dimension varies fastest.
public struct Tensor: Sendable, Equatable {
    /// Length of each dimension, outermost first: `[2, 3, 64, 64]` for two RGB pictures of 64 x 64 in planes.
    public let shape: [Int]
    /// As many as the product of ``shape``; otherwise ``Model/run(_:)`` rejects the tensor.
    public var values: [Float]

    public init(shape: [Int], values: [Float]) {
        self.shape = shape
        self.values = values
    }

    /// The number of values for a shape; nil if it overflows `Int`, or if a length is negative.
    package static func count(of shape: [Int]) -> Int? {
        var count = 1
        for length in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: length)
            guard length >= 0, !overflow else { return nil }
            count = product
        }
        return count
    }

    /// The most dimensions of a tensor.
    private static let mostDimensions = 8

    /// Whether the input of a model can have this shape.
    static func isShape(_ shape: [Int]) -> Bool { shape.count <= mostDimensions && count(of: shape) != nil }

    /// `1 x 3 x 416 x 416`
    package static func text(of shape: [Int]) -> String {
        shape.map { $0 < 0 ? "?" : String($0) }.joined(separator: " x ")
    }
}

extension Sequence<Float> {
    /// A number minus itself is 0, unless it is infinite or NaN.
    var areFinite: Bool { reduce(0) { $0 + ($1 - $1) } == 0 }
}

/// Overlapping parts of a length, so that a network can process a large picture piece by piece: the memory grows with
/// the piece, not with the picture.
package struct TilePart: Sendable, Equatable {
    /// The input of the network.
    package let whole: Range<Int>
    /// The part of the output to keep: those of all parts together cover the whole length once.
    package let kept: Range<Int>

    package init(whole: Range<Int>, kept: Range<Int>) { (self.whole, self.kept) = (whole, kept) }

    /// The whole length.
    package init(all length: Int) { self.init(whole: 0..<length, kept: 0..<length) }

    /// Splits a length into parts of equal size, because the runtime prepares each size separately.
    ///
    /// - Parameters:
    ///   - length: a multiple of `multiple`.
    ///   - most: the longest part; more than twice the border.
    ///   - border: the margin of a part that its neighbor covers: a network works less well at a border.
    ///   - multiple: all parts begin and end at multiples of this.
    package static func parts(of length: Int, most: Int, border: Int, multiple: Int) -> [TilePart] {
        guard length > most else { return [TilePart(all: length)] }
        let inner = length - 2 * border
        let count = (inner - 1) / (most - 2 * border) + 1
        let size = ((inner - 1) / (count * multiple) + 1) * multiple + 2 * border
        var parts: [TilePart] = []
        var done = 0
        while done < length {
            let start = max(min(done - border, length - size), 0)
            let end = start + size
            let kept = done..<(end == length ? end : end - border)
            parts.append(TilePart(whole: start..<end, kept: kept))
            done = kept.upperBound
        }
        return parts
    }
}

extension ModelInput {
    /// A picture of slopes and edges in the model's format, always the same, for testing a model.
    package var testPattern: Tensor {
        var values: [Float] = []
        values.reserveCapacity(3 * width * height)
        for channel in 0..<3 {
            for y in 0..<height {
                for x in 0..<width {
                    // Blocks of 16 pixels, each with its own slope.
                    let block = (x / 16) * 5 + (y / 16) * 3 + channel
                    let pixel = (x * (1 + block % 4) + y * (2 + block % 3) + block * 37) % 256
                    values.append(Float((Double(pixel) * scale - mean[channel]) / std[channel]))
                }
            }
        }
        return Tensor(shape: [1, 3, height, width], values: values)
    }
}
