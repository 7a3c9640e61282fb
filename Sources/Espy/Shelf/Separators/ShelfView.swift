import EspyImage

/// One shelf at the size at which it is worked on.
struct ShelfView {
    /// The long side of the picture in which shelves are found, in pixels.
    private static let longSide = 960
    /// A shelf that is lower than this is looked at anew, larger, as far as the picture has the pixels.
    private static let lowest = 13 * StripSums.rows
    private static let wanted = 18 * StripSums.rows
    /// Never wider than this.
    private static let widest = 2400

    let scene: ShelfScene
    /// The shelf, in strips of the scene.
    let band: Range<Int>
    /// Pixels of the picture for one of the scene, and where the scene begins in it.
    let scale: Double
    let origin: Point

    /// The shelves of a picture, from the top.
    ///
    /// - Parameter enlarges: whether low shelves are looked at anew.
    static func views(of image: RGBImage, enlarges: Bool = true) async -> [ShelfView] {
        let small = image.fitted(longSide: longSide)
        let scale = Double(image.width) / Double(small.width)
        let scene = await ShelfScene(small)
        var views: [ShelfView] = []
        for band in scene.bands {
            let view = ShelfView(scene: scene, band: band, scale: scale, origin: Point(x: 0, y: 0))
            views.append((enlarges ? await view.enlarged(from: image) : nil) ?? view)
        }
        return views
    }

    /// A point of the scene in the picture.
    func place(_ point: Point) -> Point { origin + point * scale }

    /// Nil when the shelf is large enough, or the picture no finer.
    private func enlarged(from image: RGBImage) async -> ShelfView? {
        let rows = Double(StripSums.rows)
        let height = Double(band.count) * rows
        guard height < Double(Self.lowest) else { return nil }
        let wanted = min(
            Double(Self.wanted) / height, Double(Self.widest) / Double(scene.gray.width), scale)
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
    let looks: StripLooks
    /// The shelves, in strips.
    let bands: [Range<Int>]

    init(_ image: RGBImage) async {
        let gray = image.gray
        async let looks = StripLooks(image, gray: gray)
        sums = StripSums(EdgeVotes(gray))
        self.gray = gray
        self.looks = await looks
        bands = ShelfRows(sums: sums).bands()
    }
}
