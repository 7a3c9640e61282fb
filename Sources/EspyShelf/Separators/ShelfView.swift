import EspyPixels

/// One shelf at the size at which it is worked on.
struct ShelfView {
    /// The long side of the picture in which shelves are found, in pixels.
    private static let longSide = 960

    /// When a low shelf is looked at anew, larger, as far as the picture has the pixels. Heights are strips.
    struct Enlarging: Sendable {
        /// A shelf that is lower than this.
        var lowest: Int
        var wanted: Int
        /// Never wider than this, in pixels.
        var widest = 2400
        /// Whether shelves are left out of which the border of the picture leaves less than half.
        var skipsCut = false

        static let thorough = Enlarging(lowest: 13, wanted: 18)
        /// None is.
        static let quick = Enlarging(lowest: 0, wanted: 0, skipsCut: true)
    }

    let scene: ShelfScene
    /// The shelf, in strips of the scene.
    let band: Range<Int>
    /// Pixels of the picture for one of the scene, and where the scene begins in it.
    let scale: Double
    let origin: Point

    /// The shelves of a picture, from the top.
    ///
    static func views(of image: RGBImage, enlarging: Enlarging) async -> [ShelfView] {
        let small = image.fitted(longSide: longSide)
        let scale = Double(image.width) / Double(small.width)
        let scene = await ShelfScene(small)
        var views: [ShelfView] = []
        for band in scene.bands where !enlarging.skipsCut || !isCut(band, in: scene) {
            let view = ShelfView(scene: scene, band: band, scale: scale, origin: Point(x: 0, y: 0))
            views.append(await view.enlarged(from: image, enlarging) ?? view)
        }
        return views
    }

    /// Whether the border of the picture leaves less than half of a shelf, as far as others show how high one is.
    private static func isCut(_ band: Range<Int>, in scene: ShelfScene) -> Bool {
        guard band.lowerBound == 0 || band.upperBound >= scene.sums.count - 1 else { return false }
        return 2 * band.count <= scene.bands.map(\.count).max() ?? 0
    }

    /// A point of the scene in the picture.
    func place(_ point: Point) -> Point { origin + point * scale }

    /// Nil when the shelf is large enough, or the picture no finer.
    private func enlarged(from image: RGBImage, _ enlarging: Enlarging) async -> ShelfView? {
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
        let larger = await ShelfScene(
            piece.resized(
                width: Int(Double(piece.width) * factor), height: Int(Double(piece.height) * factor)))
        guard let band = larger.bands.max(by: { $0.count < $1.count }) else { return nil }
        return ShelfView(
            scene: larger, band: band, scale: Double(image.width) / Double(larger.gray.width),
            origin: Point(x: 0, y: top.rounded(.down)))
    }
}

/// A picture with all that is worked out of it once.
struct ShelfScene {
    let gray: GrayImage
    let sums: StripSums
    let strips: StripFeatures
    /// The shelves, in strips.
    let bands: [Range<Int>]

    init(_ image: RGBImage) async {
        let gray = image.gray
        async let strips = StripFeatures(image, gray: gray)
        sums = StripSums(EdgeVotes(gray))
        self.gray = gray
        self.strips = await strips
        bands = ShelfRows(sums: sums).bands()
    }
}
