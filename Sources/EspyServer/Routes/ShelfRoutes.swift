package import Espy
import EspyHTTP

/// Reading shelves: a job for each photo.
struct ShelfRoutes: Sendable {
    let parts: ServerParts
    let shelf: PhotoShelf
    let jobs: JobBoard
    let keeping: ResultKeeping
    /// In bytes, for pictures that are being decoded.
    let memory: Turns

    var all: [Route] { [Route(.post, "\(Place.root)/shelves", handler: read)] }

    private func read(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let asked = try await request.json(ShelfRequest.self)
        let photo = try await shelf.photo(asked.photo)
        let settings = try await parts.settings.current()
        let options = try asked.options(over: settings.shelf)
        try await keeping.check(asked.replaces, .shelf)
        let keep = Keep(asked.keep ?? true, settings.keepsHistory, replaces: asked.replaces)
        let work = ShelfWork(
            photo: photo, options: options, readsText: asked.options?.text ?? true, shelves: parts.shelves,
            keeping: keeping, keep: keep, memory: memory)
        let state = try await jobs.submit(.shelf, photo: photo.id, isLarge: photo.isLarge, work: work.run)
        return try .accepted(state)
    }
}

/// What is to be read.
struct ShelfRequest: Decodable, Equatable {
    let photo: String
    let options: Wishes?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    /// What differs from the settings.
    struct Wishes: Decodable, Equatable {
        let confidence: Double?
        let text: Bool?
    }

    /// The settings with the wishes in their place.
    func options(over settings: ShelfOptions) throws(Problem) -> ShelfOptions {
        var result = settings
        if let confidence = options?.confidence {
            guard ShelfOptions.confidences.contains(confidence) else {
                throw .unprocessable("confidence is from 0 to 0.99")
            }
            result.confidence = confidence
        }
        return result
    }
}

/// Reads one photo from the first byte to the entry in the history.
struct ShelfWork: Sendable {
    let photo: Photo
    let options: ShelfOptions
    let readsText: Bool
    let shelves: any ShelfReading
    let keeping: ResultKeeping
    let keep: Keep
    let memory: Turns

    /// The whole picture stays in memory until it is read.
    func run(_ tell: @escaping Job.Progress) async throws(Problem) -> JobOutcome {
        try await memory.run(photo.decodingBytes()) { () throws(Problem) in try await work(tell) }
    }

    private func work(_ tell: @escaping Job.Progress) async throws(Problem) -> JobOutcome {
        if Task.isCancelled { throw .cancelled }
        tell("decoding", 0)
        let image = try photo.decoded()
        if Task.isCancelled { throw .cancelled }
        let found = try await shelves.read(image, options: options, readsText: readsText) { stage, fraction in
            tell(stage.rawValue, stage == .looking ? 0.1 + 0.2 * fraction : 0.3 + 0.6 * fraction)
        }
        if Task.isCancelled { throw .cancelled }
        tell("keeping", 0.95)
        let (entry, problem) = await keeping.keep(found, options, of: image, photo, keep)
        return JobOutcome(result: .shelf(ShelfAnswer(found, file: photo.name)), entry: entry, unkept: problem)
    }
}

extension Problem {
    /// Why a photo cannot be read.
    package init(_ error: ShelfError) {
        switch error {
        case .emptyImage: self = .notAnImage("the picture has no pixels")
        case .cancelled: self = .cancelled
        }
    }
}
