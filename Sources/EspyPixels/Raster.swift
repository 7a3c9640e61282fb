/// Pixels of any layout on their way from a codec to an image, with packed rows.
package struct Raster {
    package enum Layout {
        case gray
        case grayAlpha
        case rgb
        case rgba
        /// Ink from 0 (none) to 255.
        case cmyk
        /// Ink from 255 (none) to 0, as Adobe software writes it.
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

    /// Blends transparent pixels with white. Layouts without transparency are unchanged.
    ///
    /// Like browsers, it blends the stored values, not linear light.
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

/// Eight-bit luminance with packed rows, 0 black and 255 white.
public struct GrayImage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// `width * height` values, row by row from the top.
    public var pixels: [UInt8]

    /// - Precondition: `pixels` holds `width * height` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The mean of all values, from 0 to 255; 0 for a picture without pixels.
    public var mean: Double {
        guard !pixels.isEmpty else { return 0 }
        let total = pixels.withUnsafeBufferPointer { pixels in
            // A chunk whose sum fits into 32 bits, which the processor can vectorize.
            stride(from: 0, to: pixels.count, by: 1 << 20).reduce(0) { total, start in
                var sum: UInt32 = 0
                for index in start..<min(start + (1 << 20), pixels.count) { sum &+= UInt32(pixels[index]) }
                return total + Int(sum)
            }
        }
        return Double(total) / Double(pixels.count)
    }
}

/// Eight-bit sRGB, three bytes per pixel, with packed rows. Always upright: the orientation is already applied.
public struct RGBImage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// `width * height * 3` values: red, green, blue, row by row from the top.
    public var pixels: [UInt8]

    /// - Precondition: `pixels` holds `width * height * 3` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height * 3)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// An image of one color.
    public init(width: Int, height: Int, red: UInt8, green: UInt8, blue: UInt8) {
        var pixels = [UInt8](repeating: red, count: width * height * 3)
        for index in stride(from: 0, to: pixels.count, by: 3) {
            pixels[index + 1] = green
            pixels[index + 2] = blue
        }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// Luminance by the weights of ITU-R BT.601: (77 R + 150 G + 29 B) / 256.
    public var gray: GrayImage {
        let count = width * height
        let values = [UInt8](unsafeUninitializedCapacity: count) { out, initialized in
            pixels.withUnsafeBufferPointer { rgb in
                for index in 0..<count {
                    let sum =
                        UInt32(rgb[3 * index]) * 77 + UInt32(rgb[3 * index + 1]) * 150
                        + UInt32(rgb[3 * index + 2]) * 29
                    out[index] = UInt8(truncatingIfNeeded: (sum + 128) >> 8)
                }
            }
            initialized = count
        }
        return GrayImage(width: width, height: height, pixels: values)
    }
}
