extension RGBImage {
    /// The content of `quad`, stretched to an upright rectangle: its top left corner becomes the top left corner.
    ///
    /// Parts of the quad outside the picture become `background`. `nil` if the quad has no area.
    public func rectified(_ quad: Quad, width: Int, height: Int, background: Color = .white) -> RGBImage? {
        let fill = [background.red, background.green, background.blue]
        return Raster(self).rectified(quad, width: width, height: height, fill: fill).map(RGBImage.init)
    }

    /// Rotates the picture clockwise around its center, on a canvas that contains all of it.
    public func rotated(byDegrees degrees: Double, background: Color = .white) -> RGBImage {
        let fill = [background.red, background.green, background.blue]
        return RGBImage(Raster(self).rotated(byDegrees: degrees, fill: fill))
    }
}

extension GrayImage {
    /// The content of `quad`, stretched to an upright rectangle: its top left corner becomes the top left corner.
    ///
    /// Parts of the quad outside the picture become `background`. `nil` if the quad has no area.
    public func rectified(_ quad: Quad, width: Int, height: Int, background: UInt8 = 255) -> GrayImage? {
        Raster(self).rectified(quad, width: width, height: height, fill: [background]).map(GrayImage.init)
    }

    /// Rotates the picture clockwise around its center, on a canvas that contains all of it.
    public func rotated(byDegrees degrees: Double, background: UInt8 = 255) -> GrayImage {
        GrayImage(Raster(self).rotated(byDegrees: degrees, fill: [background]))
    }
}

extension Raster {
    func rectified(_ quad: Quad, width newWidth: Int, height newHeight: Int, fill: [UInt8]) -> Raster? {
        precondition(newWidth > 0 && newHeight > 0)
        let frame = Quad(Rect(x: 0, y: 0, width: Double(newWidth), height: Double(newHeight)))
        guard let back = Homography(from: frame, to: quad) else { return nil }
        let shrink = max(quad.meanWidth / Double(newWidth), quad.meanHeight / Double(newHeight))
        // Several samples per pixel if the quad shrinks, to avoid aliasing of fine detail.
        let samples = Int(min(max(shrink.rounded(), 1), 4))
        return warped(back, width: newWidth, height: newHeight, samples: samples, fill: fill)
    }

    func rotated(byDegrees degrees: Double, fill: [UInt8]) -> Raster {
        guard degrees.isFinite, width > 0, height > 0 else { return self }
        let frame = Quad(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        let turned = frame.rotated(byDegrees: degrees)
        let bounds = turned.bounds
        let newWidth = max(1, Int((bounds.width - 1e-6).rounded(.up)))
        let newHeight = max(1, Int((bounds.height - 1e-6).rounded(.up)))
        let offset = bounds.center - Point(x: Double(newWidth) / 2, y: Double(newHeight) / 2)
        let target = turned.map { $0 - offset }
        guard let back = Homography(from: target, to: frame) else { return self }
        return warped(back, width: newWidth, height: newHeight, samples: 1, fill: fill)
    }

    /// Computes each new pixel as the mean of `samples` × `samples` bilinear samples at the positions that `back`
    /// returns.
    private func warped(
        _ back: Homography, width newWidth: Int, height newHeight: Int, samples: Int, fill: [UInt8]
    ) -> Raster {
        let channels = layout.channels
        let values = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * channels) { out, initialized in
            pixels.withUnsafeBufferPointer { source in
                let sampler = BilinearSampler(source: source, width: width, height: height, fill: fill)
                for row in 0..<newHeight {
                    let line = UnsafeMutableBufferPointer(
                        rebasing: out[(row * newWidth * channels)..<((row + 1) * newWidth * channels)])
                    if channels == 1 {
                        sampler.fillRow(line, row, back, samples: samples, channels: 1)
                    } else {
                        sampler.fillRow(line, row, back, samples: samples, channels: 3)
                    }
                }
            }
            initialized = newWidth * newHeight * channels
        }
        return Raster(layout: layout, width: newWidth, height: newHeight, pixels: values)
    }
}

/// Interpolates pixels of one or three channels. Outside the picture it returns the fill color, with a soft border of
/// one pixel.
struct BilinearSampler {
    private let base: UnsafePointer<UInt8>?
    private let width: Int
    private let height: Int
    private let fill: SIMD4<Float>

    init(source: UnsafeBufferPointer<UInt8>, width: Int, height: Int, fill: [UInt8]) {
        base = source.baseAddress
        self.width = width
        self.height = height
        var color = SIMD4<Float>(repeating: 0)
        for channel in 0..<min(fill.count, 3) { color[channel] = Float(fill[channel]) }
        self.fill = color
    }

    /// Computes one row of a warped picture. `channels` is a constant at each call site, so that each count gets its
    /// own loop.
    @inline(__always)
    func fillRow(
        _ line: UnsafeMutableBufferPointer<UInt8>, _ row: Int, _ back: Homography, samples: Int, channels: Int
    ) {
        let step = 1 / Double(samples)
        let share = Float(step * step)
        for column in 0..<line.count / channels {
            var sum = SIMD4<Float>(repeating: 0)
            for sub in 0..<(samples * samples) {
                let x = Double(column) + (Double(sub % samples) + 0.5) * step
                let y = Double(row) + (Double(sub / samples) + 0.5) * step
                sum += sample(back.apply(Point(x: x, y: y)), channels: channels)
            }
            for channel in 0..<channels { line[column * channels + channel] = UInt8(sum[channel] * share + 0.5) }
        }
    }

    /// The channels at `point`, 0 to 255.
    @inline(__always)
    private func sample(_ point: Point, channels: Int) -> SIMD4<Float> {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard let base, x > -1, y > -1, x < Double(width), y < Double(height) else { return fill }
        // Counted from one pixel outside, where truncating the fraction rounds down.
        let (column, row) = (Int(x + 1) - 1, Int(y + 1) - 1)
        let (right, down) = (Float(x - Double(column)), Float(y - Double(row)))
        let upperLeft: SIMD4<Float>
        let upperRight: SIMD4<Float>
        let lowerLeft: SIMD4<Float>
        let lowerRight: SIMD4<Float>
        if column >= 0, row >= 0, column < width - 1, row < height - 1 {
            let first = base + (row * width + column) * channels
            let second = first + width * channels
            upperLeft = Self.color(first, channels)
            upperRight = Self.color(first + channels, channels)
            lowerLeft = Self.color(second, channels)
            lowerRight = Self.color(second + channels, channels)
        } else {
            upperLeft = pixel(base, column, row, channels)
            upperRight = pixel(base, column + 1, row, channels)
            lowerLeft = pixel(base, column, row + 1, channels)
            lowerRight = pixel(base, column + 1, row + 1, channels)
        }
        let upper = upperLeft + (upperRight - upperLeft) * right
        let lower = lowerLeft + (lowerRight - lowerLeft) * right
        return upper + (lower - upper) * down
    }

    private func pixel(_ base: UnsafePointer<UInt8>, _ column: Int, _ row: Int, _ channels: Int) -> SIMD4<Float> {
        guard column >= 0, row >= 0, column < width, row < height else { return fill }
        return Self.color(base + (row * width + column) * channels, channels)
    }

    @inline(__always)
    private static func color(_ pixel: UnsafePointer<UInt8>, _ channels: Int) -> SIMD4<Float> {
        channels == 1
            ? SIMD4(Float(pixel[0]), 0, 0, 0) : SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
    }
}
