import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// Moving copies of photos to the trash, and back. Only for local users: devices add photos, and take none away.
struct GalleryTrashRoutes: Sendable {
    let gallery: GalleryService
    let trash: Trash
    /// Formats local time: `2026-02-20T14:30:22`.
    let stamp: @Sendable () -> String

    static let mostFiles = 10_000

    var all: [Route] {
        let root = "\(GalleryRoutes.root)/trash"
        return [Route(.post, root, handler: put), Route(.post, "\(root)/restore", handler: restore)]
    }

    private struct Copies: Decodable {
        let keep: String
        let files: [String]
    }

    private func put(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let copies = try await request.json(Copies.self)
        try Self.check(copies.files.count)
        return try .fresh(
            try await gallery.use { [trash, stamp] gallery in
                try await gallery.moveToTrash(copies.files, keeping: copies.keep, in: trash, date: stamp())
            })
    }

    private struct Items: Decodable {
        let files: [Trash.Item]
    }

    private func restore(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let items = try await request.json(Items.self).files
        try Self.check(items.count)
        let result = try await gallery.use { [trash] gallery in try await gallery.restore(items, from: trash) }
        await gallery.indexing?.wake()
        return try .fresh(result)
    }

    private static func check(_ count: Int) throws(HTTPProblem) {
        guard (1...mostFiles).contains(count) else { throw .unprocessable("name 1 to 10,000 files") }
    }
}
