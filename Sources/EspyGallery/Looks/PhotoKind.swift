package import EspyCodecs
package import EspyPixels

extension PhotoAnalysis.Kind {
    /// So much wider than high, or higher than wide, are no pictures of one shot.
    private static let wide = 2.2
    /// Of the area that must be as good as gray for a page of text.
    private static let neutral = 0.75
    /// The same for what may be one.
    private static let nearlyNeutral = 0.6

    /// What sort of picture it is.
    ///
    /// - Parameters:
    ///   - gray: upright, at its own size or reduced.
    ///   - colors: of the same picture.
    ///   - metadata: what its file says.
    /// - Returns: what it is, and whether a photo may turn out to be a document when it is read.
    package static func of(
        _ gray: GrayImage, colors: DominantColors, metadata: PhotoMetadata
    ) -> (kind: Self, mayBeDocument: Bool) {
        let sides = (Double(max(gray.width, gray.height)), Double(max(min(gray.width, gray.height), 1)))
        if metadata.isScreenshot {
            return (.screenshot, false)
        } else if sides.0 / sides.1 >= wide, sides.1 >= 200 {
            return (.panorama, false)
        }
        guard colors.neutral >= nearlyNeutral else { return (.photo, false) }
        let look = PageLook(gray)
        if colors.neutral >= neutral, look.isPage { return (.document, false) }
        return (.photo, look.mayBePage)
    }
}
