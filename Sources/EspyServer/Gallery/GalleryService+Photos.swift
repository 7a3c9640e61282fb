import Espy
import EspyHTTP

extension GalleryService {
    nonisolated func details(_ photo: Int) async throws(HTTPProblem) -> GalleryRecord {
        try await show { gallery in
            guard let found = try await gallery.details(of: photo) else {
                throw GalleryError.unknownPhoto(String(photo))
            }
            return GalleryRecord(
                found, removed: try await gallery.rejectedTags(of: photo),
                folders: try await gallery.folders().map(\.path))
        }
    }

    /// The thumbnail, as JPEG or WebP.
    nonisolated func thumbnail(_ photo: Int) async throws(HTTPProblem) -> [UInt8] {
        try await show { gallery in
            guard let bytes = try await gallery.thumbnail(of: photo) else {
                throw GalleryError.unknownPhoto(String(photo))
            }
            return bytes
        }
    }
}

/// The user's tags and ratings of photos.
extension GalleryService {
    /// Marks a tag as right or wrong for all of these photos, or for none if one of them is unknown.
    /// - Returns: The previous state of the tag, with the photos that had it.
    nonisolated func say(
        _ verdict: TagVerdict, of tag: String, on photos: [Int]
    ) async throws(HTTPProblem) -> [TagVerdict: [Int]] {
        try await use { [now] gallery in
            try await gallery.say(verdict, of: tag, on: photos, now: now())
        }
    }

    /// Rates photos: all of them, or none if one is unknown.
    /// - Parameter rating: From 0 to 5; nil goes back to the rating in the file.
    /// - Returns: The previous user ratings, with the photos that had them.
    nonisolated func rate(_ photos: [Int], _ rating: Int?) async throws(HTTPProblem) -> [Int?: [Int]] {
        try await use { [now] gallery in try await gallery.rate(photos, rating, now: now()) }
    }

    /// Learns a tag from example photos.
    /// - Parameter progress: Called with the completed fraction, on any thread.
    nonisolated func teach(
        _ tag: String, examples: [Int], progress: @escaping @Sendable (Double) -> Void
    ) async throws(HTTPProblem) -> TaughtTag {
        // Uses its own connection, so that searches do not wait.
        guard let gallery = try open() else { throw .noLibrary }
        do throws(GalleryError) {
            return try await gallery.teach(tag, examples: examples, now: now(), progress: progress)
        } catch {
            throw Task.isCancelled ? .cancelled : HTTPProblem(error)
        }
    }

    nonisolated func taughtTags() async throws(HTTPProblem) -> [TaughtTag] {
        try await find(or: []) { gallery in try await gallery.taughtTags() }
    }

    /// Deletes a taught tag.
    nonisolated func forget(_ tag: String) async throws(HTTPProblem) {
        let isTaught = try await use { gallery in
            guard try await gallery.taughtTags().contains(where: { $0.name == tag }) else { return false }
            try await gallery.forget(tag)
            return true
        }
        guard isTaught else { throw .notFound }
    }
}
