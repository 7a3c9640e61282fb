import Espy
import EspyHTTP

/// Correcting tags. The inverse call undoes a correction.
struct GalleryTagRoutes: Sendable {
    let gallery: GalleryService

    static let longestTag = 60
    static let mostPhotos = 10_000

    var all: [Route] {
        let tag = "\(GalleryRoutes.root)/photos/{id}/tags/{name}"
        return [
            Route(.put, tag, handler: add), Route(.delete, tag, handler: remove),
            Route(.post, "\(GalleryRoutes.root)/tags", handler: change),
        ]
    }

    private func add(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        _ = try await gallery.say(.right, of: try Self.tag(values["name"]), on: [try values.number("id")])
        return .noContent
    }

    private func remove(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        _ = try await gallery.say(.wrong, of: try Self.tag(values["name"]), on: [try values.number("id")])
        return .noContent
    }

    /// Changes the tags of several photos.
    private func change(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let change = try await request.json(TagChange.self)
        guard (1...Self.mostPhotos).contains(change.photos.count) else {
            throw .unprocessable("name 1 to 10,000 photos")
        }
        // Nothing changes if one of the names is invalid.
        let wanted = try change.wanted
        guard (1...20).contains(wanted.count) else { throw .unprocessable("name 1 to 20 tags") }
        var undo: [TagChange] = []
        for (verdict, tag) in wanted {
            let before = try await gallery.say(verdict, of: tag, on: change.photos)
            undo =
                before.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { TagChange($0.key, of: tag, on: $0.value) } + undo
        }
        return try .fresh(["undo": undo])
    }

    /// Normalizes a tag to lower case with single spaces.
    static func tag(_ name: String) throws(HTTPProblem) -> String {
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

/// Changes to the tags of some photos.
private struct TagChange: Codable {
    let photos: [Int]
    var add: [String]?
    var remove: [String]?
    /// Tags whose correction is withdrawn, so that models and files decide again.
    var takeBack: [String]?

    init(_ verdict: TagVerdict, of tag: String, on photos: [Int]) {
        self.photos = photos
        switch verdict {
        case .right: add = [tag]
        case .wrong: remove = [tag]
        case .nothing: takeBack = [tag]
        }
    }

    var wanted: [(TagVerdict, String)] {
        get throws(HTTPProblem) {
            var all: [(TagVerdict, String)] = []
            for (verdict, names) in [(TagVerdict.right, add), (.wrong, remove), (.nothing, takeBack)] {
                for name in names ?? [] { all.append((verdict, try GalleryTagRoutes.tag(name))) }
            }
            return all
        }
    }
}

/// Rating photos. The files are not changed.
struct GalleryRatingRoutes: Sendable {
    let gallery: GalleryService

    var all: [Route] { [Route(.post, "\(GalleryRoutes.root)/ratings", handler: rate)] }

    private func rate(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let change = try await request.json(RatingChange.self)
        guard (1...GalleryTagRoutes.mostPhotos).contains(change.photos.count) else {
            throw .unprocessable("name 1 to 10,000 photos")
        }
        guard change.rating.map((0...5).contains) ?? true else { throw .unprocessable("a rating has 0 to 5 stars") }
        let before = try await gallery.rate(change.photos, change.rating)
        let undo = before.sorted { $0.key ?? -2 < $1.key ?? -2 }
            .map { RatingChange(photos: $0.value, rating: $0.key.map { max($0, 0) }) }
        return try .fresh(["undo": undo])
    }
}

/// A rating for some photos.
private struct RatingChange: Codable {
    let photos: [Int]
    /// Nil goes back to the rating in the file; this takes an explicit `null`.
    let rating: Int?

    init(photos: [Int], rating: Int?) { (self.photos, self.rating) = (photos, rating) }

    private enum Key: String, CodingKey { case photos, rating }

    init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        photos = try box.decode([Int].self, forKey: .photos)
        rating = try box.decodeNil(forKey: .rating) ? nil : box.decode(Int.self, forKey: .rating)
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(photos, forKey: .photos)
        try box.encode(rating, forKey: .rating)
    }
}

/// Tags that are taught with examples. Learning is a job.
struct GalleryTeachingRoutes: Sendable {
    let gallery: GalleryService
    let jobs: JobQueue

    static let mostExamples = 2_000

    var all: [Route] {
        let root = "\(GalleryRoutes.root)/taught"
        return [
            Route(.get, root, handler: list), Route(.post, root, handler: teach),
            Route(.delete, "\(root)/{name}", handler: forget),
        ]
    }

    private func list(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["tags": try await gallery.taughtTags()])
    }

    private struct Lesson: Decodable {
        let tag: String
        let photos: [Int]
    }

    private func teach(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let lesson = try await request.json(Lesson.self)
        let tag = try GalleryTagRoutes.tag(lesson.tag)
        guard (1...Self.mostExamples).contains(lesson.photos.count) else {
            throw .unprocessable("name 1 to 2,000 photos")
        }
        let state = try await jobs.submit("teach", photo: nil) { [gallery] (tell) throws(HTTPProblem) in
            tell("learning", 0)
            let taught = try await gallery.teach(tag, examples: lesson.photos) { tell("learning", 0.95 * $0) }
            return JobOutcome(result: AnalysisValue(taught))
        }
        return try .accepted(state)
    }

    private func forget(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try await gallery.forget(try GalleryTagRoutes.tag(values["name"]))
        return .noContent
    }
}
