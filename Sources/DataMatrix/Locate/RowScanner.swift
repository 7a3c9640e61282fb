/// Finds the runs of one row: the stretches of pixels on one side of the threshold.
struct RowScanner {
    let raster: Raster
    let y: Int
    let threshold: LocalThreshold
    let inverted: Bool
    /// Where the runs go; there are `count` of them.
    let line: UnsafeMutableBufferPointer<Run>
    private(set) var count = 0
    /// Where the run that is open began; −1 outside of runs.
    private var start = -1

    init(
        raster: Raster, y: Int, threshold: LocalThreshold, inverted: Bool, line: UnsafeMutableBufferPointer<Run>
    ) {
        self.raster = raster
        self.y = y
        self.threshold = threshold
        self.inverted = inverted
        self.line = line
    }

    mutating func scan() {
        let first = (y / LocalThreshold.block) * threshold.columns
        threshold.sides.withUnsafeBufferPointer { sides in
            threshold.values.withUnsafeBufferPointer { limits in
                scan(sides.baseAddress! + first, limits.baseAddress! + first)
            }
        }
        if start >= 0 { toggle(raster.width) }
    }

    private mutating func scan(_ sides: UnsafePointer<LocalThreshold.Side>, _ limits: UnsafePointer<UInt8>) {
        let block = LocalThreshold.block
        let row = raster.base + y * raster.width
        for column in 0..<threshold.columns {
            let left = column * block
            switch sides[column] {
            case .mixed:
                let limit = limits[column]
                if left + block <= raster.width {
                    scanBlock(row + left, left, limit)
                } else {
                    for x in left..<raster.width where ((row[x] < limit) != inverted) != (start >= 0) { toggle(x) }
                }
            case let side where side == (inverted ? .above : .below):
                if start < 0 { start = left }
            default:
                if start >= 0 { toggle(left) }
            }
        }
    }

    /// Eight pixels at once: compares them all in one machine word, then visits only the places where the side changes.
    ///
    /// Comparing the bytes of a word: H. S. Warren, "Hacker's Delight", section 2-18.
    @inline(__always)
    private mutating func scanBlock(_ pixels: UnsafePointer<UInt8>, _ left: Int, _ limit: UInt8) {
        let high: UInt64 = 0x8080_8080_8080_8080
        // The lowest byte is the leftmost pixel.
        let values = UInt64(littleEndian: UnsafeRawPointer(pixels).loadUnaligned(as: UInt64.self))
        let limits = UInt64(limit) &* 0x0101_0101_0101_0101
        let notBelow = (values | high) &- (limits & ~high)
        let below = ((~values & limits) | (~(values ^ limits) & ~notBelow)) & high
        var changes = below ^ ((start >= 0) == inverted ? 0 : high)
        while changes != 0 {
            let bit = changes.trailingZeroBitCount
            toggle(left + bit / 8)
            changes = (changes ^ high) & (~0 << UInt64(bit + 1))
        }
    }

    @inline(__always)
    private mutating func toggle(_ x: Int) {
        if start >= 0 {
            line[count] = Run(y: Int32(y), start: Int32(start), end: Int32(x))
            count += 1
            start = -1
        } else {
            start = x
        }
    }
}
