/// A collection that keeps itself up to date: a query with a name.
public struct GalleryAlbum: Sendable, Equatable, Codable, Identifiable {
    /// What is collected.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// What a person saved.
        case own
        /// What was taken on this day of other years.
        case memories
        /// What is on the photos, or what sort of picture they are.
        case subject
        case place, year, color
    }

    /// Stays the same as long as the album does.
    public let id: String
    public let name: String
    public let kind: Kind
    public let query: String
    /// Photos in it.
    public let count: Int
    /// The newest photo in it.
    public let cover: GalleryPhoto?

    package init(id: String, name: String, kind: Kind, query: String, count: Int, cover: GalleryPhoto?) {
        (self.id, self.name, self.kind, self.query) = (id, name, kind, query)
        (self.count, self.cover) = (count, cover)
    }
}
