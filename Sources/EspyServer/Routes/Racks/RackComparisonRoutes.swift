import Espy
import EspyApp
import EspyHTTP

/// Compares a rack of the history with a list, with its last scan, or with another rack.
struct RackComparisonRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    let pictures: PictureQueue
    let settings: SettingsStore

    var all: [Route] {
        let path = "\(APIPath.root)/history/{id}/comparison"
        return [Route(.get, path, handler: withHistory), Route(.post, path, handler: withList)]
    }

    /// The formats of a comparison.
    private enum Format: String { case json, csv, jpg }

    private func withHistory(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard let name = request.query["with"], !name.isEmpty, name.count <= 200 else {
            throw .badRequest("with is last, the code of a box, or the ID of an entry")
        }
        return try await compare(values["id"], name == "last" ? .last : .named(name), nil, request)
    }

    private func withList(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let bytes = try await request.body.collected(limit: RackManifest.mostBytes)
        let wells = try await history.box(values["id"]).1.namedPlaces
        let encoding = try request.encoding
        let manifest: RackManifest
        do throws(RackManifest.FileFailure) {
            manifest = try RackManifest(file: bytes, wells: wells, encoding: encoding)
        } catch {
            throw .badList(error.text)
        }
        let name = request.query["name"].map { PhotoName.safe($0) }
        return try await compare(values["id"], .manifest(manifest), name, request)
    }

    private func compare(
        _ id: String, _ reference: RackReference, _ name: String?, _ request: Request
    ) async throws(HTTPProblem) -> Response {
        guard let format = Format(rawValue: request.query["format"] ?? "json") else {
            throw .badRequest("format is json, csv or jpg")
        }
        let (entry, rack) = try await history.box(id)
        let (found, comparison) = try await difference(of: rack, entry, reference)
        switch format {
        case .json:
            return try .fresh(
                ComparisonAnswer(comparison, with: found, name: name, isList: found.entry == nil, rack: rack))
        case .csv:
            let text = comparison.table(of: rack, raw: try settings.current().isOn(.raw)).text()
            return Response(
                headers: ["Content-Type": "text/csv; charset=utf-8", "Cache-Control": "no-store"],
                body: .bytes(Array(text.utf8)))
        case .jpg: return try await picture(rack, comparison, entry.id)
        }
    }

    private func difference(
        of rack: Rack, _ entry: HistoryEntry, _ reference: RackReference
    ) async throws(HTTPProblem) -> (RackReference.Found, RackComparison) {
        let found = try await history.reading {
            (history) -> Result<RackReference.Found, RackReference.Failure> in
            do throws(RackReference.Failure) {
                return .success(try await reference.found(for: rack, history, besides: entry))
            } catch {
                return .failure(error)
            }
        }
        switch found {
        case .failure(let failure): throw HTTPProblem(failure)
        case .success(let found):
            let comparison = try await history.reading { history in
                try await history.comparison(of: rack, with: found.contents)
            }
            return (found, comparison)
        }
    }

    private func picture(_ rack: Rack, _ comparison: RackComparison, _ id: String) async throws(HTTPProblem) -> Response
    {
        let record = try await history.reading { history in try await history.record(id) }
        let photo = try await photos.photo(of: record)
        let jpeg = try await pictures.run(bytes: photo.decodingBytes()) { () throws(HTTPProblem) in
            let image = try photo.decoded()
            do throws(ImageError) {
                return try ImageEncoder.jpeg(RackAnnotator().annotate(rack, comparison, on: image))
            } catch {
                throw HTTPProblem(error)
            }
        }
        return Response(
            headers: ["Content-Type": "image/jpeg", "Cache-Control": "no-store"], body: .bytes(jpeg))
    }
}

/// The differences of a rack, and the reference.
private struct ComparisonAnswer: Encodable, Sendable {
    /// The list or rack it was compared with.
    struct Reference: Encodable, Sendable {
        package enum Kind: String, Encodable { case list, entry }

        let kind: Kind
        /// The name of the list or photo.
        let name: String?
        let entry: String?
        /// Seconds since 1970.
        let time: Int?
        /// The code of the rack.
        let rack: String?
    }

    struct Well: Encodable, Sendable {
        let row: Int
        let col: Int
        let name: String
        let value: String
    }

    let reference: Reference
    /// The expected contents, by well.
    let before: [Well]
    let comparison: RackComparison

    init(
        _ comparison: RackComparison, with found: RackReference.Found, name: String?, isList: Bool, rack: Rack
    ) {
        reference = Reference(
            kind: isList ? .list : .entry, name: found.entry?.title ?? name, entry: found.entry?.id,
            time: found.entry?.time, rack: found.contents.id)
        before = found.contents.items.sorted { $0.place < $1.place }.map {
            Well(row: $0.place.row, col: $0.place.col, name: rack.name(of: $0.place), value: $0.value)
        }
        self.comparison = comparison
    }
}

extension HTTPProblem {
    /// The uploaded file is not a list of rack contents.
    static func badList(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "bad-list", "Not a list of wells and codes.", detail: detail)
    }

    /// There is no reference for the comparison.
    static func nothingToCompare(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "nothing-to-compare", "Nothing to compare the box with.", detail: detail)
    }

    init(_ failure: RackReference.Failure) {
        switch failure {
        case .notListed(let id?): self = .nothingToCompare("the list does not contain the box “\(id)”")
        case .notListed(nil):
            self = .nothingToCompare("the list is for several boxes, and this one has no code; type it first")
        case .unknownBox: self = .nothingToCompare("the box has no code of its own; type it first")
        case .noScan(let id): self = .nothingToCompare("the history has no other scan of “\(id)”")
        case .nothing(let name): self = .nothingToCompare("the history has no box and no entry “\(name)”")
        case .history(let error): self.init(error)
        }
    }
}
