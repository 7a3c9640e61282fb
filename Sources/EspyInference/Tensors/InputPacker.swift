package import EspyPixels

/// Converts parts of pictures to the numbers that a model expects.
package struct InputPacker: Sendable {
    package let input: ModelInput
    package let sampling: Sampling

    package init(input: ModelInput, sampling: Sampling) {
        self.input = input
        self.sampling = sampling
    }

    /// Returns a batch with one picture for each placement, in order.
    ///
    /// - Parameter placements: made for ``input``, with sources inside `image`.
    /// - Returns: `[N, 3, height, width]`.
    package func tensor(of placements: [Placement], in image: RGBImage) -> Tensor {
        let plane = input.width * input.height
        let size = 3 * plane
        let values = [Float](unsafeUninitializedCapacity: placements.count * size) { out, initialized in
            for (index, placement) in placements.enumerated() {
                let slot = UnsafeMutableBufferPointer(rebasing: out[(index * size)..<((index + 1) * size)])
                if placement.width < input.width || placement.height < input.height { fill(slot) }
                write(pixels(of: placement, in: image), placement, into: slot)
            }
            initialized = placements.count * size
        }
        return Tensor(shape: [placements.count, 3, input.height, input.width], values: values)
    }

    private func pixels(of placement: Placement, in image: RGBImage) -> RGBImage {
        switch sampling {
        case .plain:
            return BilinearResize.resized(
                image, part: placement.source, width: placement.width, height: placement.height)
        case .smooth:
            let isWhole = placement.source == PixelRect(width: image.width, height: image.height)
            let part = isWhole ? image : image.cropped(to: placement.source.rect)
            return part.resized(width: placement.width, height: placement.height)
        }
    }

    /// Gray 114, the padding with which YOLOX was trained.
    private func fill(_ slot: UnsafeMutableBufferPointer<Float>) {
        let plane = input.width * input.height
        for channel in 0..<3 {
            let (factor, offset) = line(channel)
            let gray = 114 * factor + offset
            for index in (channel * plane)..<((channel + 1) * plane) { slot[index] = gray }
        }
    }

    private func write(_ part: RGBImage, _ placement: Placement, into slot: UnsafeMutableBufferPointer<Float>) {
        let plane = input.width * input.height
        part.pixels.withUnsafeBufferPointer { pixels in
            for channel in 0..<3 {
                let (factor, offset) = line(channel)
                let color = input.colors == .bgr ? 2 - channel : channel
                for row in 0..<part.height {
                    let target = channel * plane + (placement.top + row) * input.width + placement.left
                    let source = row * part.width * 3 + color
                    for column in 0..<part.width {
                        slot[target + column] = Float(pixels[source + 3 * column]) * factor + offset
                    }
                }
            }
        }
    }

    /// `(value * scale - mean) / std` as `value * factor + offset`.
    private func line(_ channel: Int) -> (factor: Float, offset: Float) {
        (Float(input.scale / input.std[channel]), Float(-input.mean[channel] / input.std[channel]))
    }
}

/// How pixels are resampled.
package enum Sampling: Sendable, Equatable {
    /// The four nearest pixels, weighted by distance, however far the picture shrinks: ``BilinearResize``. The
    /// reference script does this, and most models were trained with it.
    case plain
    /// The mean of all covered pixels if the picture shrinks, bilinear if it grows. Small things and fine textures
    /// survive.
    case smooth
}

