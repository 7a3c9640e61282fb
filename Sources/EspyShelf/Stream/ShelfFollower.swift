import EspyBarcode
package import EspyPixels

/// Tracks the books on a shelf as ``ShelfStream`` does, one frame after the other on one thread, and without text.
package struct ShelfFollower {
    private let options: ShelfStreamOptions
    private let detector = SeparatorDetector(effort: .quick, isJudged: true)
    private let reader = BarcodeReader(options: .init(effort: .quick))
    private var scene: StreamScene
    private var barcodeTime = -Double.infinity

    package init(_ options: ShelfStreamOptions = .init()) {
        self.options = options
        scene = StreamScene(options)
    }

    /// - Parameters:
    ///   - image: upright, with at least one pixel.
    ///   - time: in seconds since the first frame.
    /// - Returns: nil if the task was canceled.
    package mutating func look(at image: RGBImage, time: Double) -> Shelf? {
        var shelf = Shelf(frame: scene.count(), time: scene.clamped(time), width: image.width, height: image.height)
        guard let found = detector.found(in: image) else { return nil }
        shelf.spines = scene.update(found, FrameThumbnail(image), image, time: shelf.time)
        shelf.guidance = scene.guidance
        if shelf.time - barcodeTime >= options.barcodeInterval {
            barcodeTime = shelf.time
            guard let codes = try? reader.read(image.gray) else { return nil }
            scene.addBarcodes(codes, seenAt: scene.moved, time: shelf.time, took: 0)
        }
        scene.complete(&shelf)
        return shelf
    }
}
