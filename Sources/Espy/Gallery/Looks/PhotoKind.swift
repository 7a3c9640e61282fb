package import EspyImage

extension PhotoAnalysis.Kind {
    /// So much wider than high, or higher than wide, are no pictures of one shot.
    private static let wide = 2.2
    /// Of neighboring pixels, from 0 to 1: drawn things have areas without noise, photos do not.
    private static let evenness = 0.55

    /// What sort of picture it is.
    ///
    /// - Parameters:
    ///   - image: upright, at its own size or reduced.
    ///   - gray: the same.
    ///   - metadata: what its file says.
    package init(_ image: RGBImage, gray: GrayImage, metadata: PhotoMetadata) {
        let sides = (Double(max(image.width, image.height)), Double(max(min(image.width, image.height), 1)))
        let isFromCamera = metadata.camera != nil
        if metadata.isScreenshot || (!isFromCamera && Self.looksLikeScreen(image, ratio: sides.0 / sides.1)) {
            self = .screenshot
        } else if sides.0 / sides.1 >= Self.wide, sides.1 >= 200 {
            self = .panorama
        } else if PageLook(gray).isPage {
            self = .document
        } else {
            self = .photo
        }
    }

    /// The proportions of a screen, and large areas without any noise.
    private static func looksLikeScreen(_ image: RGBImage, ratio: Double) -> Bool {
        // 4:3, 16:10, 16:9, 18:9 to 21:9.
        let screens: [Double] = [4 / 3, 1.5, 1.6, 16 / 9, 2, 19.5 / 9, 20 / 9, 21 / 9]
        return screens.contains { abs(ratio - $0) < 0.012 * $0 } && evenness(of: image) > evenness
    }

    /// How many pixels are exactly as their right neighbor.
    private static func evenness(of image: RGBImage) -> Double {
        var same = 0
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<image.height {
                let line = 3 * y * image.width
                for x in stride(from: line, to: line + 3 * (image.width - 1), by: 3)
                where pixels[x] == pixels[x + 3] && pixels[x + 1] == pixels[x + 4] && pixels[x + 2] == pixels[x + 5] {
                    same += 1
                }
            }
        }
        return Double(same) / Double(max(image.height * (image.width - 1), 1))
    }
}
