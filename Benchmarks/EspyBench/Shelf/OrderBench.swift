import Espy
import EspySamples
import Foundation

/// Checks the order of rendered shelves by their labels, and reports how often labels and findings are right.
struct OrderBench {
    private let seeds: ClosedRange<UInt64>
    private let reader: ShelfReader
    /// The folder for pictures and readings, so that the next run can skip reading; nil to store nothing.
    private let folder: URL?
    private let showsErrors: Bool

    init(_ arguments: inout Arguments) async throws {
        seeds = try arguments.seeds(or: 1...40)
        reader = try await .usual(models: try arguments.value(of: "--models"))
        folder = try arguments.value(of: "--keep").map { URL(fileURLWithPath: $0, isDirectory: true) }
        showsErrors = arguments.has("--errors")
    }

    private struct Score: Encodable {
        var labels = 0
        var right = 0
        var wrong = 0
        /// Wrong labels that have enough confidence to be used.
        var wrongUsed = 0
        /// Labels read where there is none.
        var invented = 0
        var misplaced = InventoryScore.Hits()
        var ordered = 0
        var alarms = 0

        static func += (sum: inout Score, one: Score) {
            sum.labels += one.labels
            sum.right += one.right
            sum.wrong += one.wrong
            sum.wrongUsed += one.wrongUsed
            sum.invented += one.invented
            sum.misplaced += one.misplaced
            sum.ordered += one.ordered
            sum.alarms += one.alarms
        }
    }

    private struct Line: Encodable {
        var seed: UInt64
        var score: Score
    }

    func run(_ arguments: Arguments) async throws {
        var all = Score()
        var bySystem: [LabeledShelf.System: Score] = [:]
        var byWidth: [Int: Score] = [:]
        for seed in seeds {
            let drawn = LabeledShelf(seed: seed)
            let shelf = try await KeptShelf.shelf(of: drawn.scene, seed, folder, reader)
            let score = score(drawn, shelf, seed)
            try arguments.print(Line(seed: seed, score: score))
            all += score
            bySystem[drawn.system, default: Score()] += score
            byWidth[drawn.scene.width, default: Score()] += score
        }
        for system in LabeledShelf.System.allCases {
            if let score = bySystem[system] { print("\(system): \(Self.text(score))") }
        }
        for (width, score) in byWidth.sorted(by: { $0.key < $1.key }) { print("\(width) pixels: \(Self.text(score))") }
        print("all \(seeds.count) shelves: \(Self.text(all))")
    }

    private func score(_ drawn: LabeledShelf, _ shelf: Shelf, _ seed: UInt64) -> Score {
        var score = Score()
        let (_, inventory) = ShelfList.labels(on: [shelf])
        let found = Dictionary(
            inventory.findings.compactMap { finding in finding.spine.map { ($0, finding) } },
            uniquingKeysWith: { first, _ in first })
        var said: Set<Int> = []
        for (index, (place, truth)) in zip(drawn.standing, drawn.scene.truth.spines).enumerated() {
            let spine = shelf.spines.first { $0.quad.contains(truth.quad.center) }
            let label = spine?.reading?.label
            let status = spine.flatMap { found[$0.id] }?.status
            guard let place else {
                score.invented += label == nil ? 0 : 1
                if status == .misplaced { said.insert(1000 + index) }
                continue
            }
            let printed = drawn.labels[place].joined(separator: " ")
            let isRight = label.map { CallNumber($0.text) == CallNumber(printed) } ?? false
            score.labels += 1
            score.right += isRight ? 1 : 0
            score.wrong += label != nil && !isRight ? 1 : 0
            score.wrongUsed += label != nil && !isRight && status != .unreadable ? 1 : 0
            if status == .misplaced { said.insert(place) }
            if showsErrors, !isRight || (status == .misplaced) != drawn.misplaced.contains(place) {
                print(
                    seed, printed, "|", label?.text ?? "-", label?.confidence ?? 0, "|",
                    spine?.reading?.text ?? "no spine",
                    "|", status?.rawValue ?? "-", drawn.misplaced.contains(place) ? "MISPLACED" : "", spine?.id ?? 0)
            }
        }
        score.misplaced = InventoryScore.Hits(said: said, true: drawn.misplaced)
        score.ordered = drawn.misplaced.isEmpty ? 1 : 0
        score.alarms = drawn.misplaced.isEmpty && !said.isEmpty ? 1 : 0
        return score
    }

    private static func text(_ score: Score) -> String {
        func share(_ part: Int) -> String {
            "\(part) (\((Double(part) / Double(max(score.labels, 1)) * 1000).rounded() / 10) %)"
        }
        let shares = [score.misplaced.precision, score.misplaced.recall].map { String(($0 * 1000).rounded() / 1000) }
        return """
            \(score.labels) labels: \(share(score.right)) right, \(share(score.wrong)) wrong (\(score.wrongUsed) of them \
            used), \(share(score.labels - score.right - score.wrong)) unread; \(score.invented) invented
              out of order: \(score.misplaced.right) right, \(score.misplaced.wrong) wrong, \(score.misplaced.lost) not \
            found: precision \(shares[0]), recall \(shares[1])
              shelves in order: \(score.ordered), of which \(score.alarms) with a false alarm
            """
    }
}
