import Espy

/// Tags that a person puts right. The inverse call undoes it.
struct GalleryTagRoutes: Sendable {
    let gallery: any GalleryServing

    static let longestTag = 60
    static let mostPhotos = 10_000

    var all: [Route] {
        let tag = "\(GalleryRoutes.root)/photos/{id}/tags/{name}"
        return [
            Route(.put, tag, handler: add), Route(.delete, tag, handler: remove),
            Route(.post, "\(GalleryRoutes.root)/tags", handler: change),
        ]
    }

    private func add(_: Request, _ values: PathValues) async throws(Problem) -> Response {
        try await correct([try values.number("id")], values["name"], isRight: true)
    }

    private func remove(_: Request, _ values: PathValues) async throws(Problem) -> Response {
        try await correct([try values.number("id")], values["name"], isRight: false)
    }

    private struct Change: Decodable {
        let photos: [Int]
        let add: [String]?
        let remove: [String]?
    }

    /// Several photos at once.
    private func change(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let change = try await request.json(Change.self)
        let (add, remove) = (change.add ?? [], change.remove ?? [])
        guard (1...Self.mostPhotos).contains(change.photos.count) else {
            throw .unprocessable("name 1 to 10,000 photos")
        }
        guard (1...20).contains(add.count + remove.count) else { throw .unprocessable("name 1 to 20 tags") }
        // Nothing is done when one of the names is none.
        for name in add + remove { _ = try Self.tag(name) }
        for name in add { _ = try await correct(change.photos, name, isRight: true) }
        for name in remove { _ = try await correct(change.photos, name, isRight: false) }
        return .noContent
    }

    private func correct(_ photos: [Int], _ name: String, isRight: Bool) async throws(Problem) -> Response {
        try await gallery.correct(photos, tag: try Self.tag(name), isRight: isRight)
        return .noContent
    }

    /// A tag as it is written everywhere: in lower case, with single blanks.
    static func tag(_ name: String) throws(Problem) -> String {
        let tag = name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isClean = name.unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                && !["\"", "(", ")", ":", ","].contains(scalar)
        }
        guard (1...longestTag).contains(tag.count), tag.utf8.count <= 240, isClean else {
            throw .unprocessable("a tag has 1 to 60 characters, without quotes, brackets, colons and commas")
        }
        return tag
    }
}
