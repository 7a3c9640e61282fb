import Espy
import EspyHTTP

/// Tags that a person teaches by examples. Learning is a job.
struct GalleryTeachingRoutes: Sendable {
    let gallery: GalleryService
    let jobs: JobQueue

    static let mostExamples = 2_000

    var all: [Route] {
        let root = "\(GalleryRoutes.root)/taught"
        return [
            Route(.get, root, handler: list), Route(.post, root, handler: teach),
            Route(.delete, "\(root)/{name}", handler: forget),
        ]
    }

    private func list(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["tags": try await gallery.taughtTags()])
    }

    private struct Lesson: Decodable {
        let tag: String
        let photos: [Int]
    }

    private func teach(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let lesson = try await request.json(Lesson.self)
        let tag = try GalleryTagRoutes.tag(lesson.tag)
        guard (1...Self.mostExamples).contains(lesson.photos.count) else {
            throw .unprocessable("name 1 to 2,000 photos")
        }
        let state = try await jobs.submit("teach", photo: nil) { [gallery] (tell) throws(HTTPProblem) in
            tell("learning", 0)
            let taught = try await gallery.teach(tag, examples: lesson.photos) { tell("learning", 0.95 * $0) }
            return JobOutcome(result: AnalysisValue(taught))
        }
        return try .accepted(state)
    }

    private func forget(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try await gallery.forget(try GalleryTagRoutes.tag(values["name"]))
        return .noContent
    }
}
