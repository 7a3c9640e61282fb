/// Which picture of its file a picture is, and how much of it the file still shows.
public struct PictureSource: Sendable, Hashable {
    /// Its place among the pictures of the file, from 1.
    public var page: Int
    /// How many pictures the file holds. Reduced copies, masks and the frames of an animation do not count.
    public var pages: Int
    /// Frames of an animation, of which the first is the picture; 1 where nothing moves.
    public var frames: Int
    /// What is wrong with the file; nil where it is whole.
    public var damage: Damage?

    /// What a file that is not whole still has of its picture.
    public struct Damage: Sendable, Hashable {
        /// Whether the file ends too early. Otherwise something in it is wrong.
        public let endsEarly: Bool
        /// The share of the rows that show, from 0 to 1.
        public let shown: Double

        public init(endsEarly: Bool, shown: Double) { (self.endsEarly, self.shown) = (endsEarly, shown) }

        /// One line for a person.
        public var text: String {
            let what = endsEarly ? "the file ends early" : "the file is damaged"
            let percent = Int(shown * 100)
            return percent == 100
                ? "\(what), and its picture may be wrong in places; copy it again"
                : "\(what), and only \(percent) % of its picture shows; copy it again"
        }
    }

    public init(page: Int = 1, pages: Int = 1, frames: Int = 1, damage: Damage? = nil) {
        self.page = page
        self.pages = pages
        self.frames = frames
        self.damage = damage
    }

    /// The same for results, which tell only what is out of the ordinary: the page where there are several, the frames of
    /// an animation, and the share that shows of a damaged picture.
    public var told: (page: Int?, pages: Int?, frames: Int?, shown: Double?) {
        let hasPages = pages > 1
        let shown = damage.map { ($0.shown * 1_000).rounded(.down) / 1_000 }
        return (hasPages ? page : nil, hasPages ? pages : nil, frames > 1 ? frames : nil, shown)
    }
}
