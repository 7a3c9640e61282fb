import Espy
import EspyHTTP

/// The photo library: what is in it, and how to find it.
struct GalleryRoutes: Sendable {
    let gallery: any GalleryServing

    static let root = "\(Place.root)/gallery"
    static let mostPhotos = 500

    var all: [Route] {
        [
            Route(.get, Self.root, handler: state),
            Route(.get, "\(Self.root)/photos", handler: photos),
            Route(.get, "\(Self.root)/timeline", handler: timeline),
            Route(.get, "\(Self.root)/facets", handler: facets),
            Route(.get, "\(Self.root)/suggestions", handler: suggestions),
            Route(.get, "\(Self.root)/places", handler: places),
            Route(.get, "\(Self.root)/duplicates", handler: duplicates),
            Route(.get, "\(Self.root)/problems", handler: problems),
        ]
    }

    private func state(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        try .fresh(GalleryStateAnswer(try await gallery.state(), PathTelling(request.caller)))
    }

    private func photos(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let offset = try request.query.number("offset", in: 0...Int(Int32.max), or: 0)
        let limit = try request.query.number("limit", in: 1...Self.mostPhotos, or: 100)
        let page = try await gallery.photos(try request.query.words, offset: offset, limit: limit)
        return try .fresh(GalleryPageAnswer(page))
    }

    private func timeline(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        try .fresh(["months": try await gallery.timeline(try request.query.words)])
    }

    private func facets(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        try .fresh(["facets": try await gallery.facets(try request.query.words)])
    }

    private func suggestions(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let typed = try request.query.words
        let cursor = try request.query.number("at", in: 0...typed.count, or: typed.count)
        return try .fresh(["suggestions": try await gallery.suggestions(typed, cursor: cursor)])
    }

    private func places(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        try .fresh(PlaceClusters(try await gallery.places(try request.query.words)))
    }

    private func duplicates(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let telling = PathTelling(request.caller)
        let groups = try await gallery.duplicates()
        return try .fresh(["groups": groups.map { GalleryDuplicatesAnswer($0, telling) }])
    }

    private func problems(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let telling = PathTelling(request.caller)
        return try .fresh(["problems": try await gallery.problems().map { GalleryProblemAnswer($0, telling) }])
    }
}

extension Query {
    /// What stands in the search box.
    var words: String {
        get throws(Problem) {
            let text = self["q"] ?? ""
            guard text.utf8.count <= 1_000 else { throw .badRequest("q has at most 1,000 bytes") }
            return text
        }
    }

    func number(_ name: String, in range: ClosedRange<Int>, or usual: Int) throws(Problem) -> Int {
        guard let text = self[name] else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw .badRequest("\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension PathValues {
    /// The number of a photo or folder; there is nothing under a name that is none.
    func number(_ name: String) throws(Problem) -> Int {
        guard let number = Int(self[name]), number > 0 else { throw .notFound }
        return number
    }
}
