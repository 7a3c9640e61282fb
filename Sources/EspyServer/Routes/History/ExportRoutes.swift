package import Espy
import EspyHTTP
package import EspyPixels

/// Entries of the history as files: with what the user corrected.
struct ExportRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    let pictures: PictureQueue
    let settings: SettingsStore
    /// Local time as part of a file's name.
    let fileStamp: @Sendable (Int) -> String
    /// Local time for people.
    let minuteStamp: @Sendable (Int) -> String
    let now: @Sendable () -> Int

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/history/{id}/export.csv", handler: table),
            Route(.get, "\(APIPath.root)/history/{id}/export.json", handler: json),
            Route(.get, "\(APIPath.root)/history/{id}/marks/{format}", handler: marks),
            Route(.get, "\(APIPath.root)/history/{id}/annotated.jpg", handler: picture),
            Route(.get, "\(APIPath.root)/history/{id}/report.html", handler: report),
        ]
    }

    private func table(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let record = try await record(values)
        let text =
            switch record.corrected {
            case .count(let count): count.csv()
            case .rack(let rack): rack.csv(raw: try settings.current().writesRaw)
            case .shelf(let shelf): shelf.csv()
            }
        return file(record, "csv", "text/csv; charset=utf-8", .bytes(Array(text.utf8)))
    }

    private func json(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let record = try await record(values)
        let answer = ResultAnswer(result: record.corrected, title: record.entry.title, audit: record.audit)
        guard let bytes = JSON.bytes(answer) else { throw .internalError }
        return file(record, "json", "application/json", .bytes(bytes))
    }

    /// The counted things, in a file that another program takes.
    private func marks(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard let format = MarkFormat(rawValue: values["format"]) else { throw .notFound }
        let record = try await record(values)
        guard case .count(let count) = record.corrected else { throw .notFound }
        let name = count.recipe?.things.one ?? "thing"
        guard let bytes = try? format.bytes(of: count, file: record.entry.title, name: name) else {
            throw .internalError
        }
        return file(
            record, "\(format.rawValue).\(format.fileExtension)", format.mediaType, .bytes(bytes))
    }

    private func picture(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let record = try await record(values)
        let photo = try await photos.photo(of: record)
        return file(record, "jpg", "image/jpeg", .bytes(try await annotated(record, photo)))
    }

    /// A page to print. Without the photo, where that is not kept any more.
    private func report(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let record = try await record(values)
        var picture: [UInt8]?
        if try await photos.find(of: record) != nil {
            picture = try await annotated(record, try await photos.photo(of: record))
        }
        let report = HistoryReport([.init(record, picture: picture)], made: now(), moment: minuteStamp)
        return Response(
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
            ], body: .bytes(Array(report.html().utf8)))
    }

    private func annotated(_ record: HistoryRecord, _ photo: Photo) async throws(HTTPProblem) -> [UInt8] {
        let caption = CountAnnotator.Caption(
            name: record.entry.title, moment: minuteStamp(record.entry.time))
        let longSide = record.entry.kind == .count ? CountPhoto.longSide : nil
        return try await pictures.run(bytes: photo.decodingBytes(longSide: longSide)) { () throws(HTTPProblem) in
            try AnnotatedPicture(record.corrected, caption).jpeg(of: photo)
        }
    }

    private func record(_ values: PathValues) async throws(HTTPProblem) -> HistoryRecord {
        let id = values["id"]
        return try await history.reading { (history) throws(HistoryError) in try await history.record(id) }
    }

    /// `counts_2026-02-20_143022.csv`
    private func file(_ record: HistoryRecord, _ ending: String, _ type: String, _ body: Response.Body) -> Response {
        let name = "\(record.entry.kind.things)_\(fileStamp(record.entry.time)).\(ending)"
        // Pictures are shown; what cannot be looked at in a browser is saved.
        let how = ending == "jpg" ? "inline" : "attachment"
        return Response(
            headers: [
                "Content-Type": type, "Content-Disposition": "\(how); filename=\"\(name)\"",
                "Cache-Control": "no-store",
            ], body: body)
    }
}

extension MarkFormat {
    fileprivate var mediaType: String {
        switch self {
        case .coco, .labelme: "application/json"
        case .yolo: "text/plain; charset=utf-8"
        case .imagej: "application/zip"
        }
    }
}

extension HistoryEntry.Kind {
    /// What an entry of this kind lists.
    fileprivate var things: String {
        switch self {
        case .count: "counts"
        case .rack: "vials"
        case .shelf: "spines"
        }
    }
}

/// A photo with marks on what was found, as the command line draws it.
private struct AnnotatedPicture: Sendable {
    private let result: HistoryResult
    private let caption: CountAnnotator.Caption

    init(_ result: HistoryResult, _ caption: CountAnnotator.Caption) {
        self.result = result
        self.caption = caption
    }

    func jpeg(of photo: Photo) throws(HTTPProblem) -> [UInt8] {
        let image: RGBImage
        if case .count = result { image = try photo.decodedForCounting().image } else { image = try photo.decoded() }
        do throws(ImageError) {
            return try ImageEncoder.jpeg(result.drawn(on: image, caption))
        } catch {
            throw HTTPProblem(error)
        }
    }
}

extension HistoryResult {
    /// A photo with marks on what was found, as the command line draws it.
    ///
    /// - Parameter image: the upright photo at any size. The marks of boxes and shelves are in pixels of the photo as it
    ///   was, so that a smaller copy is enlarged for them.
    package func drawn(on image: RGBImage, _ caption: CountAnnotator.Caption) -> RGBImage {
        switch self {
        case .count(let count): CountAnnotator(caption: caption).annotate(count, on: image)
        case .rack(let rack): RackAnnotator().annotate(rack, on: image.enlarged(to: self))
        case .shelf(let shelf): ShelfAnnotator().annotate(shelf, on: image.enlarged(to: self))
        }
    }
}

extension RGBImage {
    /// As large as the photo was that a result is about.
    func enlarged(to result: HistoryResult) -> RGBImage {
        width == result.width ? self : resized(width: result.width, height: result.height)
    }
}