/// Bilinear resizing of bytes in fixed point, bit for bit like OpenCV's `resize` with `INTER_LINEAR`.
///
/// Pixel centers are at halves; shrinking does not average, except to exactly half in both directions, where OpenCV
/// uses the mean of four pixels. Weights have 11 bits; each row's share is truncated before the two are added.
package enum BilinearResize {
    /// - Parameters:
    ///   - part: pixels of `image` to resize; those around it have no influence. Not empty.
    ///   - width, height: the new size, at least 1 × 1.
    package static func resized(_ image: RGBImage, part: PixelRect, width: Int, height: Int) -> RGBImage {
        if part.width == width, part.height == height { return image.cropped(to: part.rect) }
        if part.width == 2 * width, part.height == 2 * height { return halved(image, part: part) }
        let columns = BilinearTaps(from: part.width, to: width, holdsEnds: true)
        let rows = BilinearTaps(from: part.height, to: height, holdsEnds: false)
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { out, initialized in
            image.pixels.withUnsafeBufferPointer { source in
                var lines = LineCache(width: width)
                for row in 0..<height {
                    let (first, second) = (rows.first[row], rows.second[row])
                    let start = { (row: Int) in
                        ((part.rows.lowerBound + row) * image.width + part.columns.lowerBound) * 3
                    }
                    lines.load(first, keeping: second, from: source, at: start(first), columns)
                    lines.load(second, keeping: first, from: source, at: start(second), columns)
                    let target = UnsafeMutableBufferPointer(rebasing: out[(row * width * 3)..<((row + 1) * width * 3)])
                    lines.mix(first, second, rows.firstWeights[row], rows.secondWeights[row], into: target)
                }
            }
            initialized = width * height * 3
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    private static func halved(_ image: RGBImage, part: PixelRect) -> RGBImage {
        let (width, height) = (part.width / 2, part.height / 2)
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { out, initialized in
            image.pixels.withUnsafeBufferPointer { source in
                let stride = image.width * 3
                for row in 0..<height {
                    let start = (part.rows.lowerBound + 2 * row) * stride + part.columns.lowerBound * 3
                    for column in 0..<width {
                        for channel in 0..<3 {
                            let place = start + column * 6 + channel
                            let upper = UInt16(source[place]) + UInt16(source[place + 3])
                            let lower = UInt16(source[place + stride]) + UInt16(source[place + stride + 3])
                            out[(row * width + column) * 3 + channel] = UInt8((upper + lower + 2) >> 2)
                        }
                    }
                }
            }
            initialized = width * height * 3
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }
}

/// The two latest rows of the source at the new width, divided by 16 to fit into 15 bits: neighboring rows of the
/// result share them.
private struct LineCache {
    private var lines: ([Int16], [Int16])
    private var rows = (-1, -1)

    init(width: Int) {
        let line = [Int16](repeating: 0, count: width * 3)
        lines = (line, line)
    }

    /// Loads `row` if necessary, without losing `kept`.
    mutating func load(
        _ row: Int, keeping kept: Int, from source: UnsafeBufferPointer<UInt8>, at start: Int, _ taps: BilinearTaps
    ) {
        guard rows.0 != row, rows.1 != row else { return }
        if rows.0 == kept {
            Self.fill(&lines.1, source, start, taps)
            rows.1 = row
        } else {
            Self.fill(&lines.0, source, start, taps)
            rows.0 = row
        }
    }

    private static func fill(
        _ line: inout [Int16], _ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ taps: BilinearTaps
    ) {
        line.withUnsafeMutableBufferPointer { line in
            taps.withPointers { first, second, firstWeights, secondWeights in
                for column in first.indices {
                    let left = start + first[column] * 3
                    let right = start + second[column] * 3
                    let (leftWeight, rightWeight) = (firstWeights[column], secondWeights[column])
                    for channel in 0..<3 {
                        let sum =
                            Int32(source[left + channel]) &* leftWeight &+ Int32(source[right + channel]) &* rightWeight
                        line[column * 3 + channel] = Int16(truncatingIfNeeded: sum >> 4)
                    }
                }
            }
        }
    }

    func mix(
        _ first: Int, _ second: Int, _ upper: Int32, _ lower: Int32, into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let above = rows.0 == first ? lines.0 : lines.1
        let below = rows.0 == second ? lines.0 : lines.1
        above.withUnsafeBufferPointer { above in
            below.withUnsafeBufferPointer { below in
                for index in target.indices {
                    // Only the upper half of 16-bit products is kept: one instruction for eight of them.
                    let top = Int16(truncatingIfNeeded: (upper &* Int32(above[index])) >> 16)
                    let bottom = Int16(truncatingIfNeeded: (lower &* Int32(below[index])) >> 16)
                    target[index] = UInt8(truncatingIfNeeded: min(max((top &+ bottom &+ 2) >> 2, 0), 255))
                }
            }
        }
    }
}

/// For each new position the two old ones that contribute, and their weights, which sum to 2,048.
private struct BilinearTaps {
    private(set) var first: [Int] = []
    private(set) var second: [Int] = []
    private(set) var firstWeights: [Int32] = []
    private(set) var secondWeights: [Int32] = []

    /// - Parameter holdsEnds: whether the outer pixel alone counts beyond the outer centers. Otherwise that pixel is
    ///   weighted twice, which rounds differently.
    init(from old: Int, to new: Int, holdsEnds: Bool) {
        let scale = 1 / (Double(new) / Double(old))
        for position in 0..<new {
            let place = Float((Double(position) + 0.5) * scale - 0.5)
            var start = Int(place.rounded(.down))
            var share = place - Float(start)
            if holdsEnds, start < 0 || start >= old - 1 {
                start = min(max(start, 0), old - 1)
                share = 0
            }
            first.append(min(max(start, 0), old - 1))
            second.append(min(max(start + 1, 0), old - 1))
            firstWeights.append(Int32(((1 - share) * 2048).rounded(.toNearestOrEven)))
            secondWeights.append(Int32((share * 2048).rounded(.toNearestOrEven)))
        }
    }

    func withPointers(
        _ body: (
            UnsafeBufferPointer<Int>, UnsafeBufferPointer<Int>, UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>
        ) -> Void
    ) {
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                firstWeights.withUnsafeBufferPointer { firstWeights in
                    secondWeights.withUnsafeBufferPointer { body(first, second, firstWeights, $0) }
                }
            }
        }
    }
}
