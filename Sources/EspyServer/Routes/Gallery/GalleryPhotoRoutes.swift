import Espy
import EspyHTTP
import EspySystem

/// One photo of the library: its details and pictures.
struct GalleryPhotoRoutes: Sendable {
    let gallery: GalleryService
    let pictures: PictureQueue
    let limits: PhotoLimits
    private let renditions = RenditionCache()

    init(gallery: GalleryService, pictures: PictureQueue, limits: PhotoLimits) {
        (self.gallery, self.pictures, self.limits) = (gallery, pictures, limits)
    }

    var all: [Route] {
        let photo = "\(GalleryRoutes.root)/photos/{id}"
        return [
            Route(.get, photo, handler: show),
            Route(.get, "\(photo)/thumbnail.jpg", handler: thumbnail),
            Route(.get, "\(photo)/view.jpg", handler: view),
            Route(.get, "\(photo)/original", handler: original),
            Route(.get, "\(photo)/video", handler: video),
            Route(.get, "\(GalleryRoutes.root)/faces/{id}/picture.jpg", handler: face),
        ]
    }

    /// Cuts a face out of its photo.
    private func face(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = try values.number("id")
        let found = try await gallery.show { gallery in
            guard let face = try await gallery.face(id) else { throw GalleryError.unknownPerson("\(id)") }
            return face
        }
        let record = try await gallery.details(found.photo)
        let (file, _) = try file(record)
        let cut = FacePicture(found, width: record.details.width, height: record.details.height)
        let key = RenditionCache.Key(
            photo: found.photo, side: cut.side, modified: file.modified, size: file.size, face: id)
        let headers: Headers = [
            "Content-Type": "image/jpeg", "ETag": "\"\(key.tag)\"", "Cache-Control": "private, no-cache",
        ]
        if request.method == .head { return Response(headers: headers) }
        if let kept = await renditions.picture(key) { return Response(headers: headers, body: .bytes(kept)) }
        let photo = try await opened(file, id: found.photo)
        let bytes = try await pictures.run(bytes: photo.decodingBytes(longSide: cut.side)) {
            [limits] () throws(HTTPProblem) in
            try cut.jpeg(of: photo, limits)
        }
        await renditions.keep(bytes, as: key)
        return Response(headers: headers, body: .bytes(bytes))
    }

    private func show(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let details = try await gallery.details(try values.number("id"))
        return try .fresh(GalleryDetailsAnswer(details, PathRedaction(request.caller)))
    }

    private func thumbnail(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let bytes = try await gallery.thumbnail(try values.number("id"))
        // The picture at an address with its version never changes.
        let isFixed = request.query["v"].map { !$0.isEmpty && $0.utf8.count <= 16 } ?? false
        return Response(
            headers: [
                "Content-Type": Self.type(of: bytes), "ETag": Response.tag(of: bytes),
                "Cache-Control": isFixed ? "private, max-age=31536000, immutable" : "private, no-cache",
            ], body: .bytes(bytes))
    }

    private static func type(of bytes: [UInt8]) -> String {
        bytes.starts(with: Array("RIFF".utf8)) ? "image/webp" : "image/jpeg"
    }

    /// Makes a view of the photo on demand, and caches it for a while.
    private func view(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let view = try PhotoView(side: request.query["side"])
        let (id, found) = (try values.number("id"), try await file(values))
        // A frame, as far as one could be decoded.
        if found.record.details.kind == .video { return try await thumbnail(request, values) }
        let key = RenditionCache.Key(
            photo: id, side: view.side ?? 0, modified: found.file.modified, size: found.file.size)
        let headers: Headers = [
            "Content-Type": "image/jpeg", "ETag": "\"\(key.tag)\"", "Cache-Control": "private, no-cache",
        ]
        if request.method == .head { return Response(headers: headers) }
        if let kept = await renditions.picture(key) { return Response(headers: headers, body: .bytes(kept)) }
        let bytes = try await picture(view, of: found.file, id: id)
        await renditions.keep(bytes, as: key)
        return Response(headers: headers, body: .bytes(bytes))
    }

    private func picture(_ view: PhotoView, of file: OpenFile, id: Int) async throws(HTTPProblem) -> [UInt8] {
        let photo = try await opened(file, id: id)
        return try await pictures.run(bytes: photo.decodingBytes(longSide: view.side)) {
            [limits] () throws(HTTPProblem) in
            try view.jpeg(of: photo, limits)
        }
    }

    private func opened(_ file: OpenFile, id: Int) async throws(HTTPProblem) -> Photo {
        guard file.size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        return try await pictures.run(bytes: file.size) { [limits] () throws(HTTPProblem) in
            let info = try PhotoUpload.checkedInfo(of: file, limits)
            return Photo(id: String(id), name: "", info, file: file)
        }
    }

