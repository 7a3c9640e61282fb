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
