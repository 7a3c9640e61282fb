import EspyPixels

/// From the color space of a file to sRGB.
enum ColorConversion {
    /// Makes an opaque raster sRGB. Without a usable profile, RGB and gray count as sRGB already and ink is converted
    /// by the simple product of what each ink lets through.
    static func makeRGB(_ raster: inout Raster, profile: [UInt8]?) {
        if let profile, ProfileTransform.apply(profile, to: &raster) { return }
        switch raster.layout {
        case .gray: raster = widened(raster)
        case .cmyk: raster = mixed(raster, noInk: 0)
        case .invertedCMYK: raster = mixed(raster, noInk: 255)
        case .rgb, .rgba, .grayAlpha: break
        }
    }

    private static func widened(_ raster: Raster) -> Raster {
        let count = raster.width * raster.height
        let values = [UInt8](unsafeUninitializedCapacity: count * 3) { out, initialized in
            raster.pixels.withUnsafeBufferPointer { gray in
                for index in 0..<count {
                    out[3 * index] = gray[index]
                    out[3 * index + 1] = gray[index]
                    out[3 * index + 2] = gray[index]
                }
            }
            initialized = count * 3
        }
        return Raster(layout: .rgb, width: raster.width, height: raster.height, pixels: values)
    }

    private static func mixed(_ raster: Raster, noInk: UInt8) -> Raster {
        let count = raster.width * raster.height
        // 255 - x where `noInk` is 0, x itself where it is 255: the share of light that passes.
        let flip = ~noInk
        let values = [UInt8](unsafeUninitializedCapacity: count * 3) { out, initialized in
            raster.pixels.withUnsafeBufferPointer { ink in
                for index in 0..<count {
                    let black = UInt32(ink[4 * index + 3] ^ flip)
                    for color in 0..<3 {
                        let light = UInt32(ink[4 * index + color] ^ flip)
                        out[3 * index + color] = UInt8(truncatingIfNeeded: (light * black + 127) / 255)
                    }
                }
            }
            initialized = count * 3
        }
        return Raster(layout: .rgb, width: raster.width, height: raster.height, pixels: values)
    }
}

extension Raster {
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
