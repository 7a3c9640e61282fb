extension RGBImage {
    /// The picture turned or mirrored; the pixels keep their values.
    public func oriented(_ orientation: Orientation) -> RGBImage {
        RGBImage(Raster(self).oriented(orientation))
    }
}

extension GrayImage {
    /// The picture turned or mirrored; the pixels keep their values.
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

/// Where the source pixel of each target pixel lies: `start + x * right + y * down`, counted in pixels.
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
