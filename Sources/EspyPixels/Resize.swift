extension RGBImage {
    /// Resizes the picture: the mean of the covered area if it shrinks, bilinear if it grows.
    ///
    /// - Precondition: the new size is at least 1 × 1, and so is the picture.
    public func resized(width: Int, height: Int) -> RGBImage {
        RGBImage(Raster(self).resized(width: width, height: height))
    }

    /// Shrinks the picture in proportion until its long side is at most `longSide`; never enlarges it.
    public func fitted(longSide: Int) -> RGBImage {
        guard let size = fittedSize(width: width, height: height, longSide: longSide) else { return self }
        return resized(width: size.width, height: size.height)
    }
}

/// The size in proportion with a long side of `longSide`; nil if the picture is not larger.
func fittedSize(width: Int, height: Int, longSide: Int) -> (width: Int, height: Int)? {
    guard max(width, height) > longSide else { return nil }
    let scale = Double(longSide) / Double(max(width, height))
    return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
}

extension GrayImage {
    /// Resizes the picture: the mean of the covered area if it shrinks, bilinear if it grows.
    ///
    /// - Precondition: the new size is at least 1 × 1, and so is the picture.
    public func resized(width: Int, height: Int) -> GrayImage {
        GrayImage(Raster(self).resized(width: width, height: height))
    }
}

extension Raster {
    func resized(width newWidth: Int, height newHeight: Int) -> Raster {
        precondition(newWidth > 0 && newHeight > 0 && width > 0 && height > 0)
        guard newWidth != width || newHeight != height else { return self }
        if width == 2 * newWidth, height == 2 * newHeight, layout.channels == 3 { return halved() }
        let channels = layout.channels
        var rows = RowMixer(ResampleTaps(from: height, to: newHeight), length: width * channels)
        let columns = ColumnMixer(ResampleTaps(from: width, to: newWidth), channels: channels)
        let length = newWidth * channels
        let values = [UInt8](unsafeUninitializedCapacity: newHeight * length) { out, initialized in
            pixels.withUnsafeBufferPointer { source in
                if channels == 1 { return Self.mixGray(&rows, columns, source, into: out, length, newHeight) }
                for row in 0..<newHeight {
                    rows.mix(row, of: source)
                    let target = UnsafeMutableBufferPointer(rebasing: out[(row * length)..<((row + 1) * length)])
                    columns.mix(rows.line, into: target)
                }
            }
            initialized = newHeight * length
        }
        return Raster(layout: layout, width: newWidth, height: newHeight, pixels: values)
    }

