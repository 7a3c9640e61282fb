/// What the photos that are found have in common: the filters that would narrow them down.
public struct GalleryFacets: Sendable, Equatable, Codable {
    /// All that were found.
    public let total: Int
    /// Most photos first, as in all of these.
    public let tags: [GalleryFacet]
    public let colors: [GalleryFacet]
    public let kinds: [GalleryFacet]
    /// The latest first.
    public let years: [GalleryFacet]
    public let cameras: [GalleryFacet]

    package init(
        total: Int, tags: [GalleryFacet], colors: [GalleryFacet], kinds: [GalleryFacet], years: [GalleryFacet],
        cameras: [GalleryFacet]
    ) {
        (self.total, self.tags, self.colors, self.kinds) = (total, tags, colors, kinds)
        (self.years, self.cameras) = (years, cameras)
    }
}

/// One filter, and how many of the found photos would stay.
public struct GalleryFacet: Sendable, Equatable, Codable {
    public let name: String
    public let count: Int
    /// To be added to the query: `tag:dog`.
    public let query: String
    /// Of a tag; nil for all else.
    public let category: String?

    package init(name: String, count: Int, query: String, category: String? = nil) {
        (self.name, self.count, self.query, self.category) = (name, count, query, category)
    }
}
