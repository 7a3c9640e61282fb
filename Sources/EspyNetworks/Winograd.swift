/// Layers with kernels of 3 × 3 by fewer products: four times four outputs from 36 products for each input, instead of 144
/// (Winograd's minimal filtering; Lavin and Gray, "Fast algorithms for convolutional neural networks", 2015).
///
/// Squares of six times six inputs become 36 numbers, those of a kernel, too; their products summed over the inputs become
/// the outputs.
struct Winograd {
    /// Outputs in a row of a square, inputs in a row of it, and numbers.
    private static let side = 4
    private static let reach = 6
    private static let count = reach * reach
    /// Squares that are calculated together, so that their numbers stay in the fast memory.
    private static let together = 4 * Convolution.pixels

    private let inputs: Int
    private let outputs: Int
    /// The count of outputs with those that fill up the last registers.
    private let width: Int
    private let weights: Values

    /// - Parameter weights: [outputs, inputs, 3, 3], row by row.
    /// - Returns: nil for layers that are too narrow for it.
    init?(_ weights: Values) {
        let shape = weights.shape
        guard shape[2] == 3, shape[3] == 3, shape[1] >= 16, shape[0] >= 16, shape[0] % 4 == 0, shape[1] % 4 == 0 else {
            return nil
        }
        (outputs, inputs) = (shape[0], shape[1])
        let (outputs, inputs, width) = (shape[0], shape[1], Convolution.roundedUp(shape[0]))
        self.width = width
        self.weights = Values(shape: [Self.count, width / Convolution.lanes, inputs, Convolution.lanes]) { numbers in
            numbers.update(repeating: 0, count: Self.count * width * inputs)
            for output in 0..<outputs {
                for input in 0..<inputs {
                    let square = Self.transformed(weights.start + (output * inputs + input) * 9)
                    let place =
                        (output / Convolution.lanes * inputs + input) * Convolution.lanes + output % Convolution.lanes
                    for number in 0..<Self.count { numbers[number * width * inputs + place] = square[number] }
                }
            }
        }
    }

    /// The 36 numbers of a kernel.
    private static func transformed(_ kernel: UnsafePointer<Float>) -> [Float] {
        let line = { (a: Float, b: Float, c: Float) -> [Float] in
            [
                a / 4, -(a + b + c) / 6, -(a - b + c) / 6, a / 24 + b / 12 + c / 6, a / 24 - b / 12 + c / 6, c,
            ]
        }
        let rows = (0..<3).map { column in line(kernel[column], kernel[3 + column], kernel[6 + column]) }
        return (0..<reach).flatMap { row in line(rows[0][row], rows[1][row], rows[2][row]) }
    }

    /// Calculates one picture.
    ///
    /// - Parameters:
    ///   - picture: [height, width, inputs].
    ///   - target: [rows, columns, outputs].
    func run(
        _ picture: UnsafePointer<Float>, height: Int, width: Int, top: Int, left: Int, rows: Int, columns: Int,
        nothing: UnsafePointer<Float>, layer: Convolution, into target: UnsafeMutablePointer<Float>
    ) {
        let across = (columns + Self.side - 1) / Self.side
        let squares = (rows + Self.side - 1) / Self.side * across
        let given = UnsafeMutablePointer<Float>.allocate(capacity: Self.count * Self.together * inputs)
        let found = UnsafeMutablePointer<Float>.allocate(capacity: Self.count * Self.together * self.width)
        defer {
            given.deallocate()
            found.deallocate()
        }
        for first in stride(from: 0, to: squares, by: Self.together) {
            let some = min(Self.together, squares - first)
            for square in 0..<some {
                let (row, column) = ((first + square) / across * Self.side, (first + square) % across * Self.side)
                take(into: given + square * inputs) { y, x in
                    let (y, x) = (row + y - top, column + x - left)
                    return y >= 0 && y < height && x >= 0 && x < width ? picture + (y * width + x) * inputs : nothing
                }
            }
            multiply(given, some, into: found)
            for square in 0..<some {
                let (row, column) = ((first + square) / across * Self.side, (first + square) % across * Self.side)
                give(
                    found + square * self.width, layer, min(Self.side, rows - row), min(Self.side, columns - column),
                    into: target + (row * columns + column) * outputs, columns: columns)
            }
        }
    }

