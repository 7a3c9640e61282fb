/// Which picture of a file was used, and how much of it the file still shows.
public struct PictureSource: Sendable, Hashable {
    /// Its index among the pictures of the file, from 1.
    public var page: Int
    /// The number of pictures in the file. Reduced copies, masks and the frames of an animation do not count.
    public var pages: Int
    /// The number of frames of an animation, of which the first is the picture; 1 for a still picture.
    public var frames: Int
    /// The damage to the file; nil if it is intact.
    public var damage: Damage?

    /// The part of a picture that a damaged file still contains.
    public struct Damage: Sendable, Hashable {
        /// Whether the file ends too early. Otherwise something in it is invalid.
        public let endsEarly: Bool
        /// The share of its visible rows, from 0 to 1.
        public let shown: Double

        public init(endsEarly: Bool, shown: Double) { (self.endsEarly, self.shown) = (endsEarly, shown) }

        /// One line of text for the user.
        public var text: String {
            let what = endsEarly ? "the file ends early" : "the file is damaged"
            let percent = Int(shown * 100)
            return percent == 100
                ? "\(what), and its picture may be wrong in places; copy it again"
                : "\(what), and only \(percent)% of the picture is visible; copy it again"
        }
    }

    public init(page: Int = 1, pages: Int = 1, frames: Int = 1, damage: Damage? = nil) {
        self.page = page
        self.pages = pages
        self.frames = frames
        self.damage = damage
    }

    /// Fields for results, which include only what is unusual: the page if there are several, the frames of an
    /// animation, and the visible share of a damaged picture.
    public var fields: (page: Int?, pages: Int?, frames: Int?, shown: Double?) {
        let hasPages = pages > 1
        let shown = damage.map { ($0.shown * 1_000).rounded(.down) / 1_000 }
        return (hasPages ? page : nil, hasPages ? pages : nil, frames > 1 ? frames : nil, shown)
    }
}
