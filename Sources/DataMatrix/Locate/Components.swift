/// A horizontal run of pixels on one side of the threshold: `start..<end` in row `y`.
struct Run {
    var y: Int32
    var start: Int32
    var end: Int32
}

/// One connected patch of dark (or, inverted, light) pixels.
struct Component {
    /// The patch's runs, from top to bottom.
    let runs: ArraySlice<Run>
    let left: Int
    let top: Int
    let right: Int
    let bottom: Int

    /// Area of the bounding box in pixels.
    var area: Int { (right - left) * (bottom - top) }
}

/// Finds eight-connected patches by runs and union-find, in one pass over the pixels and without a bitmap.
struct ComponentFinder {
    private let runs: [Run]
    /// Index of the first run of each row; one more at the end.
    private let rows: [Int]

    /// - Parameter minimumSide: patches with a shorter longer side are left out.
    static func components(
        in raster: Raster, threshold: LocalThreshold, inverted: Bool, minimumSide: Int
    ) -> [Component] {
        let finder = ComponentFinder(raster, threshold: threshold, inverted: inverted)
        return finder.grouped(by: finder.roots(), minimumSide: minimumSide)
    }

    private init(_ raster: Raster, threshold: LocalThreshold, inverted: Bool) {
        var runs: [Run] = []
        var rows = [0]
        rows.reserveCapacity(raster.height + 1)
        withUnsafeTemporaryAllocation(of: Run.self, capacity: raster.width / 2 + 2) { line in
            for y in 0..<raster.height {
                if y % 128 == 0 && Task.isCancelled { break }
                var scanner = RowScanner(raster: raster, y: y, threshold: threshold, inverted: inverted, line: line)
                scanner.scan()
                runs.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<scanner.count]))
                rows.append(runs.count)
            }
        }
        self.runs = runs
        self.rows = rows
    }

    /// The first run of each run's patch.
    private func roots() -> [Int32] {
        [Int32](unsafeUninitializedCapacity: runs.count) { parents, count in
            for index in runs.indices { parents[index] = Int32(index) }
            runs.withUnsafeBufferPointer { runs in
                for row in 1..<max(1, rows.count - 1) {
                    Self.join(runs, rows[row - 1]..<rows[row], rows[row]..<rows[row + 1], parents)
                }
            }
            for index in runs.indices { parents[index] = Self.root(Int32(index), parents) }
            count = runs.count
        }
    }

    /// Joins the runs of a row with those above that touch them, including diagonally.
    private static func join(
        _ runs: UnsafeBufferPointer<Run>, _ above: Range<Int>, _ current: Range<Int>,
        _ parents: UnsafeMutableBufferPointer<Int32>
    ) {
        var upper = above.lowerBound
        for index in current {
            let run = runs[index]
            while upper < above.upperBound && runs[upper].end < run.start { upper += 1 }
            var other = upper
            while other < above.upperBound && runs[other].start <= run.end {
                let first = root(Int32(other), parents)
                let second = root(Int32(index), parents)
                parents[Int(max(first, second))] = min(first, second)
                other += 1
            }
        }
    }

    @inline(__always)
    private static func root(_ index: Int32, _ parents: UnsafeMutableBufferPointer<Int32>) -> Int32 {
        var index = index
        while parents[Int(index)] != index {
            let parent = parents[Int(index)]
            parents[Int(index)] = parents[Int(parent)]
            index = parent
        }
        return index
    }

    /// Groups the runs by patch, leaving out small ones.
    private func grouped(by roots: [Int32], minimumSide: Int) -> [Component] {
        var boxes = [Box](repeating: Box(), count: runs.count)
        for index in runs.indices { boxes[Int(roots[index])].add(runs[index]) }
        var position = 0
        var offsets = [Int32](repeating: -1, count: runs.count)
        var kept: [Int] = []
        for patch in boxes.indices where boxes[patch].isWorthKeeping(minimumSide) {
            offsets[patch] = Int32(position)
            position += Int(boxes[patch].count)
            kept.append(patch)
        }
        var grouped = [Run](repeating: Run(y: 0, start: 0, end: 0), count: position)
        for index in runs.indices {
            let patch = Int(roots[index])
            guard offsets[patch] >= 0 else { continue }
            grouped[Int(offsets[patch])] = runs[index]
            offsets[patch] += 1
        }
        return kept.map { patch in
            let box = boxes[patch]
            let end = Int(offsets[patch])
            return Component(
                runs: grouped[(end - Int(box.count))..<end], left: Int(box.left), top: Int(box.top),
                right: Int(box.right), bottom: Int(box.bottom))
        }
    }

    private struct Box {
        var left = Int32.max
        var right: Int32 = 0
        var top = Int32.max
        var bottom: Int32 = 0
        var count: Int32 = 0

        @inline(__always)
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
            // The flattest symbol (8 × 144) is eighteen times as long as it is high; a thinner bar is not a symbol.
            return max(width, height) >= minimumSide && min(width, height) * 20 >= max(width, height)
                && min(width, height) >= 8
        }
    }
}

/// Finds the runs of one row: consecutive pixels on one side of the threshold.
private struct RowScanner {
    let raster: Raster
    let y: Int
    let threshold: LocalThreshold
    let inverted: Bool
    /// The runs that were found; there are `count` of them.
    let line: UnsafeMutableBufferPointer<Run>
    private(set) var count = 0
    /// Start of the current run; −1 outside of runs.
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

    /// Handles eight pixels at once: compares all of them in one machine word, then visits only the places where the
    /// side changes.
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
