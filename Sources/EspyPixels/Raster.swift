/// Pixels of any layout on their way from a codec to an image, rows packed without gaps.
package struct Raster {
    package enum Layout {
        case gray
        case grayAlpha
        case rgb
        case rgba
        /// Ink from 0 (none) to 255.
        case cmyk
        /// Ink from 255 (none) to 0, as Adobe programs write it.
        case invertedCMYK

        package var channels: Int {
            switch self {
            case .gray: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba, .cmyk, .invertedCMYK: 4
            }
        }
    }

    package var layout: Layout
    package var width: Int
    package var height: Int
    package var pixels: [UInt8]

    package init(layout: Layout, width: Int, height: Int, pixels: [UInt8]) {
        self.layout = layout
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

extension Raster {
    package init(_ image: RGBImage) {
        self.init(layout: .rgb, width: image.width, height: image.height, pixels: image.pixels)
    }

    package init(_ image: GrayImage) {
        self.init(layout: .gray, width: image.width, height: image.height, pixels: image.pixels)
    }

    /// Lays transparent pixels on white. Layouts without transparency stay as they are.
    ///
    /// The blend is of the stored values, not of linear light, as browsers do it.
    package mutating func flattenOntoWhite() {
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
}

extension RGBImage {
    /// - Precondition: the layout is `.rgb`.
    package init(_ raster: Raster) {
        precondition(raster.layout == .rgb)
        self.init(width: raster.width, height: raster.height, pixels: raster.pixels)
    }
}

extension GrayImage {
    /// - Precondition: the layout is `.gray`.
    package init(_ raster: Raster) {
        precondition(raster.layout == .gray)
        self.init(width: raster.width, height: raster.height, pixels: raster.pixels)
    }
}
