extension SymbolReader {
    /// A thorough second look at one place where a symbol like a known one is expected.
    ///
    /// Tries every rotation, more scales and more placements than ``read(_:)`` affords for a whole picture.
    ///
    /// - Parameters:
    ///   - center: where to look, in pixels of the view.
    ///   - radius: how far from `center` the symbol's center may lie, in pixels.
    ///   - model: a reading from the same picture that shows the size, scale and polarity to expect.
    /// - Returns: what was read; nil where nothing could be read beyond doubt.
    public func read(_ view: GrayView, near center: SIMD2<Double>, radius: Double, like model: Reading) -> Reading? {
        guard center.x.isFinite, center.y.isFinite, radius >= 0 else { return nil }
        let radius = min(radius, Double(max(view.width, view.height)))
        let size = model.size
        let outline = Outline(model.corners.map { SIMD2(Float($0.x), Float($0.y)) })
        let module = outline.module(of: size)
        let reach = radius + 1.1 * Double(module) * Double(max(size.rows, size.columns))
        guard let crop = Crop(view, around: center, reach: reach) else { return nil }
        var plane = Plane(crop.view)
        while module / Float(plane.scale) > 5, min(plane.width, plane.height) >= 32 { plane = plane.halved() }
        let prior = SizePrior(
            size: size, module: module, scales: [1, 0.95, 1.05, 0.9, 1.1, 0.85, 1.15],
            polarity: model.isInverted ? .lightOnDark : .darkOnLight)
        var search = SymbolSearch(sizes: [size], expectsMirrored: model.isMirrored)
        let target = center - crop.origin
        plane.withRaster { raster in
            _ = search.look(
                around: SIMD2(Float(target.x), Float(target.y)) / Float(plane.scale),
                radius: Float(radius / plane.scale), raster, plane, priors: [prior], thorough: true)
        }
        return search.found.first?.reading.moved(by: crop.origin)
    }
}

/// A copy of a part of a view.
private struct Crop {
    let view: GrayView
    let origin: SIMD2<Double>

    init?(_ whole: GrayView, around center: SIMD2<Double>, reach: Double) {
        func inside(_ position: Double, _ limit: Int) -> Int { Int(min(max(position, 0), Double(limit))) }
        let left = inside(center.x - reach, whole.width)
        let top = inside(center.y - reach, whole.height)
        let right = inside(center.x + reach + 1, whole.width)
        let bottom = inside(center.y + reach + 1, whole.height)
        guard right - left >= 16, bottom - top >= 16 else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity((right - left) * (bottom - top))
        for y in top..<bottom {
            pixels += whole.pixels[(y * whole.width + left)..<(y * whole.width + right)]
        }
        view = GrayView(width: right - left, height: bottom - top, pixels: pixels)
        origin = SIMD2(Double(left), Double(top))
    }
}

extension Reading {
    fileprivate func moved(by offset: SIMD2<Double>) -> Reading {
        Reading(
            message: message, size: size, corners: corners.map { $0 + offset }, errorsCorrected: errorsCorrected,
            erasures: erasures, isInverted: isInverted, isMirrored: isMirrored, isConfirmed: isConfirmed)
    }
}
