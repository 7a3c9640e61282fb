/// A horizontal stretch of pixels on one side of the threshold: `start..<end` in row `y`.
struct Run {
    var y: Int32
    var start: Int32
    var end: Int32
}

/// One connected patch of dark (or, inverted, light) pixels.
struct Component {
    /// The patch's runs, from the top row down.
    let runs: ArraySlice<Run>
    let left: Int
    let top: Int
    let right: Int
    let bottom: Int

    /// Pixels of the surrounding box.
    var area: Int { (right - left) * (bottom - top) }
}

/// Finds eight-connected patches by runs and union-find: one pass over the pixels, no bitmap.
struct ComponentFinder {
    private var runs: [Run] = []
    private var parents: [Int32] = []

    /// - Parameter minimumSide: patches whose larger side is shorter are left out.
    static func components(
        in raster: Raster, threshold: LocalThreshold, inverted: Bool, minimumSide: Int
    ) -> [Component] {
        var finder = ComponentFinder()
        finder.runs.reserveCapacity(raster.width * raster.height / 64)
        finder.parents.reserveCapacity(raster.width * raster.height / 64)
        var previous = 0..<0
        for y in 0..<raster.height {
            let first = finder.runs.count
            finder.scan(raster, row: y, threshold: threshold, inverted: inverted)
            let current = first..<finder.runs.count
            finder.join(previous, current)
            previous = current
        }
        return finder.collect(minimumSide: minimumSide)
    }

    private mutating func scan(_ raster: Raster, row y: Int, threshold: LocalThreshold, inverted: Bool) {
        let block = LocalThreshold.block
        let row = raster.base + y * raster.width
        let first = (y / block) * threshold.columns
        var start = -1
        for column in 0..<threshold.columns {
            let left = column * block
            switch threshold.sides[first + column] {
            case .mixed:
                let limit = threshold.values[first + column]
                if left + block <= raster.width {
                    scanBlock(row + left, left, y, limit, inverted, &start)
                } else {
                    for x in left..<raster.width where ((row[x] < limit) != inverted) != (start >= 0) {
                        toggle(x, y, &start)
                    }
                }
            case let side where side == (inverted ? .above : .below):
                if start < 0 { start = left }
            default:
                if start >= 0 { close(y, start, left) }
                start = -1
            }
        }
        if start >= 0 { close(y, start, raster.width) }
    }

    /// Eight pixels at once: compares them all, then visits only the places where the side changes.
    @inline(__always)
    private mutating func scanBlock(
        _ pixels: UnsafePointer<UInt8>, _ left: Int, _ y: Int, _ limit: UInt8, _ inverted: Bool, _ start: inout Int
    ) {
        let values = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt8>.self)
        // One byte per pixel, all ones where it lies below the limit; the lowest byte is the leftmost pixel.
        let below = UInt64(littleEndian: unsafeBitCast(values .< SIMD8(repeating: limit), to: UInt64.self))
        let inside = inverted ? ~below : below
        var changes = start >= 0 ? ~inside : inside
        while changes != 0 {
            let bit = changes.trailingZeroBitCount
            toggle(left + bit / 8, y, &start)
            changes = ~changes & (~0 << UInt64(bit))
        }
    }

    @inline(__always)
    private mutating func toggle(_ x: Int, _ y: Int, _ start: inout Int) {
        if start >= 0 {
            close(y, start, x)
            start = -1
        } else {
            start = x
        }
    }

    private mutating func close(_ y: Int, _ start: Int, _ end: Int) {
        parents.append(Int32(runs.count))
        runs.append(Run(y: Int32(y), start: Int32(start), end: Int32(end)))
    }

    /// Joins the runs of a row with those of the row above that touch them, diagonals included.
    private mutating func join(_ above: Range<Int>, _ current: Range<Int>) {
        var upper = above.lowerBound
        for index in current {
            let run = runs[index]
            while upper < above.upperBound && runs[upper].end < run.start { upper += 1 }
            var other = upper
            while other < above.upperBound && runs[other].start <= run.end {
                unite(Int32(other), Int32(index))
                other += 1
            }
        }
    }

    private mutating func root(_ index: Int32) -> Int32 {
        var index = index
        while parents[Int(index)] != index {
            let parent = parents[Int(index)]
            parents[Int(index)] = parents[Int(parent)]
            index = parent
        }
        return index
    }

    private mutating func unite(_ a: Int32, _ b: Int32) {
        let first = root(a)
        let second = root(b)
        if first < second { parents[Int(second)] = first } else { parents[Int(first)] = second }
    }

    /// Groups the runs by patch, leaving out what is too small.
    private mutating func collect(minimumSide: Int) -> [Component] {
        var boxes = [Box](repeating: Box(), count: runs.count)
        for index in runs.indices {
            let patch = Int(root(Int32(index)))
            parents[index] = Int32(patch)
            boxes[patch].add(runs[index])
        }
        var position = 0
        var offsets = [Int](repeating: -1, count: runs.count)
        var kept: [Int] = []
        for patch in boxes.indices where boxes[patch].isWorthKeeping(minimumSide) {
            offsets[patch] = position
            position += boxes[patch].count
            kept.append(patch)
        }
        var grouped = [Run](repeating: Run(y: 0, start: 0, end: 0), count: position)
        for index in runs.indices {
            let patch = Int(parents[index])
            guard offsets[patch] >= 0 else { continue }
            grouped[offsets[patch]] = runs[index]
            offsets[patch] += 1
        }
        return kept.map { patch in
            let box = boxes[patch]
            return Component(
                runs: grouped[(offsets[patch] - box.count)..<offsets[patch]], left: Int(box.left), top: Int(box.top),
                right: Int(box.right), bottom: Int(box.bottom))
        }
    }

    private struct Box {
        var left = Int32.max
        var right: Int32 = 0
        var top = Int32.max
        var bottom: Int32 = 0
        var count = 0

        mutating func add(_ run: Run) {
            left = min(left, run.start)
            right = max(right, run.end)
            top = min(top, run.y)
            bottom = max(bottom, run.y + 1)
            count += 1
        }

        func isWorthKeeping(_ minimumSide: Int) -> Bool {
            guard count > 0 else { return false }
            let width = Int(right - left)
            let height = Int(bottom - top)
            // The flattest symbol (8 × 144) is eighteen times as long as it is high; a bar thinner than that is none.
            return max(width, height) >= minimumSide && min(width, height) * 20 >= max(width, height)
                && min(width, height) >= 8
        }
    }
}
