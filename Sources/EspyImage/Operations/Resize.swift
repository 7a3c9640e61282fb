extension RGBImage {
    /// The picture at another size: the mean of the covered area where it shrinks, bilinear where it grows.
    ///
    /// - Precondition: the new size is at least 1 × 1, and so is the picture.
    public func resized(width: Int, height: Int) -> RGBImage {
        RGBImage(Raster(self).resized(width: width, height: height))
    }

    /// The picture shrunk in proportion until its long side is at most `longSide`; never enlarged.
    public func fitted(longSide: Int) -> RGBImage {
        guard max(width, height) > longSide else { return self }
        let scale = Double(longSide) / Double(max(width, height))
        return resized(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}

extension GrayImage {
    /// The picture at another size: the mean of the covered area where it shrinks, bilinear where it grows.
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
        let columns = ResampleTaps(from: width, to: newWidth)
        let rows = ResampleTaps(from: height, to: newHeight)
        let channels = layout.channels
        var line = [Float](repeating: 0, count: width * channels)
        let values = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * channels) { out, initialized in
            for row in 0..<newHeight {
                mixRows(rows, row, into: &line)
                let target = UnsafeMutableBufferPointer(
                    rebasing: out[(row * newWidth * channels)..<((row + 1) * newWidth * channels)])
                mixColumns(columns, line, into: target, channels: channels)
            }
            initialized = newWidth * newHeight * channels
        }
        return Raster(layout: layout, width: newWidth, height: newHeight, pixels: values)
    }

    /// Three channels at half the size: what the general way gives, sooner.
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

    /// One row of the new height at the old width. Whole rows are weighed at once, which the compiler vectorizes.
    private func mixRows(_ taps: ResampleTaps, _ row: Int, into line: inout [Float]) {
        let count = width * layout.channels
        let range = taps.range(row)
        line.withUnsafeMutableBufferPointer { line in
            pixels.withUnsafeBufferPointer { source in
                for index in 0..<count { line[index] = 0.5 }
                for tap in range {
                    let weight = taps.weights[tap]
                    let start = (taps.starts[row] + tap - range.lowerBound) * count
                    for index in 0..<count { line[index] += weight * Float(source[start + index]) }
                }
            }
        }
    }

    private func mixColumns(
        _ taps: ResampleTaps, _ line: [Float], into target: UnsafeMutableBufferPointer<UInt8>, channels: Int
    ) {
        line.withUnsafeBufferPointer { line in
            taps.weights.withUnsafeBufferPointer { weights in
                for column in 0..<taps.count {
                    let range = taps.range(column)
                    for channel in 0..<channels {
                        var read = taps.starts[column] * channels + channel
                        var sum: Float = 0
                        for tap in range {
                            sum += weights[tap] * line[read]
                            read += channels
                        }
                        target[column * channels + channel] = UInt8(min(max(sum, 0), 255))
                    }
                }
            }
        }
    }
}

/// For each position along the new side, which old positions count and by how much. Weights of one position sum to 1.
struct ResampleTaps {
    /// First old position for each new one.
    private(set) var starts: [Int] = []
    private(set) var weights: [Float] = []
    private var ends: [Int] = []

    var count: Int { starts.count }

    init(from oldSize: Int, to newSize: Int) {
        let scale = Double(oldSize) / Double(newSize)
        for position in 0..<newSize {
            if scale > 1 {
                addArea(from: Double(position) * scale, to: Double(position + 1) * scale, oldSize)
            } else {
                addLine(at: (Double(position) + 0.5) * scale - 0.5, oldSize)
            }
            ends.append(weights.count)
        }
    }

    /// Where the weights of `position` lie.
    func range(_ position: Int) -> Range<Int> { (position == 0 ? 0 : ends[position - 1])..<ends[position] }

    /// Old pixels count by the share of them that the new pixel covers.
    private mutating func addArea(from low: Double, to high: Double, _ oldSize: Int) {
        let first = min(Int(low), oldSize - 1)
        let last = min(max(Int(high.rounded(.up)), first + 1), oldSize)
        starts.append(first)
        for old in first..<last {
            let covered = min(high, Double(old + 1)) - max(low, Double(old))
            weights.append(Float(max(covered, 0) / (high - low)))
        }
    }

    /// The two nearest old pixels; beyond the edge, the last one counts alone.
    private mutating func addLine(at center: Double, _ oldSize: Int) {
        let place = min(max(center, 0), Double(oldSize - 1))
        let first = min(Int(place), max(oldSize - 2, 0))
        let share = Float(place - Double(first))
        starts.append(first)
        weights += oldSize == 1 ? [1] : [1 - share, share]
    }
}
