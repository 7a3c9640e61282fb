/// Tags of the picture itself, by rules.
struct PictureTags {
    let kind: PhotoAnalysis.Kind
    let sharpness: Double
    let brightness: Double
    let isMonochrome: Bool

    /// Variance of the Laplacian, below which hardly a sharp photo is.
    private static let blurredDetail = 30.0
    /// Mean lightness, below which little can be seen.
    private static let dark = 0.16

    static let blurred = "blurred"

    static func tag(_ name: String, _ confidence: Double = 1) -> PhotoTag {
        PhotoTag(name: name, category: .picture, confidence: confidence, source: PhotoTag.Source.analysis)
    }

    var all: [PhotoTag] {
        var tags: [PhotoTag] = []
        if kind != .photo { tags.append(Self.tag(kind.rawValue)) }
        // Drawn things and pages have no focus.
        if sharpness < Self.blurredDetail, kind == .photo || kind == .panorama {
            tags.append(Self.tag(Self.blurred, 1 - 0.5 * sharpness / Self.blurredDetail))
        }
        if brightness < Self.dark { tags.append(Self.tag("dark", 1 - 0.5 * brightness / Self.dark)) }
        if isMonochrome { tags.append(Self.tag("black and white")) }
        return tags
    }
}
