import Espy

/// Counting: a job for each photo.
struct CountRoutes: Sendable {
    let parts: ServerParts
    let shelf: PhotoShelf
    let jobs: JobBoard
    let keeping: ResultKeeping
    /// In bytes, for pictures that are being decoded.
    let memory: Turns
    let decoded = DecodedPhotos()

    var all: [Route] { [Route(.post, "\(Place.root)/counts", handler: count)] }

    private func count(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        let asked = try await request.json(CountRequest.self)
        let photo = try await shelf.photo(asked.photo)
        let settings = try await parts.settings.current()
        let options = try asked.options(over: settings.count, in: photo)
        try await keeping.check(asked.replaces, .count)
        let keep = Keep(asked.keep ?? true, settings.keepsHistory, replaces: asked.replaces)
        let work = CountWork(
            photo: photo, limits: shelf.limits, options: options, groups: asked.groups ?? [], models: settings.models,
            counting: parts.counting, keeping: keeping, keep: keep, memory: memory,
            known: decoded)
        let state = try await jobs.submit(.count, photo: photo.id, isLarge: photo.isLarge, work: work.run)
        return try .accepted(state)
    }
}

/// Counts in one photo from the first byte to the entry in the history.
struct CountWork: Sendable {
    let photo: Photo
    let limits: PhotoLimits
    let options: CountOptions
    let groups: [Int]
    let models: Count.Models
    let counting: any Counting
    let keeping: ResultKeeping
    let keep: Keep
    let memory: Turns
    let known: DecodedPhotos

    func run(_ tell: @escaping Job.Progress) async throws(Problem) -> JobOutcome {
        tell("decoding", 0)
        let picture = try await picture()
        if Task.isCancelled { throw .cancelled }
        let found = try await counting.count(picture, options: options, models: models) {
            tell($0.stage.rawValue, 0.1 + 0.8 * $0.fraction)
        }
        if Task.isCancelled { throw .cancelled }
        let count = try chosen(found)
        tell("keeping", 0.95)
        let (entry, problem) = await keeping.keep(count, of: picture.image, photo, keep)
        return JobOutcome(result: .count(CountAnswer(count, file: photo.name)), entry: entry, unkept: problem)
    }

    private func picture() async throws(Problem) -> CountPhoto {
        if let kept = known[photo.id] { return kept }
        let picture = try await memory.run(photo.decodingBytes(longSide: CountPhoto.longSide)) { () throws(Problem) in
            if Task.isCancelled { throw .cancelled }
            return try decoded()
        }
        known.keep(picture, as: photo.id)
        return picture
    }

    private func decoded() throws(Problem) -> CountPhoto {
        let bytes = try photo.bytes()
        do throws(ImageError) {
            return try CountPhoto(bytes)
        } catch {
            throw Problem(error)
        }
    }

    /// With the groups that the user wants counted.
    private func chosen(_ count: Count) throws(Problem) -> Count {
        if groups.isEmpty || count.detections.isEmpty { return count }
        guard let other = count.counting(clusters: groups) else {
            let known = count.clusters.map { String($0.id) }.joined(separator: ", ")
            throw .unprocessable("there is no such group; the groups are \(known)")
        }
        return other
    }
}

extension Photo {
    /// So many pixels that two such photos at once take too much memory.
    var isLarge: Bool { width * height > 50_000_000 }
}

extension Response {
    /// That a job was taken on.
    static func accepted(_ state: JobState) throws(Problem) -> Response {
        var response = try json(state, status: 202)
        response.headers["Location"] = Place.job(state.id)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
