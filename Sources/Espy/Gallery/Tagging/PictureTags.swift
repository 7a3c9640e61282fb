/// Tags of the picture itself, by rules.
struct PictureTags {
    let kind: PhotoAnalysis.Kind
    let sharpness: Double
    let brightness: Double
    let isMonochrome: Bool

    /// Variance of the Laplacian, below which hardly a sharp photo is.
    private static let blurred = 30.0
    /// Mean lightness, below which little can be seen.
    private static let dark = 0.16

    var all: [PhotoTag] {
        var tags: [PhotoTag] = []
        func add(_ name: String, _ confidence: Double = 1) {
            tags.append(
                PhotoTag(name: name, category: .picture, confidence: confidence, source: PhotoTag.Source.analysis))
        }
        if kind != .photo { add(kind.rawValue) }
        // Drawn things and pages have no focus.
        if sharpness < Self.blurred, kind == .photo || kind == .panorama {
            add("blurred", 1 - 0.5 * sharpness / Self.blurred)
        }
        if brightness < Self.dark { add("dark", 1 - 0.5 * brightness / Self.dark) }
        if isMonochrome { add("black and white") }
        return tags
    }
}
