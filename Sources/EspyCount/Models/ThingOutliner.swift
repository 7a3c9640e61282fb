import EspyBase
package import EspyInference
package import EspyPixels

/// Finds the part of a box that its thing fills: a network looks at the square around each box.
package struct ThingOutliner: Sendable {
    /// Turns windows, written by ``ThingWindow``, into the chance of each cell to show the thing.
    package typealias Network = @Sendable (Tensor) throws(CountError) -> Tensor

    private let id: String
    private let load: @Sendable () throws(CountError) -> Network
    /// The number of windows per run. The task may be canceled between batches.
    private static let batch = 16

    /// - Parameters:
    ///   - id: identifier in the model manifest.
    ///   - load: called when something is first measured, because few photos are.
    package init(id: String, load: @escaping @Sendable () throws(CountError) -> Network) {
        (self.id, self.load) = (id, load)
    }

    /// Returns a size for each box, or nil if no thing is visible in it.
    ///
    /// - Parameter boxes: in pixels of `image`, each with an area.
    /// - Throws: ``CountError/model(_:)``, ``CountError/cancelled``
    package func sizes(of boxes: [Rect], in image: RGBImage) throws(CountError) -> [Count.Size?] {
        let network = try load()
        var found: [Count.Size?] = []
        for start in stride(from: 0, to: boxes.count, by: Self.batch) {
            let windows = boxes[start..<min(start + Self.batch, boxes.count)].map(ThingWindow.init)
            let shown = Self.tensor(of: windows, in: image)
            let answer = try network(shown)
            let shape = [windows.count, ThingWindow.cells, ThingWindow.cells]
            guard answer.shape == shape, answer.values.count == Tensor.count(of: shape) else {
                throw .model(
                    .wrongShape(id: id, expected: Tensor.text(of: shape), found: Tensor.text(of: answer.shape)))
            }
            found += windows.indices.map { Self.size(windows[$0], $0, shown, answer) }
        }
        return found
    }

    private static let plane = ThingWindow.cells * ThingWindow.cells

    private static func tensor(of windows: [ThingWindow], in image: RGBImage) -> Tensor {
        let count = windows.count * 4 * plane
        let values = [Float](unsafeUninitializedCapacity: count) { out, initialized in
            for (index, window) in windows.enumerated() {
                let part = (index * 4 * plane)..<((index + 1) * 4 * plane)
                window.write(image, into: UnsafeMutableBufferPointer(rebasing: out[part]))
            }
            initialized = count
        }
        return Tensor(shape: [windows.count, 4, ThingWindow.cells, ThingWindow.cells], values: values)
    }

    private static func size(_ window: ThingWindow, _ index: Int, _ shown: Tensor, _ answer: Tensor) -> Count.Size? {
        answer.values.withUnsafeBufferPointer { answers in
            let chances = UnsafeBufferPointer(rebasing: answers[(index * plane)..<((index + 1) * plane)])
            let outline = OutlineTrace(chances, side: ThingWindow.cells).largest().map(window.point)
            return Count.Size(outline: outline, color: color(shown.values[(index * 4 * plane)...], chances))
        }
    }

    /// Mean color of the cells inside, as `#rrggbb`.
    private static func color(_ window: ArraySlice<Float>, _ chances: UnsafeBufferPointer<Float>) -> String {
        var (sum, weight) = (SIMD3<Float>.zero, Float.leastNormalMagnitude)
        for cell in 0..<plane where chances[cell] > 0.5 {
            for channel in 0..<3 { sum[2 - channel] += window[window.startIndex + channel * plane + cell] }
            weight += 1
        }
        let mean = sum / weight
        return "#" + Hexadecimal.text((0..<3).map { UInt8(min(max(mean[$0], 0), 255).rounded()) })
    }
}

