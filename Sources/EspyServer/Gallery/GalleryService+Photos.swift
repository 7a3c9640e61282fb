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

    /// The small picture, as JPEG or WebP.
    nonisolated func thumbnail(_ photo: Int) async throws(HTTPProblem) -> [UInt8] {
        try await show { gallery in
            guard let bytes = try await gallery.thumbnail(of: photo) else {
                throw GalleryError.unknownPhoto(String(photo))
            }
            return bytes
        }
    }
}

/// What a person says of photos.
extension GalleryService {
    /// Says that a tag is right or wrong, for all of these photos or, when one is unknown, for none.
    /// - Returns: what was said before, and of which photos.
    nonisolated func say(
        _ verdict: TagVerdict, of tag: String, on photos: [Int]
    ) async throws(HTTPProblem) -> [TagVerdict: [Int]] {
        try await use { [now] gallery in
            try await gallery.say(verdict, of: tag, on: photos, now: now())
        }
    }

    /// Rates photos: all of them or, when one is unknown, none.
    /// - Parameter rating: from 0 to 5; nil lets the file count.
    /// - Returns: how people had rated them before.
    nonisolated func rate(_ photos: [Int], _ rating: Int?) async throws(HTTPProblem) -> [Int?: [Int]] {
        try await use { [now] gallery in try await gallery.rate(photos, rating, now: now()) }
    }

    /// Learns a tag from photos that have it.
    /// - Parameter progress: is told the share that is done, on no particular thread.
    nonisolated func teach(
        _ tag: String, examples: [Int], progress: @escaping @Sendable (Double) -> Void
    ) async throws(HTTPProblem) -> TaughtTag {
        // A connection of its own: those who search are not to wait for it.
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

    /// Forgets a tag that was taught.
    nonisolated func forget(_ tag: String) async throws(HTTPProblem) {
        let isTaught = try await use { gallery in
            guard try await gallery.taughtTags().contains(where: { $0.name == tag }) else { return false }
            try await gallery.forget(tag)
            return true
        }
        guard isTaught else { throw .notFound }
    }
}
