package import EspyPixels

extension GrayImage {
    /// Means of 2 by 2 pixels; an odd column or row at the end is left out.
    package var halved: GrayImage {
        let (width, height) = (width / 2, height / 2)
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<height {
                    let upper = 2 * row * self.width
                    let lower = upper + self.width
                    let done = Self.halve(source, upper, lower, width, into: target, row * width)
                    for column in done..<width {
                        let first = UInt16(source[upper + 2 * column]) + UInt16(source[upper + 2 * column + 1])
                        let second = UInt16(source[lower + 2 * column]) + UInt16(source[lower + 2 * column + 1])
                        target[row * width + column] = UInt8(truncatingIfNeeded: (first + second + 2) >> 2)
                    }
                }
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: bytes)
    }

    /// - Returns: how many columns there were that could be done 16 at a time.
    private static func halve(
        _ source: UnsafeBufferPointer<UInt8>, _ upper: Int, _ lower: Int, _ width: Int,
        into target: UnsafeMutableBufferPointer<UInt8>, _ place: Int
    ) -> Int {
        let (source, target) = (UnsafeRawBufferPointer(source), UnsafeMutableRawBufferPointer(target))
        func pairs(_ start: Int) -> SIMD16<UInt16> {
            let values = source.loadUnaligned(fromByteOffset: start, as: SIMD32<UInt8>.self)
            return SIMD16(truncatingIfNeeded: values.evenHalf) &+ SIMD16(truncatingIfNeeded: values.oddHalf)
        }
        for column in stride(from: 0, to: width & ~15, by: 16) {
            let sums = pairs(upper + 2 * column) &+ pairs(lower + 2 * column) &+ 2
            target.storeBytes(
                of: SIMD16<UInt8>(truncatingIfNeeded: sums &>> 2), toByteOffset: place + column,
                as: SIMD16<UInt8>.self)
        }
        return width & ~15
    }
}
