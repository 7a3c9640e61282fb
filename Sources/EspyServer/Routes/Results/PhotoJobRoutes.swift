import Espy
import EspyApp
import EspyHTTP

/// A request to process a photo.
protocol PhotoJobRequest: Decodable, Sendable {
    associatedtype Work: PhotoWork

    var photo: String { get }
    /// The number of the picture in the photo's file; nil for the one in the identifier.
    var page: Int? { get }
    /// The history entry to replace.
    var replaces: String? { get }
    var keep: Bool? { get }
    /// The place of the shelf.
    var place: String? { get }
    /// The stored list of books to read the shelf with.
    var list: String? { get }

    /// Makes the work, with the client's options on top of the settings.
    /// - Throws: Why the request is invalid.
    func work(on photo: Photo, _ settings: Settings, _ finders: Analyzers) throws(HTTPProblem) -> Work
}

extension PhotoJobRequest {
    var place: String? { nil }
    var list: String? { nil }
}

/// The services that process photos.
struct Analyzers: Sendable {
    let counting: CountService
    let shelves: ShelfService
    let recipes: RecipeStore
    let settings: SettingsStore
    /// The stored list that the client names.
    var catalog: Catalog?
    /// The most recently counted photos.
    let decoded = DecodedPhotos()
}

/// Processes one photo.
protocol PhotoWork: Sendable {
    associatedtype Picture: Sendable
    associatedtype Result: Analysis

    func decoded() throws(HTTPProblem) -> Picture
    func find(
        in picture: Picture, _ progress: @escaping Job.Progress
    ) async throws(HTTPProblem) -> AnalysisResult<Result>
}

/// Processing photos: one job per photo, the same for all verbs.
struct PhotoJobRoutes: Sendable {
    let finders: Analyzers
    let history: HistoryService
    let photos: PhotoStore
    let jobs: JobQueue
    /// In bytes, for pictures being decoded.
    let memory: WeightedSemaphore<HTTPProblem>

    var all: [Route] {
        [route("counts", CountRequest.self), route("racks", RackRequest.self), route("shelves", ShelfRequest.self)]
    }

    private func route<Asked: PhotoJobRequest>(_ name: String, _ type: Asked.Type) -> Route {
        Route(.post, "\(APIPath.root)/\(name)") { (request, _) throws(HTTPProblem) in
            try .accepted(try await submit(try await request.json(type), for: request.callerName))
        }
    }

    /// - Parameter caller: Its name in the log of changes.
    func submit<Asked: PhotoJobRequest>(_ asked: Asked, for caller: String) async throws(HTTPProblem) -> JobState {
        if let page = asked.page, page < 1 { throw .unprocessable("page is a number, at least 1") }
        let photo = try await photos.photo(asked.page.map { Photo.id(ofPage: $0, of: asked.photo) } ?? asked.photo)
        let settings = try finders.settings.current()
        var finders = finders
        finders.catalog = try await history.catalog(asked.list)
        let work = try asked.work(on: photo, settings, finders)
        let kind = Asked.Work.Result.kind
        let replaced = try await entry(asked.replaces, kind)
        var order = HistoryRecorder.Order(settings, isWanted: asked.keep ?? true)
        (order.replaces, order.caller) = (asked.replaces, caller)
        // An entry that already has this copy keeps it: encoding it again would lose quality each time.
        if photo.isCopy, let replaced = asked.replaces, KeptPhotoID(photo.id)?.entry == replaced {
            order.photos = .asBefore
        }
        order.place = try asked.place.map { (text) throws(HTTPProblem) in try ShelfPlace(asked: text) }
        var title = photo.name
        // The same photo keeps the name that the user gave it.
        if let replaced, await photos.photo(ofEntry: replaced.id)?.id == photo.id { title = replaced.photoName }
        let job = PhotoJob(
            photo: photo, title: title, work: work, history: history, photos: photos, order: order, memory: memory)
        return try await jobs.submit(kind.rawValue, photo: photo.id, isLarge: photo.isLarge, work: job.run)
    }

    /// - Throws: An error if there is no such entry to replace, or it is of another kind.
    private func entry(_ replaced: String?, _ kind: HistoryEntry.Kind) async throws(HTTPProblem) -> HistoryEntry? {
        guard let replaced else { return nil }
        let entry = try await history.reading { history in
            try await history.entry(exactly: replaced)
        }
        guard entry.kind == kind else { throw .unprocessable("the entry to replace has another kind") }
        return entry
    }
}

/// Processes one photo, from reading the file to saving the history entry.
private struct PhotoJob<Work: PhotoWork>: Sendable {
    let photo: Photo
    let title: String
    let work: Work
    let history: HistoryService
    let photos: PhotoStore
    let order: HistoryRecorder.Order
    let memory: WeightedSemaphore<HTTPProblem>

    @Sendable func run(_ progress: @escaping Job.Progress) async throws(HTTPProblem) -> JobOutcome {
        let longSide = Work.Result.longSide
        let bytes = photo.decodingBytes(longSide: longSide)
        // A full-size photo holds its share of the memory until the work is done; a smaller one only until it is
        // decoded.
        guard longSide != nil else {
            return try await memory.run(bytes) { () throws(HTTPProblem) in
                try proceed()
                progress("decoding", 0)
                return try await outcome(of: try work.decoded(), progress)
            }
        }
        progress("decoding", 0)
        let picture = try await memory.run(bytes) { () throws(HTTPProblem) in
            try proceed()
            return try work.decoded()
        }
        return try await outcome(of: picture, progress)
    }

    private func outcome(
        of picture: Work.Picture, _ progress: @escaping Job.Progress
    ) async throws(HTTPProblem) -> JobOutcome {
        try proceed()
        let found = try await work.find(in: picture, progress)
        try proceed()
        progress("keeping", 0.95)
        let (entry, problem) = await keep(found)
        let answer = AnalysisValue(found.result.answer(file: photo.name))
        return JobOutcome(result: answer, entry: entry, unkept: problem)
    }

    /// - Returns: The entry, or why it could not be saved. The result is valid in both cases.
    private func keep(_ found: AnalysisResult<Work.Result>) async -> (HistoryEntry?, HTTPProblem?) {
        do throws(HTTPProblem) {
            let entry = try await history.keep(found, title: title, order)
            if let entry { await photos.link(entry: entry.id, to: photo.id) }
            return (entry, nil)
        } catch {
            return (nil, error)
        }
    }

    private func proceed() throws(HTTPProblem) { if Task.isCancelled { throw .cancelled } }
}

extension Photo {
    /// Whether two photos of this size would need too much memory at the same time.
    fileprivate var isLarge: Bool { width * height > 50_000_000 }
}
