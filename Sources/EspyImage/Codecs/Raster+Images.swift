extension Raster {
    init(_ image: RGBImage) {
        self.init(layout: .rgb, width: image.width, height: image.height, pixels: image.pixels)
    }

    init(_ image: GrayImage) {
        self.init(layout: .gray, width: image.width, height: image.height, pixels: image.pixels)
    }

    /// Lays transparent pixels on white. Layouts without transparency stay as they are.
    ///
    /// The blend is of the stored values, not of linear light, as browsers do it.
    mutating func flattenOntoWhite() {
        switch layout {
        case .grayAlpha: self = flattened(to: .gray)
        case .rgba: self = flattened(to: .rgb)
        default: break
        }
    }

    private func flattened(to opaque: Layout) -> Raster {
        let colors = opaque.channels
        let count = width * height
        let values = [UInt8](unsafeUninitializedCapacity: count * colors) { out, initialized in
            pixels.withUnsafeBufferPointer { source in
                for pixel in 0..<count {
                    let read = pixel * (colors + 1)
                    let alpha = UInt32(source[read + colors])
                    for color in 0..<colors {
                        let sum = UInt32(source[read + color]) * alpha + 255 * (255 - alpha)
                        out[pixel * colors + color] = UInt8(truncatingIfNeeded: (sum + 127) / 255)
                    }
                }
            }
            initialized = count * colors
        }
        return Raster(layout: opaque, width: width, height: height, pixels: values)
    }

    /// Luminance of an opaque layout.
    func grayed() -> Raster {
        switch layout {
        case .gray: return self
        case .rgb: return Raster(RGBImage(self).gray)
        default:
            var color = self
            ColorConversion.makeRGB(&color, profile: nil)
            return Raster(RGBImage(color).gray)
        }
    }
}

extension RGBImage {
    /// - Precondition: the layout is `.rgb`.
    init(_ raster: Raster) {
        precondition(raster.layout == .rgb)
        self.init(width: raster.width, height: raster.height, pixels: raster.pixels)
    }
}

extension GrayImage {
    /// - Precondition: the layout is `.gray`.
    init(_ raster: Raster) {
        precondition(raster.layout == .gray)
        self.init(width: raster.width, height: raster.height, pixels: raster.pixels)
    }
}
