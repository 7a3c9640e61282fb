import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// Moving photos and copies of them to the trash, and back. Only for local users: devices add photos, and take none away.
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

    /// All files of photos, or copies of a file that stays.
    private enum Choice: Decodable {
        case photos([Int])
        case copies([String], keep: String)

        private enum Key: CodingKey { case photos, files, keep }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            if box.contains(.photos) {
                self = .photos(try box.decode([Int].self, forKey: .photos))
            } else {
                let files = try box.decode([String].self, forKey: .files)
                self = .copies(files, keep: try box.decode(String.self, forKey: .keep))
            }
        }

        var count: Int {
            switch self {
            case .photos(let photos): photos.count
            case .copies(let files, _): files.count
            }
        }
    }

    private func put(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let choice = try await request.json(Choice.self)
        try Self.check(choice.count)
        return try .fresh(
            try await gallery.use { [trash, stamp] gallery in
                switch choice {
                case .photos(let photos):
                    try await gallery.moveToTrash(photos: photos, sparing: SamplePhotos.areIn, in: trash, date: stamp())
                case .copies(let files, let kept):
                    try await gallery.moveToTrash(
                        files, keeping: kept, sparing: SamplePhotos.areIn, in: trash, date: stamp())
                }
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
        guard (1...mostFiles).contains(count) else { throw .unprocessable("name 1 to 10,000 files or photos") }
    }
}
