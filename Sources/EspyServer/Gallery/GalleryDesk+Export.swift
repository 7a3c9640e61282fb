import Espy
package import EspyHTTP

extension GalleryDesk {
    package nonisolated func export(
        _ what: LibraryExport, to sink: @escaping @Sendable (String) throws(Problem) -> Void
    ) async throws(Problem) {
        // A connection of its own: it may take a while, and nobody is to wait for it.
        guard let gallery = try await open() else { throw .noLibrary }
        switch what {
        case .photos(let photos): try await Self.write(photos, of: gallery, to: sink)
        case .query(let query) where query.allSatisfy(\.isWhitespace): try await Self.writeAll(of: gallery, to: sink)
        case .query(let query):
            var offset = 0
            while !Task.isCancelled {
                let page = try await photos(query, offset: offset, limit: Gallery.longestPage)
                try await Self.write(page.hits.map(\.photo.id), of: gallery, to: sink)
                offset += page.hits.count
                if page.hits.isEmpty || offset >= page.total { return }
            }
        }
    }

    private static func write(
        _ photos: [Int], of gallery: Gallery, to sink: @Sendable (String) throws(Problem) -> Void
    ) async throws(Problem) {
        for start in stride(from: 0, to: photos.count, by: 200) {
            let part = Array(photos[start..<min(start + 200, photos.count)])
            let lines: [String]
            do throws(GalleryError) { lines = try await gallery.exported(part) } catch { throw Problem(error) }
            for line in lines { try sink(line) }
        }
    }

    /// With albums and what people said, so that it can be taken over by another library.
    private static func writeAll(
        of gallery: Gallery, to sink: @escaping @Sendable (String) throws(Problem) -> Void
    ) async throws(Problem) {
        do throws(GalleryExportError<Problem>) {
            try await gallery.export(sink)
        } catch {
            switch error {
            case .gallery(let error): throw Problem(error)
            case .writing(let problem): throw problem
            }
        }
    }
}
