import EspyPixels

extension Y4MFormat {
    /// One frame as a picture, by ITU-R BT.601.
    ///
    /// - Precondition: `bytes` has ``frameSize`` bytes.
    func image(_ bytes: UnsafeBufferPointer<UInt8>) -> RGBImage {
        precondition(bytes.count == frameSize)
        let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { out, initialized in
            for row in 0..<height { fill(row, of: out.baseAddress! + 3 * row * width, bytes.baseAddress!) }
            initialized = 3 * width * height
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    private func fill(_ row: Int, of out: UnsafeMutablePointer<UInt8>, _ bytes: UnsafePointer<UInt8>) {
        let light = bytes + row * width
        let (scale, offset): (Int32, Int32) = isFullRange ? (256, 0) : (298, 16)
        guard chroma != .mono else {
            for column in 0..<width {
                let value = Self.clamped((Int32(light[column]) &- offset) &* scale)
                (out[3 &* column], out[3 &* column &+ 1], out[3 &* column &+ 2]) = (value, value, value)
            }
            return
        }
        let chromaRow = chroma == .quarter ? row / 2 : row
        let blue = bytes + width * height + chromaRow * chromaWidth
        let red = blue + chromaWidth * chromaHeight
        let shift = chroma == .full ? 0 : 1
        // In 256ths: of limited and of full range.
        let k: (Int32, Int32, Int32, Int32) = isFullRange ? (359, 88, 183, 454) : (409, 100, 208, 516)
        for column in 0..<width {
            let y = (Int32(light[column]) &- offset) &* scale
            let u = Int32(blue[column &>> shift]) &- 128
            let v = Int32(red[column &>> shift]) &- 128
            out[3 &* column] = Self.clamped(y &+ k.0 &* v)
            out[3 &* column &+ 1] = Self.clamped(y &- k.1 &* u &- k.2 &* v)
            out[3 &* column &+ 2] = Self.clamped(y &+ k.3 &* u)
        }
    }

    @inline(__always)
    private static func clamped(_ value: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max((value &+ 128) &>> 8, 0), 255))
    }
}
