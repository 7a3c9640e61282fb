/// One level of the picture: the view itself or a copy shrunk by a power of two.
struct Plane: Sendable {
    let width: Int
    let height: Int
    let pixels: [UInt8]
    /// Pixels of the view per pixel of this plane.
    let scale: Double

    init(_ view: GrayView) {
        width = view.width
        height = view.height
        pixels = view.pixels
        scale = 1
    }

    init(width: Int, height: Int, pixels: [UInt8], scale: Double) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.scale = scale
    }

    /// The plane at half the size: each pixel is the mean of four. An odd last row or column is dropped.
    package func halved() -> Plane {
        let columns = width / 2
        let rows = height / 2
        let values = [UInt8](unsafeUninitializedCapacity: columns * rows) { out, count in
            pixels.withUnsafeBufferPointer { source in
                for y in 0..<rows {
                    let upper = source.baseAddress! + 2 * y * width
                    let lower = upper + width
                    let row = out.baseAddress! + y * columns
                    for x in 0..<columns {
                        let sum =
                            UInt16(upper[2 * x]) + UInt16(upper[2 * x + 1]) + UInt16(lower[2 * x])
                            + UInt16(lower[2 * x + 1])
                        row[x] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
                    }
                }
            }
            count = columns * rows
        }
        return Plane(width: columns, height: rows, pixels: values, scale: scale * 2)
    }

    /// The plane with each pixel replaced by the darkest (or lightest) of the 3 × 3 around it: dots become patches.
    func spread(_ pick: (UInt8, UInt8) -> UInt8) -> Plane {
        guard width > 2, height > 2 else { return self }
        var wide = pixels
        for index in 1..<(pixels.count - 1) {
            wide[index] = pick(pick(pixels[index - 1], pixels[index]), pixels[index + 1])
        }
        var result = wide
        for index in width..<(pixels.count - width) {
            result[index] = pick(pick(wide[index - width], wide[index]), wide[index + width])
        }
        return Plane(width: width, height: height, pixels: result, scale: scale)
    }

    func withRaster<Result>(_ body: (Raster) throws -> Result) rethrows -> Result {
        try pixels.withUnsafeBufferPointer { buffer in
            try body(Raster(base: buffer.baseAddress!, width: width, height: height))
        }
    }
}

/// Borrowed pixels of a plane, for the inner loops.
package struct Raster {
    let base: UnsafePointer<UInt8>
    let width: Int
    let height: Int

    /// The bilinear values at four positions that lie at least one pixel inside the raster.
    @inline(__always)
    func sampleInside(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
        // Adding 2²³ rounds to a whole number and leaves it in the low bits: the quickest way to floor four values,
        // since pixel centers lie half a pixel off. A tie may round down by one; the fraction is then 1, which
        // interpolates to the same value.
        let magic = SIMD4<Float>(repeating: 8_388_608)
        let wideX = (x - 1) + magic
        let wideY = (y - 1) + magic
        let fx = (x - 0.5) - (wideX - magic)
        let fy = (y - 0.5) - (wideY - magic)
        let mask = SIMD4<Int32>(repeating: 0x7f_ffff)
        let column = unsafeBitCast(wideX, to: SIMD4<Int32>.self) & mask
        let row = unsafeBitCast(wideY, to: SIMD4<Int32>.self) & mask
        let offset = row &* Int32(truncatingIfNeeded: width) &+ column
        var corners = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        for index in 0..<4 {
            let corner = base + Int(offset[index])
            corners.0[index] = Float(corner[0])
            corners.1[index] = Float(corner[1])
            corners.2[index] = Float(corner[width])
            corners.3[index] = Float(corner[width + 1])
        }
        let top = corners.0 + (corners.1 - corners.0) * fx
        let bottom = corners.2 + (corners.3 - corners.2) * fx
        return top + (bottom - top) * fy
    }

    /// Four positions, each as ``sample(_:_:)`` does it.
    @inline(__always)
    func sampleClamped(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
        var values = SIMD4<Float>.zero
        for index in 0..<4 { values[index] = sample(x[index], y[index]) }
        return values
    }

    /// Whether a position can be sampled without looking at the edges.
    @inline(__always)
    func holds(_ point: SIMD2<Float>) -> Bool {
        point.x >= 1 && point.y >= 1 && point.x < Float(width) - 1 && point.y < Float(height) - 1
    }

    /// The bilinear value at a position; positions outside take the value of the nearest edge.
    @inline(__always)
    func sample(_ x: Float, _ y: Float) -> Float {
        let px = min(max(x - 0.5, 0), Float(width) - 1.001)
        let py = min(max(y - 0.5, 0), Float(height) - 1.001)
        let column = Int(px)
        let row = Int(py)
        let fx = px - Float(column)
        let fy = py - Float(row)
        let corner = base + row * width + column
        let top = Float(corner[0]) + (Float(corner[1]) - Float(corner[0])) * fx
        let bottom = Float(corner[width]) + (Float(corner[width + 1]) - Float(corner[width])) * fx
        return top + (bottom - top) * fy
    }
}
