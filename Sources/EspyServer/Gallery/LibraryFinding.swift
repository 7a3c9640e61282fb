package import Espy

/// How many photos there are of a month.
package struct LibraryMonth: Sendable, Equatable, Encodable {
    package var year: Int
    /// From 1 to 12.
    package var month: Int
    package var count: Int

    package init(year: Int, month: Int, count: Int) { (self.year, self.month, self.count) = (year, month, count) }
}

/// Something by which a query can be narrowed.
package struct LibraryFacet: Sendable, Equatable, Encodable {
    /// `tag`, `color`, `kind`, `year` or `camera`.
    package var kind: String
    package var name: String
    /// How many photos of the query have it.
    package var count: Int
    /// What to add to the query: `tag:dog`.
    package var term: String

    package init(kind: String, name: String, count: Int, term: String) {
        (self.kind, self.name, self.count, self.term) = (kind, name, count, term)
    }
}

/// What somebody who types may mean.
package struct LibrarySuggestion: Sendable, Equatable, Encodable {
    /// The whole query, were it taken.
    package var query: String
    /// What is shown: `beach`.
    package var text: String
    /// `tag`, `color`, `album`, `camera`, `year` or `word`.
    package var kind: String
    /// How many photos have it; nil where nobody counted.
    package var count: Int?

    package init(query: String, text: String, kind: String, count: Int?) {
        (self.query, self.text, self.kind, self.count) = (query, text, kind, count)
    }
}

/// Where a photo was taken.
package struct LibraryPlace: Sendable, Equatable {
    package var photo: Int
    /// Degrees, north positive.
    package var latitude: Double
    /// Degrees, east positive.
    package var longitude: Double

    package init(photo: Int, latitude: Double, longitude: Double) {
        (self.photo, self.latitude, self.longitude) = (photo, latitude, longitude)
    }
}

/// Photos that belong together by a rule: they come and go by themselves.
package struct LibraryAlbum: Sendable, Equatable {
    package var id: String
    package var name: String
    package var query: String
    package var count: Int
    /// The photo that stands for it.
    package var cover: GalleryPhoto?
    /// `own` for those that a person saved; else what they are grouped by, as `subject`, `color`, `year`, `place`, `memories`.
    package var group: String

    package init(id: String, name: String, query: String, count: Int, cover: GalleryPhoto?, group: String) {
        (self.id, self.name, self.query) = (id, name, query)
        (self.count, self.cover, self.group) = (count, cover, group)
    }
}

/// Photos that show the same.
package struct LibraryDuplicates: Sendable, Equatable {
    /// `exact` for files of the same bytes, `same` for copies of one shot, `similar` for shots of the same thing.
    package var kind: String
    package var photos: [Photo]

    package struct Photo: Sendable, Equatable {
        package var id: Int
        package var width: Int
        package var height: Int
        package var bytes: Int
        /// All files that have it.
        package var paths: [String]

        package init(id: Int, width: Int, height: Int, bytes: Int, paths: [String]) {
            (self.id, self.width, self.height, self.bytes, self.paths) = (id, width, height, bytes, paths)
        }
    }

    package init(kind: String, photos: [Photo]) { (self.kind, self.photos) = (kind, photos) }
}
