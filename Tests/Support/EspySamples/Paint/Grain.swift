/// Texture that depends only on the place: value noise on a lattice of hashed numbers.
struct Grain {
    let seed: UInt64

    /// 0..<1, the same for the same cell.
    @inline(__always)
    func cell(_ x: Int, _ y: Int) -> Float {
        let key = seed ^ (UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15)
        let hash = SampleRandom.mixed(key &+ UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F)
        return Float(hash >> 40) / Float(1 << 24)
    }

    /// 0...1, smooth between the cells of a lattice with a spacing of 1.
    @inline(__always)
    func smooth(_ place: SIMD2<Double>) -> Float {
        let floor = place.rounded(.down)
        let (x, y) = (Int(floor.x), Int(floor.y))
        let part = SIMD2<Float>(place - floor)
        let ease = part * part * (3 - 2 * part)
        let top = cell(x, y) * (1 - ease.x) + cell(x + 1, y) * ease.x
        let bottom = cell(x, y + 1) * (1 - ease.x) + cell(x + 1, y + 1) * ease.x
        return top * (1 - ease.y) + bottom * ease.y
    }
}
