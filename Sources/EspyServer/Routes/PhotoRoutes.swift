import Espy
import EspyHTTP

/// Photos: uploading, downloading and deleting them.
struct PhotoRoutes: Sendable {
    private let photos: PhotoStore
    private let upload: PhotoUpload
    private let pictures: PictureQueue
    private let folder: String
    private let makeID: @Sendable () -> String

    init(
        photos: PhotoStore, upload: PhotoUpload, pictures: PictureQueue, folder: String,
        _ makeID: @escaping @Sendable () -> String
    ) {
        self.photos = photos
        self.upload = upload
        self.pictures = pictures
        self.folder = folder
        self.makeID = makeID
    }

    var all: [Route] {
        [
            Route(.post, "\(APIPath.root)/photos", handler: add),
            Route(.get, "\(APIPath.root)/photos/{id}", handler: show),
            Route(.get, "\(APIPath.root)/photos/{id}/view", handler: view),
            Route(.delete, "\(APIPath.root)/photos/{id}", handler: remove),
        ]
    }

    private func add(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let photo = try await upload.receive(request, id: makeID())
        await photos.add(photo)
        var response = try Response.json(photo, status: 201)
        response.headers["Location"] = APIPath.photo(photo.id)
        return response
    }

    private func show(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let photo = try await photos.photo(values["id"])
        guard photo.format.isForBrowsers, photo.page == 1 else { return try await picture(.whole, of: photo) }
        return Self.response(photo.file, photo.format, tag: photo.id)
    }

    private func view(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let view = try PhotoView(side: request.query["side"])
        return try await picture(view, of: try await photos.photo(values["id"]))
    }

    private func remove(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try await photos.remove(values["id"])
        return .noContent
    }

    /// Makes a view once, and stores it with the photo.
    private func picture(_ view: PhotoView, of photo: Photo) async throws(HTTPProblem) -> Response {
        let tag = "\(photo.id)-\(view.side.map(String.init) ?? "whole")"
        if let kept = await photos.view(view, of: photo.id) { return Self.response(kept, .jpeg, tag: tag) }
        let bytes = photo.decodingBytes(longSide: view.side)
        let file = try await pictures.run(bytes: bytes) { [folder, limits = photos.limits] () throws(HTTPProblem) in
            var file = try AnonymousFile(in: folder)
            try file.append(try view.jpeg(of: photo, limits))
            return try file.finished()
        }
        await photos.keep(file, as: view, of: photo.id)
        return Self.response(file, .jpeg, tag: tag)
    }

    /// Photos are private: a browser may store them, but must ask each time whether it may still show them.
    private static func response(_ file: OpenFile, _ format: ImageFormat, tag: String) -> Response {
        Response(
            headers: [
                "Content-Type": format.mediaType, "ETag": "\"\(tag)\"", "Cache-Control": "private, no-cache",
                "X-Content-Type-Options": "nosniff",
            ], body: .file(file, offset: 0, length: file.size))
    }
}
