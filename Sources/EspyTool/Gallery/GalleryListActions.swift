import Espy
import EspyApp
import EspySystem

/// The actions of `espy gallery` that list contents and change albums.
struct GalleryListActions {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func status(_ gallery: Gallery) async throws -> Exit {
        let (status, folders) = (try await gallery.status(), try await gallery.folders())
        if command.isJSON {
            return try await command.context.answer(try JSONText.line(StatusJSON(status: status, folders: folders)))
        }
        var lines = [
            "photos    \(status.photos)", "files     \(status.files)", "problems  \(status.problems)",
            "untagged  \(status.waiting)",
        ]
        if !status.passedOver.isEmpty { lines.append("passed    \(Self.words(status.passedOver))") }
        lines += folders.map { folder in
            let state = folder.state == .ok ? "" : " (\(folder.state.words))"
            return "folder    \(printable(folder.path)): \(folder.photos) photos\(state)"
        }
        if let meaning { lines.append("meaning   \(meaning)") }
        return try await command.context.answer(lines.joined(separator: "\n") + "\n")
    }

    /// `9 no pictures, 3 small copies of other programs`
    private static func words(_ passedOver: [PassedOver: Int]) -> String {
        let parts = PassedOver.allCases.compactMap { reason in
            passedOver[reason].map { "\($0) \(reason.words)" }
        }
        return parts.joined(separator: ", ")
    }

    /// The models for searching by meaning; nil if none are installed.
    private var meaning: String? {
        switch try? SemanticModels.find(command.settings, command.context.process.environment) {
        case .both(let models): "\(models.image.id), \(models.text.id)"
        case .half(let entry, let task): "off: \(entry.lacking(task))"
        case .nothing, nil: nil
        }
    }

    /// Lists the files that cannot be read, with the reasons.
    func problems(_ gallery: Gallery) async throws -> Exit {
        var after = ""
        while true {
            let problems = try await gallery.problems(after: after)
            guard let last = problems.last else { return .complete }
            let lines = try problems.map {
                command.isJSON ? try JSONText.line($0) : "\(printable($0.path))\t\(printable($0.reason))\n"
            }
            _ = try await command.context.answer(lines.joined())
            after = last.path
        }
    }

    func tags(_ gallery: Gallery) async throws -> Exit {
        let tags = try await gallery.facets("", limit: 10_000, now: command.here).tags
        if command.isJSON { return try await command.context.answer(try JSONText.line(tags)) }
        let width = (tags.map { printable($0.name).count }.max() ?? 0) + 2
        let lines = tags.map { "\(printable($0.name).padded(to: width))\($0.count)\n" }
        if tags.isEmpty { await command.context.note("no tags yet") }
        return try await command.context.answer(lines.joined())
    }

    func albums(_ gallery: Gallery) async throws -> Exit {
        let albums = try await gallery.albums(now: command.here)
        if command.isJSON { return try await command.context.answer(try JSONText.line(albums)) }
        let width = (albums.map { printable($0.name).count }.max() ?? 0) + 2
        let lines = albums.map {
            "\(printable($0.name).padded(to: width))\(String($0.count).padded(to: 8))\(printable($0.query))\n"
        }
        if albums.isEmpty { await command.context.note("no albums yet") }
        return try await command.context.answer(lines.joined())
    }

    /// `save-album`, `rename-album` and `delete-album`.
    func change(_ gallery: Gallery) async throws -> Exit {
        let words = command.context.invocation.operands
        switch command.context.invocation.action {
        case "save-album":
            let query = words.dropFirst().joined(separator: " ")
            let album = try await gallery.saveAlbum(words[0], query: query, now: command.now)
            await command.context.note(
                "smart album “\(printable(album.name))”: \(GalleryUpdateAction.photos(album.count))")
        case "rename-album":
            _ = try await gallery.renameAlbum(words[0], to: words[1])
        default:
            try await gallery.deleteAlbum(words[0])
            await command.context.note("deleted the album; its photos stay")
        }
        return .complete
    }

    func duplicates(_ gallery: Gallery) async throws -> Exit {
        let groups = try await gallery.duplicates()
        if command.isJSON { return try await command.context.answer(try JSONText.line(groups)) }
        if groups.isEmpty { await command.context.note("no duplicates") }
        let lines = groups.map { group in
            "\(group.kind.words):\n" + group.files.map { "  \(printable($0))\n" }.joined()
        }
        return try await command.context.answer(lines.joined())
    }
}

extension DuplicateGroup.Kind {
    /// The description of a kind of problem.
    fileprivate var words: String {
        switch self {
        case .exact: "the same file"
        case .sameShot: "versions of one shot"
        case .similar: "similar shots"
        }
    }
}