    /// Resizes an RGB picture that is made some rows at a time.
    ///
    /// - Parameter write: writes rows of the picture, one after the other.
    static func resized(
        width: Int, height: Int, to size: (width: Int, height: Int),
        _ write: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> Raster {
        let taps = ResampleTaps(from: height, to: size.height)
        var rows = RowMixer(taps, length: 3 * width)
        let columns = ColumnMixer(ResampleTaps(from: width, to: size.width), channels: 3)
        let length = 3 * size.width
        var made = [UInt8](repeating: 0, count: 3 * width * (taps.spans.map { $0.weights.count }.max() ?? 0))
        let values = [UInt8](unsafeUninitializedCapacity: size.height * length) { out, initialized in
            made.withUnsafeMutableBufferPointer { made in
                for row in 0..<size.height {
                    let first = taps.spans[row].start
                    write(first..<first + taps.spans[row].weights.count, made)
                    rows.mix(row, of: UnsafeBufferPointer(made), from: first)
                    let target = UnsafeMutableBufferPointer(rebasing: out[(row * length)..<((row + 1) * length)])
                    columns.mix(rows.line, into: target)
                }
            }
            initialized = size.height * length
        }
        return Raster(layout: .rgb, width: size.width, height: size.height, pixels: values)
    }

    /// A single channel leaves most of the vector unit unused, so four rows are made at once.
    private static func mixGray(
        _ rows: inout RowMixer, _ columns: ColumnMixer, _ source: UnsafeBufferPointer<UInt8>,
        into out: UnsafeMutableBufferPointer<UInt8>, _ length: Int, _ height: Int
    ) {
        var quads = [SIMD4<Float>](repeating: .zero, count: rows.line.count)
        for row in stride(from: 0, to: height, by: 4) {
            let count = min(4, height - row)
            for place in 0..<count {
                rows.mix(row + place, of: source)
                quads.withUnsafeMutableBytes { quads in
                    let quads = quads.assumingMemoryBound(to: Float.self)
                    rows.line.withUnsafeBufferPointer { line in
                        for index in line.indices { quads[4 &* index &+ place] = line[index] }
                    }
                }
            }
            let target = UnsafeMutableBufferPointer(rebasing: out[(row * length)..<((row + count) * length)])
            columns.mix(quads, count: count, into: target)
        }
    }

    /// A faster way to halve three channels, with the same result.
    private func halved() -> Raster {
        let (newWidth, newHeight) = (width / 2, height / 2)
        let line = 3 * width
        var sums = [UInt16](repeating: 0, count: line)
        let values = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 3) { out, initialized in
            pixels.withUnsafeBufferPointer { source in
                sums.withUnsafeMutableBufferPointer { sums in
                    for row in 0..<newHeight {
                        let upper = source.baseAddress! + 2 * row * line
                        let lower = upper + line
                        for index in 0..<line { sums[index] = UInt16(upper[index]) &+ UInt16(lower[index]) &+ 1 }
                        let target = out.baseAddress! + row * newWidth * 3
                        for column in 0..<newWidth {
                            let (from, to) = (6 &* column, 3 &* column)
                            for channel in 0..<3 {
                                let sum = sums[from &+ channel] &+ sums[from &+ 3 &+ channel]
                                target[to &+ channel] = UInt8(truncatingIfNeeded: sum &>> 2)
                            }
                        }
                    }
                }
            }
            initialized = newWidth * newHeight * 3
        }
        return Raster(layout: layout, width: newWidth, height: newHeight, pixels: values)
    }
}

/// For each position along the new side, the old positions that contribute, and their weights, which sum to 1.
struct ResampleTaps {
    /// The contributions to one new position.
    struct Span {
        /// The first old position.
        let start: Int
        /// The indices of the weights of this and the following old positions.
        let weights: Range<Int>
    }

    private(set) var spans: [Span] = []
    private(set) var weights: [Float] = []

    init(from oldSize: Int, to newSize: Int) {
        let scale = Double(oldSize) / Double(newSize)
        spans.reserveCapacity(newSize)
        for position in 0..<newSize {
            let before = weights.count
            let start =
                scale > 1
                ? addArea(from: Double(position) * scale, to: Double(position + 1) * scale, oldSize)
                : addLine(at: (Double(position) + 0.5) * scale - 0.5, oldSize)
            spans.append(Span(start: start, weights: before..<weights.count))
        }
    }

    /// Weights old pixels by the share of them that the new pixel covers.
    /// - Returns: the first of them.
    private mutating func addArea(from low: Double, to high: Double, _ oldSize: Int) -> Int {
        let first = min(Int(low), oldSize - 1)
        let last = min(max(Int(high.rounded(.up)), first + 1), oldSize)
        for old in first..<last {
            let covered = min(high, Double(old + 1)) - max(low, Double(old))
            weights.append(Float(max(covered, 0) / (high - low)))
        }
        return first
    }

    /// Weights the two nearest old pixels; beyond the edge, only the last one counts.
    /// - Returns: the first of them.
    private mutating func addLine(at center: Double, _ oldSize: Int) -> Int {
        let place = min(max(center, 0), Double(oldSize - 1))
        let first = min(Int(place), max(oldSize - 2, 0))
        let share = Float(place - Double(first))
        weights += oldSize == 1 ? [1] : [1 - share, share]
        return first
    }
}

/// Resamples a row to a new width.
struct ColumnMixer {
    private let taps: ResampleTaps
    private let channels: Int

    init(_ taps: ResampleTaps, channels: Int) { (self.taps, self.channels) = (taps, channels) }

