/// One level of the picture: the view itself or a copy reduced by a power of two.
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
    func halved() -> Plane {
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

    func withRaster<Result>(_ body: (Raster) -> Result) -> Result {
        pixels.withUnsafeBufferPointer { buffer in
            body(Raster(base: buffer.baseAddress!, width: width, height: height))
        }
    }
}

/// Borrowed pixels of a plane, for the inner loops.
struct Raster {
    let base: UnsafePointer<UInt8>
    let width: Int
    let height: Int

    /// The bilinear values at four positions that are more than half a pixel inside the raster.
    ///
    /// Not inlined: otherwise the compiler takes the vectors apart and processes some lanes one by one.
    @inline(never)
    func samplesInside(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
        // Adding 2²³ rounds to an integer and leaves it in the low bits: the fastest way to floor four values, because
        // pixel centers are at half pixels. A tie may round down by one; the fraction is then 1, which interpolates to
        // the same value.
        let magic = SIMD4<Float>(repeating: 8_388_608)
        let wideX = x + magic
        let wideY = y + magic
        let fx = (x + 0.5) - (wideX - magic)
        let fy = (y + 0.5) - (wideY - magic)
        let mask = SIMD4<Int32>(repeating: 0x7f_ffff)
        let column = unsafeBitCast(wideX, to: SIMD4<Int32>.self) & mask
        let row = unsafeBitCast(wideY, to: SIMD4<Int32>.self) & mask
        let offset = row &* Int32(truncatingIfNeeded: width) &+ column
        let origin = base - width - 1
        var upper = SIMD4<Int32>.zero
        var lower = SIMD4<Int32>.zero
        for index in 0..<4 {
            let corner = origin + Int(offset[index])
            upper[index] = Self.pair(corner)
            lower[index] = Self.pair(corner + width)
        }
        let top = Self.mixed(upper, fx)
        let bottom = Self.mixed(lower, fx)
        return top + (bottom - top) * fy
    }

    /// The same at any positions; outside, the nearest edge counts.
    @inline(__always)
    func samples(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
        samplesInside(Self.clamped(x, below: Float(width)), Self.clamped(y, below: Float(height)))
    }

    /// NaN goes to the lower end.
    @inline(__always)
    private static func clamped(_ value: SIMD4<Float>, below end: Float) -> SIMD4<Float> {
        let least = SIMD4<Float>(repeating: 0.501)
        let most = SIMD4<Float>(repeating: end - 0.501)
        let raised = least.replacing(with: value, where: value .> least)
        return raised.replacing(with: most, where: raised .> most)
    }

    /// Whether four positions, and everything between them, can be sampled without checking the edges.
    @inline(__always)
    func holds(_ x: SIMD4<Float>, _ y: SIMD4<Float>, margin: Float) -> Bool {
        // NaN in one lane must not go unnoticed.
        x.sum().isFinite && y.sum().isFinite && x.min() > 0.501 + margin && x.max() < Float(width) - 0.501 - margin
            && y.min() > 0.501 + margin
            && y.max() < Float(height) - 0.501 - margin
    }

    /// A pixel in the low byte and its right neighbor in the next.
    @inline(__always)
    private static func pair(_ pixel: UnsafePointer<UInt8>) -> Int32 {
        Int32(UInt16(littleEndian: UnsafeRawPointer(pixel).loadUnaligned(as: UInt16.self)))
    }

    /// Interpolates four pairs, each from its first to its second pixel.
    @inline(__always)
    private static func mixed(_ pairs: SIMD4<Int32>, _ share: SIMD4<Float>) -> SIMD4<Float> {
        let first = pairs & SIMD4(repeating: 255)
        let second = pairs &>> 8
        return SIMD4<Float>(first) + SIMD4<Float>(second &- first) * share
    }

    /// The values at `count` places of a map, four at a time; `place` returns each one's position in the unit square.
    @inline(__always)
    func samples(_ map: UnitMap, count: Int, inverted: Bool = false, at place: (Int) -> SIMD2<Float>) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { values, filled in
            for first in stride(from: 0, to: count, by: 4) {
                var u = SIMD4<Float>.zero
                var v = SIMD4<Float>.zero
                for lane in 0..<4 {
                    let position = place(min(first + lane, count - 1))
                    u[lane] = position.x
                    v[lane] = position.y
                }
                let (x, y) = map.apply(u, v)
                let four = inverted ? 255 - samples(x, y) : samples(x, y)
                for lane in 0..<min(4, count - first) { values[first + lane] = four[lane] }
            }
            filled = count
        }
    }
}
