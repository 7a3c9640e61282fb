/// What a photo's file says about it: EXIF, IPTC and XMP. Everything is optional, and nothing of it is to be trusted.
public struct PhotoMetadata: Sendable, Equatable, Codable {
    /// When it was taken by the clock of the camera: seconds since 1970, as if that clock had shown UTC.
    public var taken: Int?
    /// Degrees, north and east positive.
    public var latitude: Double?
    public var longitude: Double?
    /// Maker and model, without saying the maker twice.
    public var camera: String?
    public var lens: String?
    /// From 1 to 5; nil where there is none, -1 for rejected.
    public var rating: Int?
    public var title: String?
    public var description: String?
    public var keywords: [String] = []
    /// The program that wrote it.
    public var software: String?
    /// Whether it says that it is a screenshot.
    public var isScreenshot = false

    public init() {}
}
