extension RGBImage {
    /// What lies inside `quad`, stretched to an upright rectangle: its top left corner becomes the top left corner.
    ///
    /// Parts of the quad outside the picture become `background`. `nil` where the quad has no area.
    public func rectified(_ quad: Quad, width: Int, height: Int, background: Color = .white) -> RGBImage? {
        let fill = [background.red, background.green, background.blue]
        return Raster(self).rectified(quad, width: width, height: height, fill: fill).map(RGBImage.init)
    }

    /// The picture turned clockwise around its center, on a canvas that holds all of it.
    public func rotated(byDegrees degrees: Double, background: Color = .white) -> RGBImage {
        let fill = [background.red, background.green, background.blue]
        return RGBImage(Raster(self).rotated(byDegrees: degrees, fill: fill))
    }
}

extension GrayImage {
    /// What lies inside `quad`, stretched to an upright rectangle: its top left corner becomes the top left corner.
    ///
    /// Parts of the quad outside the picture become `background`. `nil` where the quad has no area.
    public func rectified(_ quad: Quad, width: Int, height: Int, background: UInt8 = 255) -> GrayImage? {
        Raster(self).rectified(quad, width: width, height: height, fill: [background]).map(GrayImage.init)
    }

    /// The picture turned clockwise around its center, on a canvas that holds all of it.
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
        // Several samples a pixel where the quad shrinks, or fine detail would turn into false patterns.
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

    /// Each new pixel is the mean of `samples` × `samples` bilinear samples at the places that `back` takes it to.
    private func warped(
        _ back: Homography, width newWidth: Int, height newHeight: Int, samples: Int, fill: [UInt8]
    ) -> Raster {
        let channels = layout.channels
        let share = 1 / Float(samples * samples)
        let values = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * channels) { out, initialized in
            pixels.withUnsafeBufferPointer { source in
                let sampler = BilinearSampler(source: source, width: width, height: height, channels: channels)
                for row in 0..<newHeight {
                    for column in 0..<newWidth {
                        var sums = SIMD4<Float>(repeating: 0)
                        for sub in 0..<(samples * samples) {
                            let x = Double(column) + (Double(sub % samples) + 0.5) / Double(samples)
                            let y = Double(row) + (Double(sub / samples) + 0.5) / Double(samples)
                            sums += sampler.sample(back.apply(Point(x: x, y: y)), fill: fill)
                        }
                        let write = (row * newWidth + column) * channels
                        for channel in 0..<channels { out[write + channel] = UInt8(sums[channel] * share + 0.5) }
                    }
                }
            }
            initialized = newWidth * newHeight * channels
        }
        return Raster(layout: layout, width: newWidth, height: newHeight, pixels: values)
    }
}

/// Reads between pixels. Outside the picture it answers the fill color, with a soft border of one pixel.
struct BilinearSampler {
    let source: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int
    let channels: Int

    /// Up to four channels at `point`, 0 to 255.
    @inline(__always)
    func sample(_ point: Point, fill: [UInt8]) -> SIMD4<Float> {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard x > -1, y > -1, x < Double(width), y < Double(height) else { return color(fill) }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(left), Int(top))
        let (right, down) = (Float(x - left), Float(y - top))
        let upper = pixel(column, row, fill) * (1 - right) + pixel(column + 1, row, fill) * right
        let lower = pixel(column, row + 1, fill) * (1 - right) + pixel(column + 1, row + 1, fill) * right
        return upper * (1 - down) + lower * down
    }

    @inline(__always)
    private func pixel(_ column: Int, _ row: Int, _ fill: [UInt8]) -> SIMD4<Float> {
        guard column >= 0, row >= 0, column < width, row < height else { return color(fill) }
        var values = SIMD4<Float>(repeating: 0)
        let read = (row * width + column) * channels
        for channel in 0..<channels { values[channel] = Float(source[read + channel]) }
        return values
    }

    private func color(_ fill: [UInt8]) -> SIMD4<Float> {
        var values = SIMD4<Float>(repeating: 0)
        for channel in 0..<min(channels, fill.count) { values[channel] = Float(fill[channel]) }
        return values
    }
}
