/// Words that have their place among the tags, whoever says them first.
enum KnownTags {
    /// The list that a tag belongs to; ``PhotoTag/Category/own`` for a word that is nobody's but the person's.
    static func category(of name: String) -> PhotoTag.Category {
        BroadTags.category(of: name) ?? ObjectLabels.all.first { $0.name == name }?.category ?? .own
    }
}
