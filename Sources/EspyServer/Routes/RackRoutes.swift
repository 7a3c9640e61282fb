package import Espy
import EspyHTTP

/// Reading boxes: a job for each photo.
struct RackRoutes: Sendable {
    let parts: ServerParts
    let shelf: PhotoShelf
    let jobs: JobBoard
    let keeping: ResultKeeping
    /// In bytes, for pictures that are being decoded.
    let memory: Turns

    var all: [Route] { [Route(.post, "\(Place.root)/racks", handler: read)] }

    private func read(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let asked = try await request.json(RackRequest.self)
        let photo = try await shelf.photo(asked.photo)
        let settings = try await parts.settings.current()
        let options = try asked.options(over: settings.rack)
        try await keeping.check(asked.replaces, .rack)
        let keep = Keep(asked.keep ?? true, settings.keepsHistory, replaces: asked.replaces)
        let work = RackWork(
            photo: photo, options: options, keeping: keeping, keep: keep, memory: memory)
        let state = try await jobs.submit(.rack, photo: photo.id, isLarge: photo.isLarge, work: work.run)
        return try .accepted(state)
    }
}

/// What is to be read.
struct RackRequest: Decodable, Equatable {
    let photo: String
    let options: Wishes?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    /// What differs from the settings.
    struct Wishes: Decodable, Equatable {
        let grid: String?
        let looksTwice: Bool?
        let maxDimension: Int?
    }

    /// The settings with the wishes in their place.
    func options(over settings: RackOptions) throws(Problem) -> RackOptions {
        var result = settings
        guard let options else { return result }
        if let text = options.grid {
            guard let grid = RackGrid(parsing: text) else {
                throw .unprocessable("a grid is auto, rows x columns such as 9x9, or tolerance:100")
            }
            result.grid = grid
        }
        result.looksTwice = options.looksTwice ?? settings.looksTwice
        if let side = options.maxDimension {
            guard side == 0 || RackOptions.dimensions.contains(side) else {
                throw .unprocessable("maxDimension is 0 for the whole photo, or from 500 to 50000")
            }
            result.maxDimension = side == 0 ? nil : side
        }
        return result
    }
}

/// Reads one photo from the first byte to the entry in the history.
struct RackWork: Sendable {
    let photo: Photo
    let options: RackOptions
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
        let rack = try await read(image) { tell($0.stage.rawValue, 0.15 + 0.75 * $0.fraction) }
        tell("keeping", 0.95)
        let (entry, problem) = await keeping.keep(rack, options, of: image, photo, keep)
        return JobOutcome(result: .rack(RackAnswer(rack, file: photo.name)), entry: entry, unkept: problem)
    }

    private func read(
        _ image: RGBImage, _ progress: @escaping @Sendable (RackProgress) -> Void
    ) async throws(Problem) -> Rack {
        do throws(RackError) {
            return try await RackReader(options: options).read(image, progress: progress)
        } catch {
            throw Problem(error)
        }
    }
}

extension Problem {
    /// Why a photo cannot be read.
    package init(_ error: RackError) {
        switch error {
        case .emptyImage: self = .notAnImage("the picture has no pixels")
        case .unusableGrid(let grid): self = .unprocessable("no box has the grid \(grid)")
        case .cancelled: self = .cancelled
        }
    }
}