    /// Turns the inputs of a square into its numbers, each in a plane of its own.
    @inline(__always)
    private func take(
        into target: UnsafeMutablePointer<Float>, _ pixel: (_ row: Int, _ column: Int) -> UnsafePointer<Float>
    ) {
        let places = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: Self.count)
        let lines = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: Self.count)
        defer {
            places.deallocate()
            lines.deallocate()
        }
        for row in 0..<Self.reach {
            for column in 0..<Self.reach { places[row * Self.reach + column] = pixel(row, column) }
        }
        let plane = Self.together * inputs
        for channel in stride(from: 0, to: inputs, by: 4) {
            for column in 0..<Self.reach {
                let number = { (row: Int) in Convolution.vector(places[row * Self.reach + column] + channel) }
                let line = Self.line(number(0), number(1), number(2), number(3), number(4), number(5))
                (lines[column], lines[6 + column], lines[12 + column]) = (line.0, line.1, line.2)
                (lines[18 + column], lines[24 + column], lines[30 + column]) = (line.3, line.4, line.5)
            }
            for row in 0..<Self.reach {
                let own = lines + row * Self.reach
                let line = Self.line(own[0], own[1], own[2], own[3], own[4], own[5])
                let place = UnsafeMutableRawPointer(target + row * Self.reach * plane + channel)
                place.storeBytes(of: line.0, as: SIMD4<Float>.self)
                (place + 4 * plane).storeBytes(of: line.1, as: SIMD4<Float>.self)
                (place + 8 * plane).storeBytes(of: line.2, as: SIMD4<Float>.self)
                (place + 12 * plane).storeBytes(of: line.3, as: SIMD4<Float>.self)
                (place + 16 * plane).storeBytes(of: line.4, as: SIMD4<Float>.self)
                (place + 20 * plane).storeBytes(of: line.5, as: SIMD4<Float>.self)
            }
        }
    }

    private typealias Vector = SIMD4<Float>

    @inline(__always)
    private static func line(
        _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ e: Vector, _ f: Vector
    ) -> (Vector, Vector, Vector, Vector, Vector, Vector) {
        let (even, odd) = (e - 4 * c, d - 4 * b)
        let (near, far) = (e - c, 2 * (d - b))
        return (4 * a - 5 * c + e, even + odd, even - odd, near + far, near - far, 4 * b - 5 * d + f)
    }

    private func multiply(
        _ given: UnsafePointer<Float>, _ squares: Int, into target: UnsafeMutablePointer<Float>
    ) {
        let pixels = Convolution.pixels
        let places = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: pixels)
        let sums = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 2 * pixels + 2)
        defer {
            places.deallocate()
            sums.deallocate()
        }
        let none = sums + 2 * pixels
        (none[0], none[1]) = (Vector(repeating: 0), Vector(repeating: 0))
        for number in 0..<Self.count {
            let plane = given + number * Self.together * inputs
            let kernel = UnsafeRawPointer(weights.start + number * width * inputs)
            for group in stride(from: 0, to: squares, by: pixels) {
                for pixel in 0..<pixels { places[pixel] = plane + min(group + pixel, squares - 1) * inputs }
                for block in 0..<(width / Convolution.lanes) {
                    Convolution.multiply(
                        places, taps: 1, channels: inputs, kernel + block * 4 * Convolution.lanes * inputs,
                        UnsafeRawPointer(none), sums)
                    for pixel in 0..<min(pixels, squares - group) {
                        let place = UnsafeMutableRawPointer(
                            target + (number * Self.together + group + pixel) * width + block * Convolution.lanes)
                        place.storeBytes(of: sums[2 * pixel], as: Vector.self)
                        (place + 16).storeBytes(of: sums[2 * pixel + 1], as: Vector.self)
                    }
                }
            }
        }
    }

    /// Turns the numbers of a square into its outputs.
    private func give(
        _ found: UnsafePointer<Float>, _ layer: Convolution, _ rows: Int, _ columns: Int,
        into target: UnsafeMutablePointer<Float>, columns across: Int
    ) {
        let lines = UnsafeMutablePointer<Vector>.allocate(capacity: Self.side * Self.reach)
        defer { lines.deallocate() }
        let plane = Self.together * width
        for output in stride(from: 0, to: outputs, by: 4) {
            for column in 0..<Self.reach {
                let number = { (row: Int) in
                    Convolution.vector(found + (row * Self.reach + column) * plane + output)
                }
                let line = Self.sums(number(0), number(1), number(2), number(3), number(4), number(5))
                (lines[column], lines[6 + column]) = (line.0, line.1)
                (lines[12 + column], lines[18 + column]) = (line.2, line.3)
            }
            for row in 0..<rows {
                let own = lines + row * Self.reach
                let line = Self.sums(own[0], own[1], own[2], own[3], own[4], own[5])
                let place = UnsafeMutableRawPointer(target + row * across * outputs + output)
                let step = 4 * outputs
                place.storeBytes(of: layer.finished(line.0, output), as: Vector.self)
                if columns > 1 { (place + step).storeBytes(of: layer.finished(line.1, output), as: Vector.self) }
                if columns > 2 { (place + 2 * step).storeBytes(of: layer.finished(line.2, output), as: Vector.self) }
                if columns > 3 { (place + 3 * step).storeBytes(of: layer.finished(line.3, output), as: Vector.self) }
            }
        }
    }

    @inline(__always)
    private static func sums(
        _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ e: Vector, _ f: Vector
    ) -> (Vector, Vector, Vector, Vector) {
        let (near, far) = (b + c, d + e)
        let (nearby, afar) = (b - c, d - e)
        return (a + near + far, nearby + 2 * afar, near + 4 * far, nearby + 8 * afar + f)
    }
}
