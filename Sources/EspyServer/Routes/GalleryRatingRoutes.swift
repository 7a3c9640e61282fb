import EspyHTTP

/// How a person rates photos. The files are not touched.
struct GalleryRatingRoutes: Sendable {
    let gallery: any GalleryServing

    var all: [Route] { [Route(.post, "\(GalleryRoutes.root)/ratings", handler: rate)] }

    private func rate(_ request: Request, _: PathValues) async throws(Problem) -> Response {
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

/// Stars for some photos.
private struct RatingChange: Codable {
    let photos: [Int]
    /// Nil lets the file count; that must be said as `null`.
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
