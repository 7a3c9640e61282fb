import EspyPixels

/// Bar codes, or places with text: what is found now and then beside the spines, with the time at which it was.
struct FrameLayer<Item: Sendable>: Sendable {
    private var items: [(item: Item, seen: Double)] = []
    private let freshness: Double
    private let move: @Sendable (Item, (Point) -> Point) -> Item
    /// Whether what was found anew takes the place of what was there.
    private let replaces: @Sendable (Item, Item) -> Bool

    init(
        freshness: Double, move: @escaping @Sendable (Item, (Point) -> Point) -> Item,
        replaces: @escaping @Sendable (_ new: Item, _ old: Item) -> Bool
    ) {
        self.freshness = freshness
        self.move = move
        self.replaces = replaces
    }

    /// What is to be shown.
    var shown: [Item] { items.map(\.item) }

    /// Moves everything by what the camera moved, or scales it with the picture.
    mutating func map(_ place: (Point) -> Point) {
        items = items.map { (move($0.item, place), $0.seen) }
    }

    mutating func add(_ found: [Item], at time: Double) {
        items.removeAll { old in found.contains { replaces($0, old.item) } }
        items += found.map { ($0, time) }
    }

    /// Takes out what was not found for too long.
    mutating func expire(at time: Double) { items.removeAll { time - $0.seen > freshness } }
}