extension PassedOver {
    /// The description of skipped files, after their number.
    fileprivate var words: String {
        switch self {
        case .noPicture: "no pictures"
        case .smallCopy: "small copies of other programs"
        case .hidden: "hidden"
        case .linkOutside: "links to other folders"
        case .brokenLink: "broken links"
        case .sidecarAlone: "sidecars without a photo"
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

/// `espy gallery search`.
struct GallerySearchAction {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func run(_ gallery: Gallery) async throws -> Exit {
        let query = command.context.invocation.operands.joined(separator: " ")
        let start = command.context.invocation.value(Flags.offset).flatMap { Int($0) } ?? 0
        let asked = command.context.invocation.value(Flags.searchLimit).flatMap { Int($0) } ?? 100
        let limit = asked == 0 ? Int.max : asked
        // Scripts treat every listed photo as a match, so uncertain ones are left out unless requested.
        let listsAll = command.context.invocation.isOn(Flags.perhaps) || hint == nil
        var (hits, total, sure) = ([GalleryHit](), 0, 0)
        var listed: Int { listsAll ? total : sure }
        repeat {
            let page = try await gallery.search(
                query, offset: start + hits.count, limit: min(limit - hits.count, Gallery.longestPage),
                now: command.here)
            (total, sure) = (page.total, page.sure)
            hits += page.hits
            if page.hits.isEmpty { break }
            try Task.checkCancellation()
        } while hits.count < limit && start + hits.count < listed
        hits = Array(hits.prefix(max(listed - start, 0)))
        let next = start + hits.count < listed ? start + hits.count : nil
        if command.isJSON {
            let found = SearchJSON(hits, total: total, sure: sure, next: next)
            _ = try await command.context.answer(try JSONText.line(found))
        } else {
            _ = try await command.context.answer(hits.map(line).joined())
            if total == 0 {
                await command.context.note("no photo matches")
                if let hint, try GalleryQuery(query).hasWords { await command.context.note(hint) }
            }
            if sure < total {
                let photos = GalleryUpdateAction.photos(total - sure)
                let summary = "\(sure == 0 ? "no" : String(sure)) certain matches, \(photos) possible"
                await command.context.note(listsAll ? summary : "\(summary): --perhaps lists them")
            }
            if let next { await command.context.note("\(hits.count) of \(listed); --offset \(next) shows more") }
        }
        return listed == 0 ? .incomplete : .complete
    }

    /// A suggestion that would find more; nil if nothing is missing.
    private var hint: String? {
        switch try? SemanticModels.find(command.settings, command.context.process.environment) {
        case .both: nil
        default: "a CLIP model also finds photos by meaning; “espy models list” shows how to install it"
        }
    }

    /// Only the path, for use in scripts, followed by the reasons if requested.
    private func line(_ hit: GalleryHit) -> String {
        let path = printable(hit.photo.path)
        guard command.context.invocation.isOn(Flags.reasons), !hit.why.isEmpty else { return path + "\n" }
        // JSON keeps the space before the sign.
        let reasons = hit.why.joined(separator: "; ").replacing(" %", with: "%")
        return "\(path)\t\(printable(reasons))\n"
    }
}

extension GalleryHit {
    fileprivate var taken: String? { photo.taken.map { Timestamp.wallClock($0, photo.takenDetail) } }
}

/// `{"photos": [{"id", "path", "score", "why": [], "taken", "tags": []}], "total", "sure", "next"}`
private struct SearchJSON: Encodable {
    private let photos: [Photo]
    private let total: Int
    /// The number of certain matches, which come first.
    private let sure: Int
    /// The offset of the next page; null at the end.
    private let next: Int?

    private struct Photo: Encodable {
        let id: Int
        let path: String
        let score: Double
        let why: [String]
        /// Null if unknown.
        let taken: String?
        let tags: [String]
    }

    private enum Key: String, CodingKey { case photos, total, sure, next }

    init(_ hits: [GalleryHit], total: Int, sure: Int, next: Int?) {
        photos = hits.map {
            Photo(
                id: $0.photo.id, path: $0.photo.path, score: ($0.score * 1000).rounded() / 1000, why: $0.why,
                taken: $0.taken, tags: $0.photo.tags)
        }
        (self.total, self.sure, self.next) = (total, sure, next)
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(photos, forKey: .photos)
        try box.encode(total, forKey: .total)
        try box.encode(sure, forKey: .sure)
        try box.encode(next, forKey: .next)
    }
}