    /// Downloads the original file. Browsers must save it, not display it.
    private func original(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (file, path, _) = try await file(values)
        return Response(
            headers: [
                "Content-Type": "application/octet-stream",
                "Content-Disposition": ContentDisposition.attachment(PathRedaction.last(path)),
                "Cache-Control": "private, no-cache",
                "ETag": "\"\(values["id"])-\(file.modified)-\(file.size)\"", "X-Content-Type-Options": "nosniff",
            ], body: .file(file, offset: 0, length: file.size))
    }

    /// Plays a video. Browsers ask for the parts that they need.
    private func video(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (file, _, record) = try await file(values)
        guard record.details.kind == .video else { throw .notFound }
        let type = ["mov": "video/quicktime", "webm": "video/webm"][record.details.format] ?? "video/mp4"
        return Response(
            headers: [
                "Content-Type": type, "Cache-Control": "private, no-cache",
                "ETag": "\"\(values["id"])-\(file.modified)-\(file.size)\"", "X-Content-Type-Options": "nosniff",
            ], body: .file(file, offset: 0, length: file.size))
    }

    /// Opens the first file of the photo that still exists in a folder of the library.
    private func file(
        _ values: PathValues
    ) async throws(HTTPProblem) -> (file: OpenFile, path: String, record: GalleryRecord) {
        let record = try await gallery.details(try values.number("id"))
        let (file, path) = try file(record)
        return (file, path, record)
    }

    private func file(_ record: GalleryRecord) throws(HTTPProblem) -> (file: OpenFile, path: String) {
        for file in record.files {
            guard let found = DiskFile.guarded(file.path, below: file.folder),
                let open = (try? found.duplicate()).flatMap(OpenFile.init(adopting:))
            else { continue }
            return (open, file.path)
        }
        throw .fileGone
    }
}

/// The part of a photo that shows a face, as a small square.
private struct FacePicture {
    /// As shares of the photo.
    private let x: Double
    private let y: Double
    private let width: Double
    private let height: Double
    /// The long side at which to decode the photo.
    let side: Int

    /// The side of the square, in pixels.
    private static let size = 192
    /// The side of the square, by that of the face.
    private static let surroundings = 1.5

    init(_ face: GalleryFace, width full: Int, height fullHeight: Int) {
        let (long, short) = (Double(max(full, fullHeight, 1)), Double(max(min(full, fullHeight), 1)))
        let square = min(Self.surroundings * Double(max(face.width, face.height, 1)), short)
        func start(_ middle: Double, _ side: Int) -> Double {
            min(max(middle - square / 2, 0), max(Double(side) - square, 0)) / Double(max(side, 1))
        }
        x = start(Double(face.x) + Double(face.width) / 2, full)
        y = start(Double(face.y) + Double(face.height) / 2, fullHeight)
        (width, height) = (square / Double(max(full, 1)), square / Double(max(fullHeight, 1)))
        side = Int(min(long, (long * Double(Self.size) / square).rounded(.up)))
    }

    func jpeg(of photo: Photo, _ limits: PhotoLimits) throws(HTTPProblem) -> [UInt8] {
        let bytes = try photo.bytes()
        do throws(ImageError) {
            let options = DecodingOptions(maxBytes: limits.bytes, maxPixels: limits.pixels, minimumLongSide: side)
            let image = try ImageDecoder(options: options).decodePhoto(bytes).image
            let (across, down) = (Double(image.width), Double(image.height))
            let box = Rect(x: x * across, y: y * down, width: width * across, height: height * down)
            return try ImageEncoder.jpeg(image.cropped(to: box).fitted(longSide: Self.size), quality: 88)
        } catch {
            throw HTTPProblem(error)
        }
    }
}

/// Caches the most recently used views of photos; others are made again on demand.
private actor RenditionCache {
    struct Key: Hashable {
        let photo: Int
        let side: Int
        /// The file's modification time; a changed file makes a new picture.
        let modified: Int
        let size: Int
        /// The face that it shows; 0 for the whole photo.
        var face = 0

        /// The value for `ETag`.
        var tag: String { "\(photo)-\(side)-\(modified)-\(size)-\(face)" }
    }

    private let most: Int
    private var pictures: [Key: (bytes: [UInt8], used: Int)] = [:]
    private var total = 0
    private var clock = 0

    /// - Parameter most: The size limit of all pictures together, in bytes.
    init(most: Int = 48 << 20) { self.most = most }

    func picture(_ key: Key) -> [UInt8]? {
        guard let bytes = pictures[key]?.bytes else { return nil }
        clock += 1
        pictures[key]?.used = clock
        return bytes
    }

    /// Adds a picture, and removes those that were unused the longest.
    func keep(_ bytes: [UInt8], as key: Key) {
        guard bytes.count <= most / 4, pictures[key] == nil else { return }
        clock += 1
        pictures[key] = (bytes, clock)
        total += bytes.count
        while total > most, let oldest = pictures.min(by: { $0.value.used < $1.value.used }) {
            pictures[oldest.key] = nil
            total -= oldest.value.bytes.count
        }
    }
}
