/// A picture split into brightness and color, as a JPEG file stores it: for readers that look at the brightness of
/// everything and at the color of some places.
///
/// Split, a photo takes one and a half bytes per pixel instead of three, and its brightness needs no copy.
public struct SplitImage: Sendable {
    /// The brightness: the luma of the file, or ``RGBImage/gray``.
    public let gray: GrayImage
    private let colors: Colors

    private enum Colors {
        /// There is no color.
        case none
        /// Red, green and blue of each pixel.
        case whole([UInt8])
        case planes(ChromaPlanes)
    }

    public var width: Int { gray.width }
    public var height: Int { gray.height }

    public init(_ image: RGBImage) { (gray, colors) = (image.gray, .whole(image.pixels)) }

    /// A picture without color.
    public init(_ gray: GrayImage) { (self.gray, colors) = (gray, .none) }

    /// - Parameters:
    ///   - luma: of the upright picture.
    ///   - chroma: of the picture as it is stored.
    package init(luma: GrayImage, chroma: ChromaPlanes) { (gray, colors) = (luma, .planes(chroma)) }

    /// Red, green and blue of a pixel, as a decoder of the whole picture would give them.
    ///
    /// - Precondition: the pixel is in the picture.
    public func pixel(_ x: Int, _ y: Int) -> SIMD3<UInt8> {
        let place = y * gray.width + x
        switch colors {
        case .none: return SIMD3(repeating: gray.pixels[place])
        case .whole(let pixels): return SIMD3(pixels[3 * place], pixels[3 * place + 1], pixels[3 * place + 2])
        case .planes(let planes):
            return planes.withSamples { planes.color(x, y, luma: gray.pixels[place], $0, $1) }
        }
    }

