import Espy
import EspyApp

/// The parts of `espy gallery` by which people have a say in tags.
struct GalleryTagging {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    /// `add-tag`, `remove-tag` and `reset-tag`.
    func correct(_ gallery: Gallery) async throws -> Exit {
        let words = command.context.invocation.operands
        let verdicts: [String: TagVerdict] = ["add-tag": .right, "remove-tag": .wrong]
        let verdict = verdicts[command.context.invocation.action ?? ""] ?? .nothing
        let photos = try await command.photos(words.dropFirst(), in: gallery)
        try await gallery.say(verdict, of: words[0], on: photos, now: command.now)
        return .complete
    }

    func rate(_ gallery: Gallery) async throws -> Exit {
        let words = command.context.invocation.operands
        let stars = words[0] == "file" ? nil : Int(words[0])
        guard words[0] == "file" || stars.map((0...5).contains) == true else {
            let reason = "\(quoted(words[0])) is no rating: 0 to 5, or file for what the file says"
            await command.context.console.error(reason)
            return .usage
        }
        let photos = try await command.photos(words.dropFirst(), in: gallery)
        try await gallery.rate(photos, stars, now: command.now)
        return .complete
    }

    func teach(_ gallery: Gallery) async throws -> Exit {
        let words = command.context.invocation.operands
        let examples = try await command.photos(words.dropFirst(), in: gallery)
        let tag = try await gallery.teach(words[0], examples: examples, now: command.now)
        if command.isJSON { return try await command.context.answer(try JSONText.line(tag)) }
        await command.context.note(
            "“\(printable(tag.name))” is on \(tag.count) photos now; of photos that it did not learn from, at least "
                + "\(Self.percent(tag.precision)) of those it named were right, and it found \(Self.percent(tag.recall))"
        )
        return .complete
    }

    func forget(_ gallery: Gallery) async throws -> Exit {
        try await gallery.forget(command.context.invocation.operands[0])
        return .complete
    }

    private static func percent(_ share: Double) -> String { "\(Int((100 * min(max(share, 0), 1)).rounded())) %" }
}
