/// Something that is on a photo, or true of it.
public struct PhotoTag: Sendable, Equatable, Hashable, Codable {
    /// In lower case: `golden retriever`.
    public let name: String
    public let category: Category
    /// From 0 to 1; 1 for what a person or the file itself says.
    public let confidence: Double
    /// Who says so: a model with its version, or one of ``Source``.
    public let source: String

    public init(name: String, category: Category, confidence: Double, source: String) {
        (self.name, self.category, self.confidence, self.source) = (name, category, confidence, source)
    }

    /// What lists of tags are ordered by.
    public enum Category: String, Sendable, Codable, CaseIterable {
        case animals, people, nature, food, vehicles, places, buildings, objects, weather, sport, art
        /// Of the picture itself: blurred, dark, a screenshot, a document.
        case picture
        /// Words that stand in the file.
        case keyword
        /// What a person added or taught.
        case own
    }

    /// Sources other than models.
    public enum Source {
        /// Computed from the pixels by rules.
        public static let analysis = "analysis"
        /// Stands in the file.
        public static let metadata = "metadata"
        /// A tag that a person taught by examples.
        public static let taught = "taught"
        /// A person said so.
        public static let user = "user"
    }
}

/// How much of a photo has a color.
public struct ColorShare: Sendable, Equatable, Codable {
    public let name: ColorName
    /// Of the area, from 0 to 1.
    public let share: Double

    public init(name: ColorName, share: Double) { (self.name, self.share) = (name, share) }
}

/// The sixteen colors that photos are sorted by.
public enum ColorName: String, Sendable, Codable, CaseIterable {
    case black, gray, white, brown, red, orange, gold, yellow, lime, green, teal, cyan, blue, purple, magenta, pink
}

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

/// Something that a photo may show, though it is not sure enough for a tag. A search finds such photos below all others.
public struct LikelyThing: Sendable, Equatable, Codable {
    /// In English.
    public let name: String
    /// From 0 to 1: so many of a hundred such photos show it.
    public let confidence: Double
    /// Whether it is one of the kinds of things of which a photo shows one or another, so that what speaks for several of
    /// them adds up: a photo that is a mug or a goblet is a cup.
    public let isKind: Bool

    public init(name: String, confidence: Double, isKind: Bool) {
        (self.name, self.confidence, self.isKind) = (name, confidence, isKind)
    }

    /// What is less likely is not kept.
    static let least = 0.05
    /// The same of a single kind, which may be one of several.
    static let leastOfKind = 0.02
    /// So many kinds of a photo at most.
    static let mostKinds = 12
    /// So many things of a photo at most.
    static let most = 64
}