/// The square around a thing that the outliner looks at.
///
/// `training/outliner/window.py` cuts the windows that the network learns from, and must use the same numbers.
package struct ThingWindow {
    /// The number of cells across and down.
    package static let cells = 64
    /// Its side divided by the longer side of the box.
    private static let context = 1.5

    package let box: Rect
    /// Width of a cell in pixels.
    package let cell: Double
    /// Left and top edge, in pixels of the picture.
    private let origin: Point

    package init(around box: Rect) {
        self.box = box
        let side = Self.context * max(box.width, box.height)
        cell = side / Double(Self.cells)
        origin = Point(x: box.center.x - side / 2, y: box.center.y - side / 2)
    }

    /// Converts cells to pixels of the picture.
    package func point(_ cells: Point) -> Point { origin + cells * cell }

    /// Writes the means of the cells: 64 × 64 numbers for blue, then green, red, and how much of the cell the box
    /// covers. Outside the picture, its border is repeated.
    package func write(_ image: RGBImage, into numbers: UnsafeMutableBufferPointer<Float>) {
        let size = Self.cells * Self.cells
        // As many samples as pixels, but at least two across and down.
        let samples = min(max(Int(cell.rounded(.up)), 2), 24)
        let (columns, rows) = (taps(origin.x, samples, image.width), taps(origin.y, samples, image.height))
        let weight = 1 / Float(samples * samples)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<Self.cells {
                for column in 0..<Self.cells {
                    var sum = SIMD4<Float>.zero
                    for down in rows[(row * samples)..<((row + 1) * samples)] {
                        for across in columns[(column * samples)..<((column + 1) * samples)] {
                            sum += Self.color(pixels, image.width, across, down)
                        }
                    }
                    let place = row * Self.cells + column
                    for channel in 0..<3 { numbers[channel * size + place] = sum[2 - channel] * weight }
                    numbers[3 * size + place] = Float(share(column, box.width) * share(row, box.height))
                }
            }
        }
    }

    /// Two neighboring pixels, and the weight of the second.
    private struct Tap {
        let first: Int
        let second: Int
        let weight: Float
    }

    private func taps(_ start: Double, _ samples: Int, _ length: Int) -> [Tap] {
        (0..<(Self.cells * samples)).map { index in
            // The middle of the first pixel is at one half.
            let place = start + (Double(index) + 0.5) * cell / Double(samples) - 0.5
            let bounded = min(max(place, 0), Double(length - 1))
            let first = Int(bounded)
            return Tap(first: first, second: min(first + 1, length - 1), weight: Float(bounded - Double(first)))
        }
    }

    private static func color(
        _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ across: Tap, _ down: Tap
    ) -> SIMD4<Float> {
        func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
            let place = 3 * (row * width + column)
            return SIMD4(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 0)
        }
        let top = pixel(across.first, down.first)
        let upper = top + (pixel(across.second, down.first) - top) * across.weight
        let bottom = pixel(across.first, down.second)
        let lower = bottom + (pixel(across.second, down.second) - bottom) * across.weight
        return upper + (lower - upper) * down.weight
    }

    /// The share of a column, or row, of cells that the box covers.
    private func share(_ index: Int, _ length: Double) -> Double {
        let (start, reach) = (Double(index) - Double(Self.cells) / 2, length / 2 / cell)
        return min(max(min(start + 1, reach) - max(start, -reach), 0), 1)
    }
}

/// Follows the line on which a map of chances is one half.
///
/// Marching squares (W. E. Lorensen and H. E. Cline, 1987, in the plane): between two cells of which one is inside, the
/// line crosses where the chance, interpolated linearly, is one half. Cells that touch only at a corner are separate.
package struct OutlineTrace {
    private let chances: UnsafeBufferPointer<Float>
    private let side: Int
    private static let level: Float = 0.5

    /// - Parameter chances: `side * side` numbers, row by row. Everything beyond them is outside.
    package init(_ chances: UnsafeBufferPointer<Float>, side: Int) { (self.chances, self.side) = (chances, side) }

    /// Returns the line around the largest area: its corners in cells from the outer top left corner, in order. Empty
    /// if no cell is inside.
    package func largest() -> [Point] {
        var next = steps()
        var best: (line: [Point], area: Double) = ([], 0)
        while let start = next.keys.min() {
            var (line, place): ([Point], Int?) = ([], start)
            while let here = place {
                line.append(point(here))
                place = next.removeValue(forKey: here)
                if place == start { break }
            }
            let enclosed = area(of: line)
            if enclosed > best.area { best = (line, enclosed) }
        }
        return best.line
    }

    /// Links each place where the line crosses between two cells to the next, with the inside always on the same side.
    private func steps() -> [Int: Int] {
        var next: [Int: Int] = [:]
        for row in -1..<side {
            for column in -1..<side {
                // Clockwise from the upper left.
                let inside =
                    SIMD4(
                        chance(column, row), chance(column + 1, row), chance(column + 1, row + 1),
                        chance(column, row + 1)
                    ) .> SIMD4(repeating: Self.level)
                if all(inside) || !any(inside) { continue }
                add(inside, column, row, to: &next)
            }
        }
        return next
    }

    /// The line leaves four cells on the side where the inside ends, clockwise, and enters on the side where it began.
    private func add(_ inside: SIMDMask<SIMD4<Int32>>, _ column: Int, _ row: Int, to next: inout [Int: Int]) {
        let sides = SIMD4(across(column, row), down(column + 1, row), across(column, row + 1), down(column, row))
        for from in 0..<4 where inside[from] && !inside[(from + 1) % 4] {
            var to = (from + 3) % 4
            while inside[to] { to = (to + 3) % 4 }
            next[sides[from]] = sides[to]
        }
    }

    private func chance(_ column: Int, _ row: Int) -> Float {
        (0..<side).contains(column) && (0..<side).contains(row) ? chances[row * side + column] : 0
    }

    /// Index of the way from the center of a cell to that of its right, or lower, neighbor.
    private func across(_ column: Int, _ row: Int) -> Int { 2 * ((row + 1) * (side + 2) + column + 1) }
    private func down(_ column: Int, _ row: Int) -> Int { across(column, row) + 1 }

    private func point(_ edge: Int) -> Point {
        let (row, column) = (edge / 2).quotientAndRemainder(dividingBy: side + 2)
        let (x, y) = (column - 1, row - 1)
        let isDown = edge % 2 == 1
        let (first, second) = (chance(x, y), isDown ? chance(x, y + 1) : chance(x + 1, y))
        let share = Double((Self.level - first) / (second - first))
        return Point(x: Double(x) + 0.5 + (isDown ? 0 : share), y: Double(y) + 0.5 + (isDown ? share : 0))
    }
}
