package import EspyImage

extension CountOptions {
    /// - Throws: the ``CountError`` that tells what of these options, or of the picture, cannot be used.
    package func check(for image: RGBImage) throws(CountError) {
        guard image.width > 0, image.height > 0 else {
            throw .emptyImage(width: image.width, height: image.height)
        }
        for threshold in [confidence, similarity] {
            guard let threshold else { continue }
            guard threshold >= 0, threshold <= 1 else { throw .unusableThreshold(threshold) }
        }
        for polygon in exclusions + (region.map { [$0] } ?? []) {
            let isFinite = polygon.allSatisfy { $0.x.isFinite && $0.y.isFinite }
            guard polygon.count >= 3, isFinite else { throw .unusableRegion(polygon) }
        }
        if let like {
            let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
            let isFinite = like.maxX.isFinite && like.maxY.isFinite && like.x.isFinite && like.y.isFinite
            guard isFinite, like.overlap(whole) > 0 else { throw .unusableExample(like) }
        }
    }
}
