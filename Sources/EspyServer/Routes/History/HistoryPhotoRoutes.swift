import Espy
import EspyHTTP

/// The pictures of photos that the history keeps: shown, measured, and forgotten.
struct HistoryPhotoRoutes: Sendable {
    let history: HistoryService

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/history/photos", handler: room),
            Route(.delete, "\(APIPath.root)/history/photos", handler: forget),
            Route(.get, "\(APIPath.root)/history/{id}/photo", handler: photo),
        ]
    }

    private func room(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(
            try await history.reading(or: HistoryPhoto.Room()) { (history) throws(HistoryError) in
                try await history.photoRoom()
            })
    }

    private func forget(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(
            try await history.reading(or: HistoryPhoto.Room()) { (history) throws(HistoryError) in
                try await history.forgetPhotos()
            })
    }

    private func photo(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let (entry, kept) = try await history.reading { (history) throws(HistoryError) in
            (try await history.entry(exactly: id), try await history.photo(id))
        }
        guard let kept else { throw .noPhotoKept }
        // What a photo shows is private: a browser may keep it, but asks each time whether it still may show it.
        return Response(
            headers: [
                "Content-Type": "image/jpeg", "ETag": "\"\(KeptPhotoID(entry).text)\"",
                "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff",
            ], body: .bytes(kept.jpeg))
    }
}
