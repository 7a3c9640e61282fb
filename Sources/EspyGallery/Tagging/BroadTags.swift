/// Tags that stand above those of models.
enum BroadTags {
    /// Which list a broader tag belongs to; nil for one that is not ours.
    static func category(of name: String) -> PhotoTag.Category? { categories[name] }

    private static let categories: [String: PhotoTag.Category] = [
        "animal": .animals, "vehicle": .vehicles, "nature": .nature, "landscape": .nature, "water": .nature,
        "outdoor": .places, "indoor": .places, "sport": .sport, "weather": .weather, "food": .food,
        "building": .buildings, "furniture": .objects, "electronics": .objects, "kitchenware": .objects,
        "people": .people, "art": .art,
    ]
}
