import Espy

/// The parts of `espy gallery` that list what is there.
struct GalleryListing {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func status(_ gallery: Gallery) async throws -> Exit {
        let (status, folders) = (try await gallery.status(), try await gallery.folders())
        if command.isJSON {
            return try await command.tool.answer(try JSONText.line(StatusJSON(status: status, folders: folders)))
        }
        var lines = [
            "photos    \(status.photos)", "files     \(status.files)", "problems  \(status.problems)",
            "untagged  \(status.waiting)",
        ]
        lines += folders.map { folder in
            let state = folder.state == .ok ? "" : " (\(folder.state.words))"
            return "folder    \(printable(folder.path)): \(folder.photos) photos\(state)"
        }
        return try await command.tool.answer(lines.joined(separator: "\n") + "\n")
    }

    /// Files that cannot be read, each with the reason.
    func problems(_ gallery: Gallery) async throws -> Exit {
        var after = ""
        while true {
            let problems = try await gallery.problems(after: after)
            guard let last = problems.last else { return .complete }
            let lines = try problems.map {
                command.isJSON ? try JSONText.line($0) : "\(printable($0.path))\t\(printable($0.reason))\n"
            }
            _ = try await command.tool.answer(lines.joined())
            after = last.path
        }
    }
}

private struct StatusJSON: Encodable {
    let status: GalleryStatus
    let folders: [GalleryFolder]

    private enum Key: String, CodingKey { case folders }

    func encode(to encoder: any Encoder) throws {
        try status.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(folders, forKey: .folders)
    }
}
