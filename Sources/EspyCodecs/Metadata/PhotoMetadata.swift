/// What a photo's file says about it: EXIF, IPTC and XMP. Everything is optional, and nothing of it is to be trusted.
public struct PhotoMetadata: Sendable, Equatable, Codable {
    /// When it was taken by the clock of the camera: seconds since 1970, as if that clock had shown UTC.
    public var taken: Int?
    /// Where only the year, the month or the day of ``taken`` is known; that is its first second then.
    public var takenDetail: PhotoTime.Detail?
    /// The next best where nothing says when it was taken: when a program changed the file last, or the time of the
    /// satellites. As if the clock had shown UTC.
    public var changed: Int?
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
    /// Names of persons on it; nil where none is named.
    public var people: [String]?
    /// Where it was taken, in the words of the file: `Oltrarno, Florence, Italy`.
    public var location: String?
    /// What else people wrote into the file: comments, headlines, subjects; nil where there is nothing.
    public var notes: [String]?
    /// The program that wrote it.
    public var software: String?
    /// Whether it says that it is a screenshot.
    public var isScreenshot = false

    public init() {}

    /// Text of unknown origin on one line, without what no one can see; `nil` when nothing is left.
    package static func shown(_ text: String) -> String? { MetadataText.cleaned(text) }

    /// ``taken`` and ``takenDetail``.
    package var time: PhotoTime? {
        get { taken.map { PhotoTime(seconds: $0, detail: takenDetail) } }
        set { (taken, takenDetail) = (newValue?.seconds, newValue?.detail) }
    }
}
