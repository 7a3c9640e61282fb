import Espy
import EspyApp
import EspyHTTP
import EspyPixels

/// Exports of history entries, with all corrections.
struct ExportRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    let pictures: PictureQueue
    let settings: SettingsStore
    /// Formats local time for file names.
    let fileStamp: @Sendable (Int) -> String
    /// Formats local time for display.
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
        let text = record.corrected.value.csv(raw: try settings.current().isOn(.raw))
        return file(record, "csv", "text/csv; charset=utf-8", .bytes(Array(text.utf8)))
    }

    private func json(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let record = try await record(values)
        guard let bytes = JSON.bytes(AuditedAnswer(record)) else { throw .internalError }
        return file(record, "json", "application/json", .bytes(bytes))
    }

    /// The counted things in a format of other programs.
    private func marks(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard let format = MarkFormat(rawValue: values["format"]) else { throw .notFound }
        let record = try await record(values)
        guard let count = record.corrected.as(Count.self) else { throw .notFound }
        let name = count.recipe?.things.one ?? "thing"
        guard let bytes = try? format.bytes(of: count, file: record.entry.photoName, name: name) else {
            throw .internalError
        }
        return file(
            record, "\(format.rawValue).\(format.fileExtension)", format.mediaType, .bytes(bytes))
    }

    private func picture(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard let look = CountAnnotator.Look(rawValue: request.query["look"] ?? "numbers") else {
            let known = CountAnnotator.Look.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badRequest("look is one of \(known)")
        }
        let record = try await record(values)
        let photo = try await photos.photo(of: record)
        return file(record, "jpg", "image/jpeg", .bytes(try await annotated(record, photo, look)))
    }

    /// A printable report, without the photo if it is not stored any more.
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

    private func annotated(
        _ record: HistoryRecord, _ photo: Photo, _ look: CountAnnotator.Look = .numbers
    ) async throws(HTTPProblem) -> [UInt8] {
        let caption = CountAnnotator.Caption(
            name: record.entry.title, moment: minuteStamp(record.entry.time))
        let longSide = record.entry.kind.analysis.longSide
        return try await pictures.run(bytes: photo.decodingBytes(longSide: longSide)) { () throws(HTTPProblem) in
            try AnnotatedPicture(result: record.corrected.value, caption: caption, look: look).jpeg(of: photo)
        }
    }

    private func record(_ values: PathValues) async throws(HTTPProblem) -> HistoryRecord {
        let id = values["id"]
        return try await history.reading { history in try await history.record(id) }
    }

    /// `counts_2026-02-20_143022.csv`
    private func file(_ record: HistoryRecord, _ ending: String, _ type: String, _ body: Response.Body) -> Response {
        let name = "\(record.entry.kind.analysis.parts)_\(fileStamp(record.entry.time)).\(ending)"
        // Browsers display pictures, and save what they cannot display.
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

/// A result, with its log of changes as an additional key if there is one.
private struct AuditedAnswer: Encodable {
    private let result: AnalysisValue
    private let audit: [AuditEvent]

    private enum Key: String, CodingKey { case audit }

    init(_ record: HistoryRecord) {
        (result, audit) = (record.corrected.answer(file: record.entry.photoName), record.audit)
    }

    func encode(to encoder: any Encoder) throws {
        try result.encode(to: encoder)
        guard !audit.isEmpty else { return }
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(audit, forKey: .audit)
    }
}

/// The annotated photo, as the command line draws it.
private struct AnnotatedPicture: Sendable {
    let result: any Analysis
    let caption: CountAnnotator.Caption
    let look: CountAnnotator.Look

    func jpeg(of photo: Photo) throws(HTTPProblem) -> [UInt8] {
        let isWhole = type(of: result).longSide == nil
        let image = isWhole ? try photo.decoded() : try photo.decodedForCounting().image
        do throws(ImageError) {
            return try ImageEncoder.jpeg(result.annotated(on: image, caption, look: look))
        } catch {
            throw HTTPProblem(error)
        }
    }
}
