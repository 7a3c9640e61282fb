/// Numbers in up to six dimensions: a view on memory that several of them may share. Integers are kept as
/// floating-point numbers, too: the networks have none that would lose digits.
package struct Values {
    /// Memory for numbers, which are written once, and released with the last view.
    final class Storage {
        let start: UnsafeMutablePointer<Float>

        init(count: Int) { start = .allocate(capacity: max(count, 1)) }

        init(taking start: UnsafeMutablePointer<Float>) { self.start = start }

        deinit { start.deallocate() }
    }

    package let shape: [Int]
    /// The distance in memory between neighbors, for each dimension.
    let steps: [Int]
    let storage: Storage
    private let offset: Int

    /// The first number.
    var start: UnsafeMutablePointer<Float> { storage.start + offset }
    package var count: Int { shape.reduce(1, *) }

    init(shape: [Int], steps: [Int], storage: Storage, offset: Int) {
        (self.shape, self.steps, self.storage, self.offset) = (shape, steps, storage, offset)
    }

    /// New numbers, row by row.
    package init(shape: [Int], _ fill: (UnsafeMutablePointer<Float>) -> Void) {
        self.init(shape: shape, steps: Self.rowSteps(of: shape))
        fill(start)
    }

    /// Numbers row by row in memory that this view takes, and deallocates.
    package init(shape: [Int], taking start: UnsafeMutablePointer<Float>) {
        self.init(shape: shape, steps: Self.rowSteps(of: shape), storage: Storage(taking: start), offset: 0)
    }

    /// Memory in which numbers are yet to be written.
    init(shape: [Int], steps: [Int]) {
        self.init(shape: shape, steps: steps, storage: Storage(count: shape.reduce(1, *)), offset: 0)
    }

    init(integers: [Int]) {
        self.init(shape: [integers.count]) { numbers in
            for (index, integer) in integers.enumerated() { numbers[index] = Float(integer) }
        }
    }

    /// A view on the same memory.
    func view(shape: [Int], steps: [Int], at distance: Int = 0) -> Values {
        Values(shape: shape, steps: steps, storage: storage, offset: offset + distance)
    }

    static func rowSteps(of shape: [Int]) -> [Int] { steps(of: shape, order: Array(shape.indices)) }

    /// The steps of numbers without gaps whose dimensions follow each other in an order, the last one without gaps.
    static func steps(of shape: [Int], order: [Int]) -> [Int] {
        var steps = [Int](repeating: 1, count: shape.count)
        var step = 1
        for dimension in order.reversed() {
            steps[dimension] = step
            step *= shape[dimension]
        }
        return steps
    }

    /// The order of pictures whose channels lie side by side for each pixel: number, rows, columns, channels.
    static let deepOrder = [0, 2, 3, 1]

    /// Whether the numbers lie without gaps in these steps. Dimensions of one have no steps.
    func lies(in wanted: [Int]) -> Bool {
        shape.indices.allSatisfy { shape[$0] <= 1 || steps[$0] == wanted[$0] }
    }

    /// The numbers row by row: this view, or a copy.
    package func inRows() -> Values { laid(in: Self.rowSteps(of: shape)) }

    /// Pictures with their channels side by side.
    func deep(_ name: String) throws(NetworkError) -> Values {
        guard shape.count == 4 else { throw .wrongShape(name) }
        return laid(in: Self.steps(of: shape, order: Self.deepOrder))
    }

    private func laid(in wanted: [Int]) -> Values {
        if lies(in: wanted) { return view(shape: shape, steps: wanted) }
        let copy = Values(shape: shape, steps: wanted)
        copy.write(self)
        return copy
    }

    /// Copies the numbers of a view of the same shape.
    func write(_ other: Values) {
        let (target, source) = (start, other.start)
        Walk(shape, steps, other.steps, other.steps).each { count, places, steps in
            let (to, from) = (target + places.0, source + places.1)
            if steps.0 == 1, steps.1 == 1 {
                to.update(from: from, count: count)
            } else {
                for index in 0..<count { to[index &* steps.0] = from[index &* steps.1] }
            }
        }
    }

    /// The dimensions from the largest step to the smallest.
    var order: [Int] {
        shape.indices.sorted { steps[$0] == steps[$1] ? $0 < $1 : steps[$0] > steps[$1] }
    }

    /// The numbers as integers, row by row.
    var integers: [Int] {
        let rows = inRows()
        return (0..<count).map { index in
            let number = rows.start[index]
            return number >= 1e9 ? 1_000_000_000 : number <= -1e9 ? -1_000_000_000 : Int(number)
        }
    }

    /// The first of numbers that lie row by row, as the outputs of a network do. Valid as long as this view.
    package var rowStart: UnsafePointer<Float> { UnsafePointer(start) }

    package var numbers: [Float] {
        let rows = inRows()
        return withExtendedLifetime(rows.storage) { Array(UnsafeBufferPointer(start: rows.start, count: count)) }
    }
}

/// Goes over all places of a shape in three views at once: row by row, the rows as long as they can be.
struct Walk {
    private var lengths: [Int] = []
    private var steps: [(Int, Int, Int)] = []
    private let isEmpty: Bool

    /// - Parameters:
    ///   - first, second, third: the steps of the views. The last dimension is the one in which the first has the
    ///     smallest.
    init(_ shape: [Int], _ first: [Int], _ second: [Int], _ third: [Int]) {
        isEmpty = shape.contains(0)
        let order = shape.indices.sorted { first[$0] == first[$1] ? $0 < $1 : first[$0] > first[$1] }
        for dimension in order where shape[dimension] > 1 {
            let (length, step) = (shape[dimension], (first[dimension], second[dimension], third[dimension]))
            // A dimension whose end is the next row's start makes rows longer.
            if let last = steps.last, last.0 == step.0 * length, last.1 == step.1 * length, last.2 == step.2 * length {
                lengths[lengths.count - 1] *= length
                steps[steps.count - 1] = step
            } else {
                lengths.append(length)
                steps.append(step)
            }
        }
        if lengths.isEmpty { (lengths, steps) = ([1], [(1, 1, 1)]) }
    }

    /// - Parameter row: called for each row, with its length, its first place in each view, and its steps.
    @inline(__always)
    func each(_ row: (_ count: Int, _ places: (Int, Int, Int), _ steps: (Int, Int, Int)) -> Void) {
        if isEmpty { return }
        let last = lengths.count - 1
        var index = [Int](repeating: 0, count: lengths.count)
        var places = (0, 0, 0)
        while true {
            row(lengths[last], places, steps[last])
            var dimension = last - 1
            while dimension >= 0 {
                let step = steps[dimension]
                index[dimension] += 1
                places = (places.0 + step.0, places.1 + step.1, places.2 + step.2)
                if index[dimension] < lengths[dimension] { break }
                let length = lengths[dimension]
                places = (places.0 - step.0 * length, places.1 - step.1 * length, places.2 - step.2 * length)
                index[dimension] = 0
                dimension -= 1
            }
            if dimension < 0 { return }
        }
    }
}
