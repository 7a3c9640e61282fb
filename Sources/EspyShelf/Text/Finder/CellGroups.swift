/// Squares of text that make up one line of words.
///
/// Runs of squares in the direction of the words are found first, with gaps as between words; then those side by side are
/// put together as long as they are as strong: between two books there is a weaker run, and there the next line begins.
struct CellGroups {
    struct Cell {
        var column: Int
        var row: Int
        var score: Float
    }

    private(set) var groups: [[Cell]] = []

    /// Squares of nothing inside a run at most, and of text at least.
    private static let gap = 3
    private static let shortest = 3
    /// Runs side by side at most: letters are no higher.
    private static let thickest = 9

    init(_ cells: TextCells) {
        let isLevel = cells.smoothedLean.map { $0 >= 0 }
        groups = Self.groups(cells, isLevel, level: true) + Self.groups(cells, isLevel, level: false)
    }

    /// Squares of one run, and how strong they are on average.
    private struct Run {
        var from: Int
        var to: Int
        var cells: [Cell]

        var score: Float { cells.reduce(0) { $0 + $1.score } / Float(cells.count) }

        /// The share of the shorter one that lies beside the other.
        func overlap(_ other: Run) -> Float {
            let shared = min(to, other.to) - max(from, other.from) + 1
            return Float(shared) / Float(min(to - from, other.to - other.from) + 1)
        }
    }

    private struct Line {
        var last: Run
        var cells: [Cell]
        var count = 1
        var peak: Float
        /// Whether it got weaker, so that what is stronger again is another line.
        var isFalling = false

        init(_ run: Run) {
            (last, cells, peak) = (run, run.cells, run.score)
        }

        func takes(_ run: Run) -> Bool {
            guard count < CellGroups.thickest, last.overlap(run) >= 0.5 else { return false }
            return !(isFalling && run.score > 1.15 * last.score)
        }

        mutating func add(_ run: Run) {
            isFalling = isFalling || run.score < 0.75 * peak
            peak = max(peak, run.score)
            last = run
            cells += run.cells
            count += 1
        }
    }

    private static func groups(_ cells: TextCells, _ isLevel: [Bool], level: Bool) -> [[Cell]] {
        var done: [[Cell]] = []
        var open: [Line] = []
        for lane in 0..<(level ? cells.height : cells.width) {
            var next: [Line] = []
            for run in runs(cells, isLevel, level: level, lane: lane) {
                let best = open.indices.filter { open[$0].takes(run) }
                    .max { open[$0].last.overlap(run) < open[$1].last.overlap(run) }
                var line = best.map { open.remove(at: $0) }
                line?.add(run)
                next.append(line ?? Line(run))
            }
            done += open.map(\.cells)
            open = next
        }
        return done + open.map(\.cells)
    }

    /// The runs of one row of squares, or of one column.
    private static func runs(_ cells: TextCells, _ isLevel: [Bool], level: Bool, lane: Int) -> [Run] {
        var runs: [Run] = []
        for position in 0..<(level ? cells.width : cells.height) {
            let (column, row) = level ? (position, lane) : (lane, position)
            let place = row * cells.width + column
            guard cells.score[place] > 0, isLevel[place] == level else { continue }
            let cell = Cell(column: column, row: row, score: cells.score[place])
            if let last = runs.last, position - last.to <= gap + 1 {
                runs[runs.count - 1].to = position
                runs[runs.count - 1].cells.append(cell)
            } else {
                runs.append(Run(from: position, to: position, cells: [cell]))
            }
        }
        return runs.filter { $0.cells.count >= shortest }
    }
}
