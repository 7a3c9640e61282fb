/// Makes rows of a new height out of those of a picture, at its own width.
///
/// Whole rows are weighed at once, which the compiler vectorizes. Between its first row and its last one, a row that
/// shrinks covers others wholly: these count the same, and are added up in whole numbers first.
struct RowMixer {
    private let taps: ResampleTaps
    private let length: Int
    /// The row that was made last, with a half added for rounding; after its end stand some numbers of no meaning, so
    /// that four can be read from anywhere.
    private(set) var line: [Float]
    private var sums: [UInt16] = []
    /// As many bytes as fit into a sum.
    private static let most = 257

    /// - Parameter length: numbers in a row.
    init(_ taps: ResampleTaps, length: Int) {
        (self.taps, self.length) = (taps, length)
        line = [Float](repeating: 0, count: length + 3)
    }

    mutating func mix(_ row: Int, of source: UnsafeBufferPointer<UInt8>) {
        let (start, range) = (taps.spans[row].start, taps.spans[row].weights)
        let (first, last) = (taps.weights[range.lowerBound], taps.weights[range.upperBound - 1])
        let (upper, lower) = (self.row(start, source), self.row(start + range.count - 1, source))
        let inner = (start + 1)..<max(start + range.count - 1, start + 1)
        switch inner.count {
        case 0: put(upper, first, lower, range.count == 1 ? 0 : last)
        case 1: put(upper, first, lower, last, self.row(inner.lowerBound, source), taps.weights[range.lowerBound + 1])
        default:
            put(upper, first, lower, last)
            let weight = taps.weights[range.lowerBound + 1]
            for part in stride(from: inner.lowerBound, to: inner.upperBound, by: Self.most) {
                add(part..<min(part + Self.most, inner.upperBound), weight, source)
            }
        }
    }

    private func row(_ row: Int, _ source: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: source[(row * length)..<((row + 1) * length)])
    }

    private mutating func put(
        _ upper: UnsafeBufferPointer<UInt8>, _ first: Float, _ lower: UnsafeBufferPointer<UInt8>, _ last: Float
    ) {
        let length = length
        line.withUnsafeMutableBufferPointer { line in
            for index in 0..<length {
                line[index] = 0.5 + first * Float(upper[index]) + last * Float(lower[index])
            }
        }
    }

    private mutating func put(
        _ upper: UnsafeBufferPointer<UInt8>, _ first: Float, _ lower: UnsafeBufferPointer<UInt8>, _ last: Float,
        _ middle: UnsafeBufferPointer<UInt8>, _ weight: Float
    ) {
        let length = length
        line.withUnsafeMutableBufferPointer { line in
            for index in 0..<length {
                let sides = first * Float(upper[index]) + last * Float(lower[index])
                line[index] = 0.5 + sides + weight * Float(middle[index])
            }
        }
    }

    private mutating func add(_ rows: Range<Int>, _ weight: Float, _ source: UnsafeBufferPointer<UInt8>) {
        let length = length
        if sums.isEmpty { sums = [UInt16](repeating: 0, count: length) }
        sums.withUnsafeMutableBufferPointer { sums in
            sums.update(repeating: 0)
            for row in rows {
                let values = UnsafeBufferPointer(rebasing: source[(row * length)..<((row + 1) * length)])
                for index in 0..<length { sums[index] &+= UInt16(values[index]) }
            }
        }
        line.withUnsafeMutableBufferPointer { line in
            sums.withUnsafeBufferPointer { sums in
                for index in 0..<length { line[index] += weight * Float(sums[index]) }
            }
        }
    }
}
