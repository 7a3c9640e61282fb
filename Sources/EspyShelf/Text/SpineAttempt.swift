import EspyPixels
import EspyText

/// Tries to read one spine after the other in a picture, each in as few ways as it takes.
struct SpineAttempt: Sendable {
    let recognizer: TextRecognizer
    let image: GrayImage

    /// So much is enough not to try other directions: about nine letters that are sure.
    private static let enough = 4.0
    /// With less than this, a look with still more pixels is worth its time.
    private static let little = 14.0
    /// Thinner spines have no room for words across.
    private static let thick = 36.0

    /// - Parameter usual: the direction that most spines have; nil: both are tried.
    /// - Returns: the words of the best try; nil where the spine is too small for any.
    func read(_ spine: Quad, usual: SpineTurn?) -> SpineWords? {
        var best: SpineWords?
        for (index, turn) in Self.turns(spine, usual: usual).enumerated() {
            let isAsked = index == 0 || index == 1 && usual == nil
            guard isAsked || (best?.worth ?? 0) < Self.enough else { break }
            best = Self.better(best, words(spine, turn, .sparse), usual)
        }
        for look in [Look.block, .fine] {
            guard let found = best, !found.isClear, look == .block || found.worth < Self.little else { break }
            best = words(spine, found.turn, look).map(found.joined) ?? found
        }
        return best
    }

    /// The directions to try, the likely ones first.
    private static func turns(_ spine: Quad, usual: SpineTurn?) -> [SpineTurn] {
        if spine.meanWidth > spine.meanHeight { return [.level] }
        let along: [SpineTurn] = usual == .up ? [.up, .down] : [.down, .up]
        if spine.meanHeight < 2 * spine.meanWidth { return [.level] + along }
        return spine.meanWidth >= Self.thick ? along + [.level] : along
    }

    /// Words in the wrong direction are sometimes taken for others, so what is usual has an advantage.
    private static func better(_ one: SpineWords?, _ other: SpineWords?, _ usual: SpineTurn?) -> SpineWords? {
        guard let one, let other else { return one ?? other }
        let handicap = one.turn == usual ? 1.5 : 1
        return other.worth > handicap * one.worth + (handicap - 1) * 2 ? other : one
    }

    private func words(_ spine: Quad, _ turn: SpineTurn, _ look: Look) -> SpineWords? {
        let layout: TextPage.Layout = look == .block ? .block : .sparse
        guard !Task.isCancelled, let page = SpineStrip.page(of: spine, in: image, turn: turn, look),
            let words = try? recognizer.words(on: page, layout: layout)
        else { return nil }
        return SpineWords(words, on: page, turn: turn)
    }

    /// The direction in which more was read; down, as in English, where nothing tells.
    static func usualTurn(_ read: [SpineWords]) -> SpineTurn {
        func sum(_ turn: SpineTurn) -> Double { read.reduce(0) { $1.turn == turn ? $0 + $1.worth : $0 } }
        return sum(.up) > sum(.down) ? .up : .down
    }

    /// How a strip is looked at.
    enum Look: Sendable {
        /// Words anywhere.
        case sparse
        /// Lines below each other, with more pixels.
        case block
        /// Words anywhere, with more pixels.
        case fine

        /// How thick a spine is made in pixels, and by which factors at most.
        var thickness: Double {
            switch self {
            case .sparse: 110
            case .block: 150
            case .fine: 160
            }
        }

        var scales: ClosedRange<Double> {
            switch self {
            case .sparse: 0.5...2
            case .block: 0.6...2.5
            case .fine: 0.6...3
            }
        }
    }
}
