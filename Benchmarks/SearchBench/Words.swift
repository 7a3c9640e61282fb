/// Names for photos and tags.
enum Words {
    static let tags = [
        "dog", "person", "sky", "tree", "building", "beach", "sea", "cat", "car", "mountain", "food", "flower",
        "sunset",
        "snow", "street", "house", "bird", "book", "computer", "lake", "forest", "boat", "bicycle", "night", "horse",
        "airplane", "train", "bus", "truck", "motorcycle", "fruit", "vegetable", "pizza", "ice cream", "bottle", "cup",
        "chair", "lamp", "watch", "umbrella", "shoe", "clothing", "ball", "toy", "game", "coin", "phone", "bear",
        "monkey", "elephant", "cow", "sheep", "rabbit", "fish", "insect", "butterfly", "spider", "reptile", "big cat",
        "sea animal", "kitchen", "bathroom", "bedroom", "living room", "dining room", "office", "library", "theater",
        "bridge", "road", "field", "garden", "desert", "waterfall", "rain", "cloudy", "sports field",
        "musical instrument", "packaged food", "electronics",
    ]

    private static let syllables = ["ba", "ko", "mi", "ta", "ne", "ru", "so", "la", "fi", "du", "ge", "po"]

    /// Returns a word for each number up to 20,000.
    static func name(_ number: Int) -> String {
        let count = syllables.count
        return syllables[number % count] + syllables[number / count % count] + syllables[number / count / count % count]
            + syllables[number / count / count / count % count]
    }
}
