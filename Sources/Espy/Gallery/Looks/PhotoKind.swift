package import EspyImage

extension PhotoAnalysis.Kind {
    /// So much wider than high, or higher than wide, are no pictures of one shot.
    private static let wide = 2.2
    /// Of the area that must be as good as gray for a page of text.
    private static let neutral = 0.75

    /// What sort of picture it is.
    ///
    /// - Parameters:
    ///   - gray: upright, at its own size or reduced.
    ///   - colors: of the same picture.
    ///   - metadata: what its file says.
    package init(_ gray: GrayImage, colors: DominantColors, metadata: PhotoMetadata) {
        let sides = (Double(max(gray.width, gray.height)), Double(max(min(gray.width, gray.height), 1)))
        if metadata.isScreenshot {
            self = .screenshot
        } else if sides.0 / sides.1 >= Self.wide, sides.1 >= 200 {
            self = .panorama
        } else if colors.neutral >= Self.neutral, PageLook(gray).isPage {
            self = .document
        } else {
            self = .photo
        }
    }
}
