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

    /// One channel alone leaves most of the processor's width unused: four rows are made at once.
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
}
