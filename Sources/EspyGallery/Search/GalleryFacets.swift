import EspyStore

/// Values that the matching photos have in common: the filters that would narrow them down.
public struct GalleryFacets: Sendable, Equatable, Codable {
    /// The number of all matches.
    public let total: Int
    /// Most photos first, like all lists here.
    public let tags: [GalleryFacet]
    public let colors: [GalleryFacet]
    public let kinds: [GalleryFacet]
    /// Latest first.
    public let years: [GalleryFacet]
    public let cameras: [GalleryFacet]
}

/// A filter, and the number of results that would remain.
public struct GalleryFacet: Sendable, Equatable, Codable {
    public let name: String
    public let count: Int
    /// The condition to add to the query: `tag:dog`.
    public let query: String
    /// The category of a tag; nil for everything else.
    public let category: String?
}

/// Counts the values that photos have in common.
struct FacetCount {
    let run: QueryRun
    let found: PhotoBits
    let limit: Int

    func facets() throws -> GalleryFacets {
        GalleryFacets(
            total: found.count, tags: try tags(), colors: try colors(), kinds: try kinds(), years: years(),
            cameras: try cameras())
    }

    private func tags() throws -> [GalleryFacet] {
        let counts = try run.index.tagTable(run.database).counts(in: found)
        let facets = run.index.tags.entries.compactMap { entry in
            counts[entry.id].map { facet(.tag(entry.name), entry.name, $0, category: entry.category) }
        }
        return Array(sorted(facets).prefix(limit))
    }

    private func colors() throws -> [GalleryFacet] {
        try facets(ColorName.allCases.map { (.color($0), $0.rawValue) })
    }

    private func kinds() throws -> [GalleryFacet] {
        try facets(PhotoAnalysis.Kind.allCases.map { (.kind($0), $0.rawValue) })
    }

    func cameras() throws -> [GalleryFacet] {
        let cameras = try run.index.cameras(run.database)
        return Array(try facets(cameras.map { (.camera($0), $0) }).prefix(limit))
    }

    func years() -> [GalleryFacet] {
        var counts: [Int: Int] = [:]
        for month in run.months(found) { counts[month.year, default: 0] += month.count }
        return counts.sorted { $0.key > $1.key }.map { year, count in
            GalleryFacet(name: "\(year)", count: count, query: "date:\(year)", category: nil)
        }
    }

    private func facets(_ filters: [(GalleryQuery.Filter, String)]) throws -> [GalleryFacet] {
        var facets: [GalleryFacet] = []
        for (filter, name) in filters {
            let count = found.countOfIntersection(try run.photos(.filter(filter)))
            if count > 0 { facets.append(facet(filter, name, count)) }
        }
        return sorted(facets)
    }

    private func facet(
        _ filter: GalleryQuery.Filter, _ name: String, _ count: Int, category: String? = nil
    ) -> GalleryFacet {
        GalleryFacet(name: name, count: count, query: filter.description, category: category)
    }

    private func sorted(_ facets: [GalleryFacet]) -> [GalleryFacet] {
        facets.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
