package import EspyPixels

/// Maps where a picture is striped, and in which direction: the structure tensor of squares of 8 pixels, each with its
/// neighbors.
struct StripeMap {
    static let side = 8

    /// For each square: the squared strength of gradients, and the doubled angle of their main direction as a vector
    /// whose length is 1 if all gradients are parallel.
    struct Square {
        var strength: Float = 0
        var alongX: Float = 0
        var alongY: Float = 0

        var coherence: Float { (alongX * alongX + alongY * alongY).squareRoot() }
    }

    let columns: Int
    let rows: Int
    private(set) var squares: [Square]

    /// - Parameter every: sample every nth row of pixels; 1 for all.
    init(_ image: GrayImage, every: Int) {
        columns = max((image.width - 1) / Self.side, 0)
        rows = max((image.height - 1) / Self.side, 0)
        squares = []
        guard columns > 0, rows > 0 else { return }
        let sums = Self.sums(image, columns, rows, every)
        squares = (0..<rows * columns).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            var sum = SIMD4<Float>()
            for y in max(row - 1, 0)...min(row + 1, rows - 1) {
                for x in max(column - 1, 0)...min(column + 1, columns - 1) { sum += sums[y * columns + x] }
            }
            guard sum.x > 0 else { return Square() }
            return Square(strength: sum.x / sum.w, alongX: sum.y / sum.x, alongY: sum.z / sum.x)
        }
    }

    /// Gradients across the diagonals of 2 × 2 pixels detect even bars one pixel wide. With a and b along them, the
    /// gradient in x is (a - b) / 2 and in y (a + b) / 2.
    private static func sums(_ image: GrayImage, _ columns: Int, _ rows: Int, _ every: Int) -> [SIMD4<Float>] {
        var sums = [SIMD4<Float>](repeating: .zero, count: rows * columns)
        let width = image.width
        image.pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            func load(_ at: UnsafeRawPointer) -> SIMD8<Int32> {
                SIMD8(truncatingIfNeeded: at.loadUnaligned(as: SIMD8<UInt8>.self))
            }
            for row in 0..<rows {
                for column in 0..<columns {
                    var (aa, bb, ab) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
                    var y = 0
                    while y < side {
                        let here = base + (row * side + y) * width + column * side
                        let a = load(here + width + 1) &- load(here)
                        let b = load(here + width) &- load(here + 1)
                        aa &+= a &* a
                        bb &+= b &* b
                        ab &+= a &* b
                        y += every
                    }
                    let (a, b, both) = (Float(aa.wrappedSum()), Float(bb.wrappedSum()), Float(ab.wrappedSum()))
                    let count = Float(side * ((side + every - 1) / every))
                    sums[row * columns + column] = SIMD4((a + b) / 2, -both, (a - b) / 2, count)
                }
            }
        }
        return sums
    }
}

extension GrayImage {
    /// Means of 2 × 2 pixels; an odd column or row at the end is left out.
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

    /// - Returns: the number of columns that were processed, 16 at a time.
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
