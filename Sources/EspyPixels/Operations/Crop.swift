extension RGBImage {
    /// The part of the picture inside `rect`, rounded outward to whole pixels and clipped to the picture; empty where
    /// they do not meet.
    public func cropped(to rect: Rect) -> RGBImage { RGBImage(Raster(self).cropped(to: rect)) }
}

extension GrayImage {
    /// The part of the picture inside `rect`, rounded outward to whole pixels and clipped to the picture; empty where
    /// they do not meet.
    public func cropped(to rect: Rect) -> GrayImage { GrayImage(Raster(self).cropped(to: rect)) }
}

extension Raster {
    func cropped(to rect: Rect) -> Raster {
        let columns = Self.clip(rect.x, rect.maxX, to: width)
        let rows = Self.clip(rect.y, rect.maxY, to: height)
        guard !columns.isEmpty, !rows.isEmpty else { return Raster(layout: layout, width: 0, height: 0, pixels: []) }
        var kept: [UInt8] = []
        kept.reserveCapacity(columns.count * rows.count * layout.channels)
        for row in rows {
            let line = row * width * layout.channels
            kept +=
                pixels[(line + columns.lowerBound * layout.channels)..<(line + columns.upperBound * layout.channels)]
        }
        return Raster(layout: layout, width: columns.count, height: rows.count, pixels: kept)
    }

    /// The whole pixels that `[low, high)` touches; coordinates that are no numbers touch none.
    static func clip(_ low: Double, _ high: Double, to size: Int) -> Range<Int> {
        let first = max(low.rounded(.down), 0)
        let last = min(high.rounded(.up), Double(size))
        guard first < last else { return 0..<0 }
        return Int(first)..<Int(last)
    }
}
