package import Espy
package import EspyHTTP

/// What a person says of photos.
extension GalleryDesk {
    package nonisolated func say(
        _ verdict: TagVerdict, of tag: String, on photos: [Int]
    ) async throws(Problem) -> [TagVerdict: [Int]] {
        try await use { [now] (gallery) throws(GalleryError) in
            try await gallery.say(verdict, of: tag, on: photos, now: now())
        }
    }

    package nonisolated func rate(_ photos: [Int], _ rating: Int?) async throws(Problem) -> [Int?: [Int]] {
        try await use { [now] (gallery) throws(GalleryError) in try await gallery.rate(photos, rating, now: now()) }
    }

    package nonisolated func teach(
        _ tag: String, examples: [Int], progress: @escaping @Sendable (Double) -> Void
    ) async throws(Problem) -> TaughtTag {
        // A connection of its own: those who search are not to wait for it.
        guard let gallery = try await open() else { throw .noLibrary }
        do throws(GalleryError) {
            return try await gallery.teach(tag, examples: examples, now: now(), progress: progress)
        } catch {
            throw Task.isCancelled ? .cancelled : Problem(error)
        }
    }

    package nonisolated func taughtTags() async throws(Problem) -> [TaughtTag] {
        try await find(or: []) { (gallery) throws(GalleryError) in try await gallery.taughtTags() }
    }

    package nonisolated func forget(_ tag: String) async throws(Problem) {
        let isTaught = try await use { (gallery) throws(GalleryError) in
            guard try await gallery.taughtTags().contains(where: { $0.name == tag }) else { return false }
            try await gallery.forget(tag)
            return true
        }
        guard isTaught else { throw .notFound }
    }
}
