/// A rendered bookshelf in the repository, with its scene.
public struct CommittedBookshelf: Sendable {
    /// The name of the files, without extension: `NAME.jpg` and `NAME.json`.
    public let name: String
    public let scene: BookshelfScene

    /// All of them.
    public static let all = [
        CommittedBookshelf(name: "library-row", scene: library), CommittedBookshelf(name: "leaning", scene: leaning),
        CommittedBookshelf(name: "two-rows", scene: twoRows), CommittedBookshelf(name: "dark-series", scene: dark),
        CommittedBookshelf(name: "empty", scene: empty),
    ]

    /// Books of about the same height with stickers, and several copies of some.
    private static var library: BookshelfScene {
        var scene = BookshelfScene(
            seed: 501, area: SIMD2(42, 31), camera: SampleCamera(distance: 70, tilt: 0.04, fill: 1),
            optics: SampleOptics(blur: 0.6, vignette: 0.2, exposure: 0.9, noise: 1.5, quality: 72),
            wood: SampleColor(0.42, 0.62, 0.6), wall: SampleColor(gray: 0.1), boards: [29.5])
        scene.fill(.init(thickness: 2, height: 22, unevenness: 0.08, series: 0.45, leaning: 0, stickers: 0.95))
        return scene
    }

    /// A shelf at home with gaps.
    private static var leaning: BookshelfScene {
        var scene = BookshelfScene(
            seed: 502, area: SIMD2(48, 34), camera: SampleCamera(distance: 75, tilt: 0.1, roll: 0.02, fill: 1),
            optics: SampleOptics(blur: 0.7, gradient: SIMD2(0.3, 0.1), noise: 2, quality: 72), boards: [31])
        scene.fill(.init(thickness: 2.6, height: 21, unevenness: 0.12, leaning: 0.15, gaps: 0.15))
        return scene
    }

    private static var twoRows: BookshelfScene {
        var scene = BookshelfScene(
            seed: 503, width: 900, height: 900, area: SIMD2(56, 58), camera: SampleCamera(distance: 100, fill: 1),
            optics: SampleOptics(noise: 1.5, quality: 70), wood: SampleColor(0.85, 0.84, 0.8),
            wall: SampleColor(gray: 0.6), boards: [27, 55])
        scene.fill(.init(thickness: 2.6, height: 21, unevenness: 0.1, gaps: 0.03))
        return scene
    }

    /// Dark books side by side in little light.
    private static var dark: BookshelfScene {
        var scene = BookshelfScene(
            seed: 504, area: SIMD2(40, 30), camera: SampleCamera(distance: 70, fill: 1.02),
            optics: SampleOptics(blur: 0.8, vignette: 0.3, exposure: 0.55, contrast: 0.9, noise: 4, quality: 72),
            wall: SampleColor(gray: 0.08), boards: [28])
        scene.fill(.init(thickness: 2.2, height: 22, unevenness: 0.03, series: 0.9, leaning: 0, gaps: 0))
        return scene
    }

    private static var empty: BookshelfScene {
        BookshelfScene(
            seed: 505, width: 640, height: 480, area: SIMD2(60, 45), optics: SampleOptics(quality: 72),
            boards: [20, 42])
    }
}

extension BookshelfScene {
    fileprivate mutating func fill(_ habit: BookshelfMaker.Habit) {
        var maker = BookshelfMaker(seed: seed)
        for (row, board) in boards.enumerated() {
            let room = row == 0 ? board - 1 : board - boards[row - 1] - 3
            books += maker.row(row, board: board, from: 1.5, to: area.x - 1.5, room: room, habit)
        }
    }
}
