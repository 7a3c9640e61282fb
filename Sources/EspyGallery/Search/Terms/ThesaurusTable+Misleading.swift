extension ThesaurusTable {
    /// Tags of several words that are no kind of what their last word says.
    static let misleading: Set<String> = [
        "hot dog", "teddy bear", "sea lion", "sea horse", "guinea pig", "big cat", "horse chestnut", "prairie dog",
        "fire engine", "search engine", "mouse pad", "sea cucumber", "christmas tree", "bird house", "computer mouse",
        "stuffed animal", "water bottle", "toy car", "toy train", "model train", "garden spider", "black widow",
        "shoe tree", "playing card", "football field", "beach wagon", "butter fly", "wine glass", "beer glass",
        "opera house", "boat house", "tree house", "dog house", "ice bear", "gummy bear", "cat fish", "cat bear",
        "jelly fish", "star fish", "coffee table", "dining table", "pool table", "sea urchin", "spider monkey",
        "lens cap", "custard apple", "home theater", "traffic light", "punching bag", "sleeping bag", "hen of the wood",
        "jack o lantern",
    ]
}
