import Espy

extension GalleryDesk {
    package nonisolated func export(
        _ what: LibraryExport, to sink: @escaping @Sendable (String) throws(Problem) -> Void
    ) async throws(Problem) {
        switch what {
        case .photos(let photos): try await write(photos, to: sink, mustBeThere: true)
        case .query(let query):
            var offset = 0
            while true {
                let page = try await photos(query, offset: offset, limit: Gallery.longestPage)
                // One that leaves meanwhile is left out.
                try await write(page.hits.map(\.photo.id), to: sink, mustBeThere: false)
                offset += page.hits.count
                if page.hits.isEmpty || offset >= page.total || Task.isCancelled { return }
            }
        }
    }

    private nonisolated func write(
        _ photos: [Int], to sink: @Sendable (String) throws(Problem) -> Void, mustBeThere: Bool
    ) async throws(Problem) {
        for photo in photos {
            let details = try await show { (gallery) throws(GalleryError) in try await gallery.details(of: photo) }
            guard let details, let line = JSON.bytes(details) else {
                if mustBeThere { throw .notFound }
                continue
            }
            try sink(String(decoding: line, as: UTF8.self))
        }
    }
}
