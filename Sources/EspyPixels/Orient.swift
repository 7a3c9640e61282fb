extension RGBImage {
    /// Rotates or mirrors the picture; the pixels keep their values.
    public func oriented(_ orientation: Orientation) -> RGBImage {
        RGBImage(Raster(self).oriented(orientation))
    }
}

extension GrayImage {
    /// Rotates or mirrors the picture; the pixels keep their values.
    public func oriented(_ orientation: Orientation) -> GrayImage {
        GrayImage(Raster(self).oriented(orientation))
    }
}

extension Raster {
    package func oriented(_ orientation: Orientation) -> Raster {
        guard orientation != .identity, !pixels.isEmpty else { return self }
        var result = self
        if orientation.swapsSides { (result.width, result.height) = (height, width) }
        let walk = SourceWalk(orientation, width: width, height: height)
        result.pixels = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, initialized in
            pixels.withUnsafeBufferPointer { source in
                switch layout.channels {
                case 1: copyTiles(source, target, width: result.width, height: result.height, walk, channels: 1)
                case 3: copyTiles(source, target, width: result.width, height: result.height, walk, channels: 3)
                default:
                    copyTiles(
                        source, target, width: result.width, height: result.height, walk,
                        channels: layout.channels)
                }
            }
            initialized = pixels.count
        }
        return result
    }
}

/// The index of the source pixel for each target pixel: `start + x * right + y * down`.
private struct SourceWalk {
    let start: Int
    let right: Int
    let down: Int

    init(_ orientation: Orientation, width: Int, height: Int) {
        let topRight = width - 1
        let bottomLeft = (height - 1) * width
        let bottomRight = bottomLeft + topRight
        (start, right, down) =
            switch orientation {
            case .identity: (0, 1, width)
            case .flipHorizontal: (topRight, -1, width)
            case .rotate180: (bottomRight, -1, -width)
            case .flipVertical: (bottomLeft, 1, -width)
            case .transpose: (0, width, 1)
            case .rotate90: (bottomLeft, -width, 1)
            case .transverse: (bottomRight, -width, -1)
            case .rotate270: (topRight, width, -1)
            }
    }
}

/// Copies tile by tile, so that rows read as columns stay in the cache until their neighbors are read.
@inline(__always)
private func copyTiles(
    _ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int,
    _ walk: SourceWalk, channels: Int
) {
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    let side = 32
    let step = walk.right * channels
    for top in stride(from: 0, to: height, by: side) {
        for left in stride(from: 0, to: width, by: side) {
            let columns = min(side, width - left)
            for row in top..<min(top + side, height) {
                var read = from + (walk.start + left * walk.right + row * walk.down) * channels
                var write = to + (row * width + left) * channels
                for _ in 0..<columns {
                    for channel in 0..<channels { write[channel] = read[channel] }
                    read += step
                    write += channels
                }
            }
        }
    }
}

extension RGBImage {
    /// The part of the picture inside `rect`, rounded outward to whole pixels and clipped to the picture; empty if they
    /// do not overlap.
    public func cropped(to rect: Rect) -> RGBImage { RGBImage(Raster(self).cropped(to: rect)) }
}

extension GrayImage {
    /// The part of the picture inside `rect`, rounded outward to whole pixels and clipped to the picture; empty if they
    /// do not overlap.
    public func cropped(to rect: Rect) -> GrayImage { GrayImage(Raster(self).cropped(to: rect)) }
}

extension Raster {
    package func cropped(to rect: Rect) -> Raster {
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

    /// The whole pixels that `[low, high)` touches; NaN touches none.
    static func clip(_ low: Double, _ high: Double, to size: Int) -> Range<Int> {
        let first = max(low.rounded(.down), 0)
        let last = min(high.rounded(.up), Double(size))
        guard first < last else { return 0..<0 }
        return Int(first)..<Int(last)
    }
}