    /// All pixels in color.
    public var rgb: RGBImage {
        if case .whole(let pixels) = colors { return RGBImage(width: width, height: height, pixels: pixels) }
        let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { target, initialized in
            write(0..<height, into: target)
            initialized = 3 * width * height
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// The same as ``RGBImage/fitted(longSide:)`` of ``rgb``, without all pixels in color at once.
    public func fitted(longSide: Int) -> RGBImage {
        if case .whole = colors { return rgb.fitted(longSide: longSide) }
        guard let size = fittedSize(width: width, height: height, longSide: longSide) else { return rgb }
        return RGBImage(
            Raster.resized(width: width, height: height, to: size) { rows, target in write(rows, into: target) })
    }

    /// Writes red, green and blue of whole rows.
    private func write(_ rows: Range<Int>, into target: UnsafeMutableBufferPointer<UInt8>) {
        func fill(_ color: (_ x: Int, _ y: Int) -> SIMD3<UInt8>) {
            var place = 0
            for y in rows {
                for x in 0..<width {
                    let color = color(x, y)
                    (target[place], target[place + 1], target[place + 2]) = (color.x, color.y, color.z)
                    place += 3
                }
            }
        }
        guard case .planes(let planes) = colors else { return fill(pixel) }
        // Arrays would be checked and retained for each pixel, which takes longer than the arithmetic.
        planes.withSamples { blue, red in
            gray.pixels.withUnsafeBufferPointer { luma in
                fill { x, y in planes.color(x, y, luma: luma[y &* width &+ x], blue, red) }
            }
        }
    }
}

/// The color of a picture as JPEG stores it: difference of blue and of red from the luma, at full or half the
/// resolution (ITU-T T.871).
///
/// Halved planes are enlarged as libjpeg does it, by a triangle filter in integers, so that a pixel has the same color
/// to the last bit as in a picture that was decoded as a whole.
package struct ChromaPlanes: Sendable {
    private let blue: [UInt8]
    private let red: [UInt8]
    /// The size of a plane.
    private let (width, height): (Int, Int)
    private let (isHalfWide, isHalfHigh): (Bool, Bool)
    /// The stored place of the upright picture's first pixel, and the steps to the next one to the right and below.
    private let (origin, right, down): (SIMD2<Int>, SIMD2<Int>, SIMD2<Int>)

    /// - Parameters:
    ///   - size: of the stored picture.
    ///   - isHalfWide, isHalfHigh: whether the planes have a sample for two columns, and for two rows. Planes of half
    ///     the height have half the width, too.
    ///   - orientation: of the stored picture.
    package init(
        blue: [UInt8], red: [UInt8], of size: (width: Int, height: Int), isHalfWide: Bool, isHalfHigh: Bool,
        orientation: Orientation
    ) {
        (self.blue, self.red) = (blue, red)
        (self.isHalfWide, self.isHalfHigh) = (isHalfWide, isHalfHigh)
        width = isHalfWide ? (size.width + 1) / 2 : size.width
        height = isHalfHigh ? (size.height + 1) / 2 : size.height
        precondition((isHalfWide || !isHalfHigh) && blue.count == width * height && red.count == blue.count)
        let (lastX, lastY) = (size.width - 1, size.height - 1)
        (origin, right, down) =
            switch orientation {
            case .identity: (SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1))
            case .flipHorizontal: (SIMD2(lastX, 0), SIMD2(-1, 0), SIMD2(0, 1))
            case .rotate180: (SIMD2(lastX, lastY), SIMD2(-1, 0), SIMD2(0, -1))
            case .flipVertical: (SIMD2(0, lastY), SIMD2(1, 0), SIMD2(0, -1))
            case .transpose: (SIMD2(0, 0), SIMD2(0, 1), SIMD2(1, 0))
            case .rotate90: (SIMD2(0, lastY), SIMD2(0, -1), SIMD2(1, 0))
            case .transverse: (SIMD2(lastX, lastY), SIMD2(0, -1), SIMD2(-1, 0))
            case .rotate270: (SIMD2(lastX, 0), SIMD2(0, 1), SIMD2(-1, 0))
            }
    }

    /// The samples of a plane.
    typealias Samples = UnsafeBufferPointer<UInt8>

    /// Calls back with the planes of blue and red.
    func withSamples<Result>(_ work: (_ blue: Samples, _ red: Samples) -> Result) -> Result {
        blue.withUnsafeBufferPointer { blue in red.withUnsafeBufferPointer { red in work(blue, red) } }
    }

    /// Red, green and blue of an upright pixel, with the constants of libjpeg: 65,536ths, and half a unit for rounding.
    @inline(__always)
    func color(_ x: Int, _ y: Int, luma: UInt8, _ blue: Samples, _ red: Samples) -> SIMD3<UInt8> {
        let stored = SIMD2(
            origin.x &+ x &* right.x &+ y &* down.x, origin.y &+ x &* right.y &+ y &* down.y)
        let (blue, red) = (value(blue, stored) &- 128, value(red, stored) &- 128)
        let luma = Int32(luma)
        return SIMD3(
            Self.byte(luma &+ (91_881 &* red &+ 32_768) >> 16),
            Self.byte(luma &+ (-22_554 &* blue &- 46_802 &* red &+ 32_768) >> 16),
            Self.byte(luma &+ (116_130 &* blue &+ 32_768) >> 16))
    }

    private static func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }

    /// The value of a plane at a place of the stored picture.
    @inline(__always)
    private func value(_ plane: Samples, _ place: SIMD2<Int>) -> Int32 {
        guard isHalfWide else { return Int32(plane[place.y &* width &+ place.x]) }
        let column = place.x >> 1
        let row = isHalfHigh ? place.y >> 1 : place.y
        let near = row &* width
        // Like libjpeg, which does not filter the narrowest planes.
        guard width > 2 else { return Int32(plane[near &+ column]) }
        let isOdd = place.x & 1 == 1
        let beside = min(max(isOdd ? column &+ 1 : column &- 1, 0), width &- 1)
        guard isHalfHigh else {
            let sum = 3 &* Int32(plane[near &+ column]) &+ Int32(plane[near &+ beside])
            return (sum &+ (isOdd ? 2 : 1)) >> 2
        }
        let far = min(max(place.y & 1 == 1 ? row &+ 1 : row &- 1, 0), height &- 1) &* width
        func mixed(_ column: Int) -> Int32 { 3 &* Int32(plane[near &+ column]) &+ Int32(plane[far &+ column]) }
        return (3 &* mixed(column) &+ mixed(beside) &+ (isOdd ? 7 : 8)) >> 4
    }
}
