import Espy

/// Indexes a folder, and finds green photos in it.
///
/// - Parameters:
///   - folder: an absolute path.
///   - database: the gallery's file, which is created if it is missing.
///   - now: seconds since 1970, in local time.
func greenPhotos(in folder: String, database: String, now: Int) async throws -> [GalleryHit] {
    let gallery = try Gallery(path: database)
    try await gallery.addFolder(folder, at: now)
    let start = ContinuousClock.now
    let indexer = GalleryIndexer(
        gallery: gallery, analyzer: try PhotoAnalyzer(), clock: { (ContinuousClock.now - start) / .seconds(1) },
        words: advice(onGallery:))
    let summary = try await indexer.run { print("\($0.phase): \($0.done) of \($0.total)") }
    print("\(summary.added) new photos, \(summary.failed) that cannot be read")
    let found = try await gallery.search("color:green", limit: 20, now: now)
    for hit in found.hits { print(hit.photo.path, hit.why.joined(separator: "; ")) }
    return found.hits
}

/// Corrects a photo's tags. Corrections survive when the photo is tagged again, renamed or moved.
func correct(_ photo: GalleryPhoto, in gallery: Gallery, now: Int) async throws -> [PhotoTag] {
    try await gallery.correct(photo.id, tag: "garden", isRight: true, now: now)
    try await gallery.correct(photo.id, tag: "book", isRight: false, now: now)
    return try await gallery.tags(of: photo.id)
}

/// Returns the message for an error of the gallery.
func advice(onGallery error: GalleryError) -> String {
    switch error {
    case .folder(let path, let reason): "\(path): \(reason)"
    case .query(let query, let reason): "“\(query)” makes no sense: \(reason)"
    case .image(.notAnImage): "not a supported image format"
    default: "\(error)"
    }
}
