import EspyBase
package import EspyPixels

/// One shelf, at the size at which it is searched.
package struct ShelfView {
    /// The long side of the picture in which shelves are detected, in pixels.
    private static let longSide = 960

    /// When to search a low shelf again, enlarged, as far as the picture has the pixels. Heights are in strips.
    package struct Enlarging: Sendable {
        /// Shelves lower than this are enlarged.
        var lowest: Int
        var wanted: Int
        /// Maximum width in pixels.
        var widest = 2400
        /// Whether to skip shelves of which less than half is inside the picture.
        var skipsCut = false

        package static let thorough = Enlarging(lowest: 13, wanted: 18)
        /// No enlarging.
        package static let quick = Enlarging(lowest: 0, wanted: 0, skipsCut: true)
    }

    package let scene: ShelfScene
    /// The shelf, in strips of the scene.
    package let band: Range<Int>
    /// Pixels of the picture per pixel of the scene, and the scene's origin in the picture.
    package let scale: Double
    package let origin: Point

    /// Returns the shelves of a picture, from the top.
    package static func views(of image: RGBImage, enlarging: Enlarging) -> [ShelfView] {
        let small = image.fitted(longSide: longSide)
        let scale = Double(image.width) / Double(small.width)
        let scene = ShelfScene(small)
        var views: [ShelfView] = []
        for band in scene.bands where !enlarging.skipsCut || !isCut(band, in: scene) {
            let view = ShelfView(scene: scene, band: band, scale: scale, origin: Point(x: 0, y: 0))
            views.append(view.enlarged(from: image, enlarging) ?? view)
        }
        return views
    }

    /// Whether less than half of a shelf is inside the picture, judging its height by the other shelves.
    private static func isCut(_ band: Range<Int>, in scene: ShelfScene) -> Bool {
        guard band.lowerBound == 0 || band.upperBound >= scene.sums.count - 1 else { return false }
        return 2 * band.count <= scene.bands.map { $0.count }.max() ?? 0
    }

    /// Converts a point of the scene to the picture.
    package func place(_ point: Point) -> Point { origin + point * scale }

    /// Returns nil if the shelf is large enough, or the picture has no more pixels.
    private func enlarged(from image: RGBImage, _ enlarging: Enlarging) -> ShelfView? {
        let rows = Double(StripSums.rows)
        let height = Double(band.count) * rows
        guard band.count < enlarging.lowest else { return nil }
        let wanted = min(
            Double(enlarging.wanted) * rows / height, Double(enlarging.widest) / Double(scene.gray.width), scale)
        guard wanted > 1.2 else { return nil }
        let top = max(0, (Double(band.lowerBound) - 1) * rows * scale)
        let bottom = min(Double(image.height), (Double(band.upperBound) + 1) * rows * scale)
        let piece = image.cropped(
            to: Rect(x: 0, y: top.rounded(.down), width: Double(image.width), height: bottom - top))
        let factor = wanted / scale
        let larger = ShelfScene(
            piece.resized(
                width: Int(Double(piece.width) * factor), height: Int(Double(piece.height) * factor)))
        guard let band = larger.bands.max(by: { $0.count < $1.count }) else { return nil }
        return ShelfView(
            scene: larger, band: band, scale: Double(image.width) / Double(larger.gray.width),
            origin: Point(x: 0, y: top.rounded(.down)))
    }
}

/// A picture with everything that is computed from it once.
package struct ShelfScene {
    let gray: GrayImage
    package let sums: StripSums
    package let strips: StripFeatures
    /// The shelves, in strips.
    let bands: [Range<Int>]

    init(_ image: RGBImage) {
        let gray = image.gray
        (strips, sums) = both({ StripFeatures(image, gray: gray) }, { StripSums(EdgeVotes(gray)) })
        self.gray = gray
        bands = ShelfRows(sums: sums).bands()
    }
}

/// Finds the shelves: bands of the picture in which many upright edges continue from one strip to the next.
///
/// They end at a board, or at the free space above the books.
package struct ShelfRows: Sendable {
    /// Minimum coverage of an edge in its strip and in the next.
    private static let coverage: Int16 = Int16(Double(StripSums.full) * 0.5)
    /// Minimum number of continuing edges for a band, as a share of the maximum in the picture.
    private static let share = 0.2
    /// Minimum number of continuing edges for a shelf.
    private static let fewest = 3

    private let sums: StripSums

    package init(sums: StripSums) { self.sums = sums }

    /// Returns the ranges of strips, from the top; each has at least two.
    package func bands() -> [Range<Int>] {
        guard sums.count >= 2 else { return [] }
        let links = (0..<sums.count - 1).map(links)
        let least = max(Double(Self.fewest), Self.share * Double(links.max() ?? 0))
        var bands: [Range<Int>] = []
        var start: Int?
        for (strip, count) in (links + [0]).enumerated() {
            if Double(count) >= least {
                start = start ?? strip
            } else if let first = start {
                bands.append(first..<strip + 1)
                start = nil
            }
        }
        return bands
    }

    /// Returns how many edges of a strip continue in the next.
    private func links(_ strip: Int) -> Int {
        links(strip, sign: 1) + links(strip, sign: -1)
    }

    private func links(_ strip: Int, sign: Int16) -> Int {
        let (best, slopes) = strongest(strip, sign)
        var count = 0
        for column in 2..<max(2, best.count - 2)
        where best[column] > Self.coverage && best[column] >= best[column - 1] && best[column] > best[column + 1] {
            let slope = Int(slopes[column])
            if runsOn(strip + 1, column + slope, slope, sign) { count += 1 }
        }
        return count
    }

    /// Returns, by column, the largest sum of a line through it, and that line's slope.
    private func strongest(_ strip: Int, _ sign: Int16) -> (sums: [Int16], slopes: [Int16]) {
        var best = [Int16](repeating: .min, count: sums.width)
        var slopes = [Int16](repeating: 0, count: sums.width)
        best.withUnsafeMutableBufferPointer { best in
            slopes.withUnsafeMutableBufferPointer { slopes in
                sums.sums.withUnsafeBufferPointer { votes in
                    for slope in -StripSums.steepest...StripSums.steepest {
                        let line = votes.baseAddress! + sums.offset(strip: strip, slope: slope)
                        let step = Int16(slope)
                        for column in 0..<best.count {
                            let sum = sign &* line[column]
                            let isBetter = sum > best[column]
                            best[column] = isBetter ? sum : best[column]
                            slopes[column] = isBetter ? step : slopes[column]
                        }
                    }
                }
            }
        }
        return (best, slopes)
    }

    private func runsOn(_ strip: Int, _ column: Int, _ slope: Int, _ sign: Int16) -> Bool {
        guard column >= 2, column < sums.width - 2 else { return false }
        for slope in max(slope - 2, -StripSums.steepest)...min(slope + 2, StripSums.steepest) {
            let start = sums.offset(strip: strip, slope: slope) + column
            for place in start - 2...start + 2 where sign &* sums.sums[place] > Self.coverage { return true }
        }
        return false
    }
}
