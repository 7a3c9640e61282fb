import EspyImage

extension GrayImage {
    /// Means of 2 by 2 pixels; an odd column or row at the end is left out.
    var halved: GrayImage {
        let (width, height) = (width / 2, height / 2)
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<height {
                    let upper = 2 * row * self.width
                    let lower = upper + self.width
                    for column in 0..<width {
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
}
