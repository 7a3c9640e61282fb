import EspyImage
import EspyText

/// Tries to read one spine after the other in a picture, each in as few ways as it takes.
struct SpineAttempt: Sendable {
    let recognizer: TextRecognizer
    let image: GrayImage

    /// So much is enough not to try other directions: about nine letters that are sure.
    private static let enough = 4.0

    /// - Parameter usual: the direction that most spines have; nil: both are tried.
    /// - Returns: the words of the best try; nil where the spine is too small for any.
    func read(_ spine: Quad, usual: SpineTurn?) -> SpineWords? {
        guard spine.meanHeight > 2 * spine.meanWidth else { return readThick(spine) }
        var best = words(spine, usual ?? .down, .sparse)
        if usual == nil || (best?.worth ?? 0) < Self.enough {
            best = Self.joined(best, words(spine, usual == .up ? .down : .up, .sparse))
        }
        if let turn = best?.turn, let tried = best, !tried.isClear {
            best = Self.joined(best, words(spine, turn, .block))
        }
        return best
    }

    /// A spine that lies, or is so thick that its title may stand across.
    private func readThick(_ spine: Quad) -> SpineWords? {
        var best = words(spine, .level, .sparse)
        let turns: [SpineTurn] = spine.meanWidth > spine.meanHeight ? [] : [.down, .up]
        for turn in turns where (best?.worth ?? 0) < Self.enough {
            best = Self.joined(best, words(spine, turn, .sparse))
        }
        if let turn = best?.turn, let tried = best, !tried.isClear {
            best = Self.joined(best, words(spine, turn, .block))
        }
        return best
    }

    private static func joined(_ one: SpineWords?, _ other: SpineWords?) -> SpineWords? {
        guard let one, let other else { return one ?? other }
        return one.joined(with: other)
    }

    private func words(_ spine: Quad, _ turn: SpineTurn, _ layout: TextPage.Layout) -> SpineWords? {
        guard !Task.isCancelled, let page = SpineStrip.page(of: spine, in: image, turn: turn, layout),
            let words = try? recognizer.words(on: page, layout: layout)
        else { return nil }
        return SpineWords(words, on: page, turn: turn)
    }

    /// The direction in which more was read; down, as in English, where nothing tells.
    static func usualTurn(_ read: [SpineWords]) -> SpineTurn {
        func sum(_ turn: SpineTurn) -> Double { read.reduce(0) { $1.turn == turn ? $0 + $1.worth : $0 } }
        return sum(.up) > sum(.down) ? .up : .down
    }
}
