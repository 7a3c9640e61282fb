/// Connected areas of a map above a threshold: each is a line of text, or a part of one.
struct MapSpots {
    /// The ends of the rows of one area: all that its outline depends on.
    struct Spot {
        var ends: [(x: Int, y: Int)] = []
        var pixels = 0
    }

    private(set) var spots: [Spot] = []

    /// - Parameter threshold: what is above it is text. It spreads by one pixel to the right and down first, which joins
    ///   letters that hardly touch.
    init(_ map: TextMap, above threshold: Float) {
        guard map.width > 0, map.height > 0 else { return }
        var labels = Labels()
        var (before, current): ([Run], [Run]) = ([], [])
        var all: [Run] = []
        var isUpper = [Bool](repeating: false, count: map.width)
        for y in 0..<map.height {
            let isSet = Self.row(map, y, above: threshold)
            current = Self.runs(zip(isSet, isUpper).map { $0 || $1 }, y)
            isUpper = isSet
            Self.join(&current, with: before, &labels)
            all += current
            swap(&before, &current)
        }
        var places: [Int: Int] = [:]
        for run in all {
            let root = labels.root(run.label)
            let place = places[root, default: spots.count]
            if place == spots.count {
                places[root] = place
                spots.append(Spot())
            }
            spots[place].ends += run.first == run.last ? [(run.first, run.y)] : [(run.first, run.y), (run.last, run.y)]
            spots[place].pixels += run.last - run.first + 1
        }
    }

    private struct Run {
        let first: Int
        let last: Int
        let y: Int
        var label = -1
    }

    private static func row(_ map: TextMap, _ y: Int, above threshold: Float) -> [Bool] {
        map.values.withUnsafeBufferPointer { values in
            let start = y * map.width
            var isBefore = false
            return (0..<map.width).map { x in
                let isSet = values[start + x] > threshold
                defer { isBefore = isSet }
                return isSet || isBefore
            }
        }
    }

    private static func runs(_ row: [Bool], _ y: Int) -> [Run] {
        var (runs, start): ([Run], Int?) = ([], nil)
        for (x, isSet) in row.enumerated() {
            if isSet, start == nil { start = x }
            if !isSet, let first = start {
                runs.append(Run(first: first, last: x - 1, y: y))
                start = nil
            }
        }
        if let start { runs.append(Run(first: start, last: row.count - 1, y: y)) }
        return runs
    }

    /// Runs that touch one of the row above, also at a corner, belong to its area.
    private static func join(_ runs: inout [Run], with before: [Run], _ labels: inout Labels) {
        var place = 0
        for index in runs.indices {
            while place < before.count, before[place].last < runs[index].first - 1 { place += 1 }
            var next = place
            while next < before.count, before[next].first <= runs[index].last + 1 {
                if runs[index].label < 0 {
                    runs[index].label = before[next].label
                } else {
                    labels.join(runs[index].label, before[next].label)
                }
                next += 1
            }
            if runs[index].label < 0 { runs[index].label = labels.new() }
        }
    }

    /// Which labels turned out to be of one area.
    private struct Labels {
        private var parents: [Int] = []

        mutating func new() -> Int {
            parents.append(parents.count)
            return parents.count - 1
        }

        mutating func root(_ label: Int) -> Int {
            var label = label
            while parents[label] != label {
                parents[label] = parents[parents[label]]
                label = parents[label]
            }
            return label
        }

        mutating func join(_ one: Int, _ other: Int) {
            let (a, b) = (root(one), root(other))
            parents[max(a, b)] = min(a, b)
        }
    }
}