    /// - Parameters:
    ///   - line: a row of two or more channels, followed by three more numbers.
    ///   - target: as long as a new row.
    func mix(_ line: [Float], into target: UnsafeMutableBufferPointer<UInt8>) {
        line.withUnsafeBytes { line in
            switch channels {
            case 3, 4:
                // All channels of a pixel at once: four numbers, the last of which may belong to the next pixel.
                mix(line, SIMD4<Float>(repeating: 0)) { column, sum in
                    for channel in 0..<channels {
                        target[channels * column + channel] = UInt8(min(max(sum[channel], 0), 255))
                    }
                }
            default:
                mix(line, SIMD2<Float>(repeating: 0)) { column, sum in
                    for channel in 0..<2 { target[2 * column + channel] = UInt8(min(max(sum[channel], 0), 255)) }
                }
            }
        }
    }

    /// Resamples rows of one channel, four at once.
    ///
    /// - Parameters:
    ///   - quads: each column of four rows.
    ///   - targets: as long as `count` new rows, in sequence.
    func mix(_ quads: [SIMD4<Float>], count: Int, into targets: UnsafeMutableBufferPointer<UInt8>) {
        let width = taps.spans.count
        quads.withUnsafeBytes { quads in
            mix(quads, SIMD4<Float>(repeating: 0)) { column, sum in
                for row in 0..<count { targets[row * width + column] = UInt8(min(max(sum[row], 0), 255)) }
            }
        }
    }

    @inline(__always)
    private func mix<Pixel: Weighable>(
        _ line: UnsafeRawBufferPointer, _ zero: Pixel, _ put: (_ column: Int, _ sum: Pixel) -> Void
    ) {
        let step = (channels == 1 ? 4 : channels) * MemoryLayout<Float>.stride
        taps.weights.withUnsafeBufferPointer { weights in
            taps.spans.withUnsafeBufferPointer { spans in
                for column in spans.indices {
                    var (read, sum) = (spans[column].start * step, zero)
                    for tap in spans[column].weights {
                        sum.add(line.loadUnaligned(fromByteOffset: read, as: Pixel.self), weights[tap])
                        read += step
                    }
                    put(column, sum)
                }
            }
        }
    }
}

/// The channels of a pixel.
private protocol Weighable: BitwiseCopyable {
    mutating func add(_ other: Self, _ weight: Float)
}

extension SIMD2<Float>: Weighable {
    @inline(__always) fileprivate mutating func add(_ other: Self, _ weight: Float) { self += weight * other }
}

extension SIMD4<Float>: Weighable {
    @inline(__always) fileprivate mutating func add(_ other: Self, _ weight: Float) { self += weight * other }
}

/// Resamples the rows of a picture to a new height, at its own width.
///
/// Whole rows are weighted at once, which the compiler vectorizes. When shrinking, the rows between the first and the
/// last contribute fully: these have equal weights, and are first summed as integers.
struct RowMixer {
    private let taps: ResampleTaps
    private let length: Int
    /// The latest row, with one half added for rounding; it is followed by padding, so that four numbers can be read
    /// anywhere.
    private(set) var line: [Float]
    private var sums: [UInt16] = []
    /// The first row in the source.
    private var origin = 0
    /// The number of bytes whose sum always fits into 16 bits.
    private static let most = 257

    /// - Parameter length: numbers in a row.
    init(_ taps: ResampleTaps, length: Int) {
        (self.taps, self.length) = (taps, length)
        line = [Float](repeating: 0, count: length + 3)
    }

    /// - Parameter origin: the first row in `source`.
    mutating func mix(_ row: Int, of source: UnsafeBufferPointer<UInt8>, from origin: Int = 0) {
        self.origin = origin
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
        let start = (row - origin) * length
        return UnsafeBufferPointer(rebasing: source[start..<start + length])
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
        let origin = origin
        sums.withUnsafeMutableBufferPointer { sums in
            sums.update(repeating: 0)
            for row in rows {
                let start = (row - origin) * length
                let values = UnsafeBufferPointer(rebasing: source[start..<start + length])
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

/// Weights of four neighboring pixels, for each 256th of the way between the middle two: cubic ones keep the edges of
/// letters sharper than linear ones.
package enum CubicWeights {
    package static let steps: [SIMD4<Float>] = (0...256).map { step in
        let t = Float(step) / 256
        func weight(_ distance: Float) -> Float {
            let (a, d) = (Float(-0.75), abs(distance))
            if d <= 1 { return ((a + 2) * d - (a + 3)) * d * d + 1 }
            return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0
        }
        return SIMD4(weight(t + 1), weight(t), weight(1 - t), weight(2 - t))
    }
}
