/// The COCO classes in the order of its detectors, with names that people search for.
enum ObjectLabels {
    struct Label {
        let name: String
        let category: PhotoTag.Category
        /// Broader tags that are also true.
        let parents: [String]
    }

    static let all: [Label] = kinds.map { name, category, parents in
        Label(name: name, category: category, parents: parents)
    }

    private static let kinds: [(String, PhotoTag.Category, [String])] = [
        ("person", .people, ["people"]),
        ("bicycle", .vehicles, ["vehicle"]),
        ("car", .vehicles, ["vehicle"]),
        ("motorcycle", .vehicles, ["vehicle"]),
        ("airplane", .vehicles, ["vehicle"]),
        ("bus", .vehicles, ["vehicle"]),
        ("train", .vehicles, ["vehicle"]),
        ("truck", .vehicles, ["vehicle"]),
        ("boat", .vehicles, ["vehicle"]),
        ("traffic light", .objects, ["street"]),
        ("fire hydrant", .objects, ["street"]),
        ("stop sign", .objects, ["street"]),
        ("parking meter", .objects, ["street"]),
        ("bench", .objects, ["furniture"]),
        ("bird", .animals, ["animal"]),
        ("cat", .animals, ["animal"]),
        ("dog", .animals, ["animal"]),
        ("horse", .animals, ["animal"]),
        ("sheep", .animals, ["animal"]),
        ("cow", .animals, ["animal"]),
        ("elephant", .animals, ["animal"]),
        ("bear", .animals, ["animal"]),
        ("zebra", .animals, ["animal"]),
        ("giraffe", .animals, ["animal"]),
        ("backpack", .objects, ["bag"]),
        ("umbrella", .objects, []),
        ("handbag", .objects, ["bag"]),
        ("tie", .objects, ["clothing"]),
        ("suitcase", .objects, ["bag"]),
        ("frisbee", .sport, ["sport"]),
        ("skis", .sport, ["sport"]),
        ("snowboard", .sport, ["sport"]),
        ("ball", .sport, ["sport"]),
        ("kite", .sport, ["sport"]),
        ("baseball bat", .sport, ["sport"]),
        ("baseball glove", .sport, ["sport"]),
        ("skateboard", .sport, ["sport"]),
        ("surfboard", .sport, ["sport"]),
        ("tennis racket", .sport, ["sport"]),
        ("bottle", .objects, []),
        ("wine glass", .objects, ["kitchenware"]),
        ("cup", .objects, ["kitchenware"]),
        ("fork", .objects, ["kitchenware"]),
        ("knife", .objects, ["kitchenware"]),
        ("spoon", .objects, ["kitchenware"]),
        ("bowl", .objects, ["kitchenware"]),
        ("banana", .food, ["fruit", "food"]),
        ("apple", .food, ["fruit", "food"]),
        ("sandwich", .food, ["food"]),
        ("orange fruit", .food, ["fruit", "food"]),
        ("broccoli", .food, ["vegetable", "food"]),
        ("carrot", .food, ["vegetable", "food"]),
        ("hot dog", .food, ["food"]),
        ("pizza", .food, ["food"]),
        ("donut", .food, ["food"]),
        ("cake", .food, ["food"]),
        ("chair", .objects, ["furniture"]),
        ("couch", .objects, ["furniture"]),
        ("potted plant", .objects, ["plant"]),
        ("bed", .objects, ["furniture"]),
        ("dining table", .objects, ["furniture"]),
        ("toilet", .objects, ["bathroom"]),
        ("television", .objects, ["electronics"]),
        ("laptop", .objects, ["computer", "electronics"]),
        ("computer mouse", .objects, ["computer", "electronics"]),
        ("remote control", .objects, ["electronics"]),
        ("keyboard", .objects, ["computer", "electronics"]),
        ("phone", .objects, ["electronics"]),
        ("microwave", .objects, ["electronics"]),
        ("oven", .objects, ["electronics"]),
        ("toaster", .objects, ["electronics"]),
        ("sink", .objects, []),
        ("refrigerator", .objects, ["electronics"]),
        ("book", .objects, []),
        ("clock", .objects, []),
        ("vase", .objects, []),
        ("scissors", .objects, []),
        ("teddy bear", .objects, ["toy"]),
        ("hair dryer", .objects, ["electronics"]),
        ("toothbrush", .objects, []),
    ]
}

/// Tags that are broader than those of models.
enum BroadTags {
    /// The category of a broader tag; nil for a tag that is not in the list.
    static func category(of name: String) -> PhotoTag.Category? { categories[name] }

    private static let categories: [String: PhotoTag.Category] = [
        "animal": .animals, "vehicle": .vehicles, "nature": .nature, "landscape": .nature, "water": .nature,
        "outdoor": .places, "indoor": .places, "sport": .sport, "weather": .weather, "food": .food,
        "building": .buildings, "furniture": .objects, "electronics": .objects, "kitchenware": .objects,
        "people": .people, "art": .art,
    ]
}

/// Tags with a known category, whatever their source.
enum KnownTags {
    /// The category of a tag; ``PhotoTag/Category/own`` for the user's own words.
    static func category(of name: String) -> PhotoTag.Category {
        BroadTags.category(of: name) ?? ObjectLabels.all.first { $0.name == name }?.category ?? .own
    }
}
