import Espy

/// `espy gallery save-album`, `rename-album` and `delete-album`.
struct GalleryAlbums {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func run(_ gallery: Gallery) async throws -> Exit {
        let words = command.invocation.operands
        switch command.invocation.action {
        case "save-album":
            let query = words.dropFirst().joined(separator: " ")
            let album = try await gallery.saveAlbum(words[0], query: query, now: command.now)
            await command.note("“\(printable(album.name))” has \(album.count) photos, and follows its query")
        case "rename-album":
            _ = try await gallery.renameAlbum(words[0], to: words[1])
        default:
            try await gallery.deleteAlbum(words[0])
            await command.note("deleted the album; its photos are as they were")
        }
        return .complete
    }
}
