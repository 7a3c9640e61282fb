/// A tag: something that a photo shows, or that is true of it.
public struct PhotoTag: Sendable, Equatable, Hashable, Codable {
    /// In lower case: `golden retriever`.
    public let name: String
    public let category: Category
    /// From 0 to 1; 1 for tags from the user or the file.
    public let confidence: Double
    /// The source: a model with its version, or one of ``Source``.
    public let source: String

    public init(name: String, category: Category, confidence: Double, source: String) {
        (self.name, self.category, self.confidence, self.source) = (name, category, confidence, source)
    }

    /// The groups of tags in lists.
    public enum Category: String, Sendable, Codable, CaseIterable {
        case animals, people, nature, food, vehicles, places, buildings, objects, weather, sport, art
        /// About the picture itself: blurred, dark, a screenshot, a document.
        case picture
        /// Keywords in the file.
        case keyword
        /// Tags that the user added or taught.
        case own
    }

    /// Sources other than models.
    public enum Source {
        /// Computed from the pixels by rules.
        public static let analysis = "analysis"
        /// From the file.
        public static let metadata = "metadata"
        /// A tag that the user taught with examples.
        public static let taught = "taught"
        /// Added by the user.
        public static let user = "user"
    }
}

/// The share of a photo that has a color.
public struct ColorShare: Sendable, Equatable, Codable {
    public let name: ColorName
    /// Of the area, from 0 to 1.
    public let share: Double

    public init(name: ColorName, share: Double) { (self.name, self.share) = (name, share) }
}

/// The sixteen named colors of photos.
public enum ColorName: String, Sendable, Codable, CaseIterable {
    case black, gray, white, brown, red, orange, gold, yellow, lime, green, teal, cyan, blue, purple, magenta, pink
}

/// Tags of the picture itself, by rules.
struct PictureTags {
    let kind: PhotoAnalysis.Kind
    let sharpness: Double
    let brightness: Double
    let isMonochrome: Bool

    /// Variance of the Laplacian; few sharp photos are below.
    private static let blurredDetail = 30.0
    /// Mean lightness, below which little is visible.
    private static let dark = 0.16

    static let blurred = "blurred"

    static func tag(_ name: String, _ confidence: Double = 1) -> PhotoTag {
        PhotoTag(name: name, category: .picture, confidence: confidence, source: PhotoTag.Source.analysis)
    }

    var all: [PhotoTag] {
        var tags: [PhotoTag] = []
        if kind != .photo { tags.append(Self.tag(kind.rawValue)) }
        // Drawings and pages have no focus.
        if sharpness < Self.blurredDetail, kind == .photo || kind == .panorama {
            tags.append(Self.tag(Self.blurred, 1 - 0.5 * sharpness / Self.blurredDetail))
        }
        if brightness < Self.dark { tags.append(Self.tag("dark", 1 - 0.5 * brightness / Self.dark)) }
        if isMonochrome { tags.append(Self.tag("black and white")) }
        return tags
    }
}

/// Something that a photo may show, without enough confidence for a tag. Search results list such photos after all
/// others.
public struct LikelyThing: Sendable, Equatable, Codable {
    /// In English.
    public let name: String
    /// From 0 to 1: the share of such photos that show it.
    public let confidence: Double
    /// Whether it is a kind from a set of alternatives, whose confidences add up: a photo of a mug or a goblet shows a
    /// cup.
    public let isKind: Bool

    public init(name: String, confidence: Double, isKind: Bool) {
        (self.name, self.confidence, self.isKind) = (name, confidence, isKind)
    }

    /// The least likelihood of a result: of photos with this value, one in five shows the thing.
    static let worthTelling = 0.15
    /// Less likely things are not stored.
    static let least = 0.05
    /// The same for a single kind, which may add up with others.
    static let leastOfKind = 0.02
    /// Maximum number of kinds per photo.
    static let mostKinds = 12
    /// Maximum number of things per photo.
    static let most = 64
}
