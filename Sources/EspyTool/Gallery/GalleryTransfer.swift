import Espy
import EspyApp
import EspySystem

/// The parts of `espy gallery` that take out what is known, and bring it in.
struct GalleryTransfer {
    private let command: GalleryCommand
    private static let importLimit = 1 << 30

    init(_ command: GalleryCommand) { self.command = command }

    /// JSON Lines to standard output, or to a file that is only replaced by a whole one.
    func export(_ gallery: Gallery) async throws -> Exit {
        let lines = try await gallery.exportedText()
        guard let path = command.context.invocation.value(Flags.galleryFile) else {
            return try await command.context.answer(lines)
        }
        try AtomicFile.replace(path, with: Array(lines.utf8))
        return .complete
    }

    /// What people said in another gallery, from a file or standard input.
    func takeIn(_ gallery: Gallery) async throws -> Exit {
        let name = command.context.invocation.operands[0]
        let bytes =
            name == "-"
            ? try command.context.surroundings.input.readAll(limit: Self.importLimit, name: "-")
            : try Files.read(name, limit: Self.importLimit)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        let taken = try await gallery.importLines(lines, now: command.now)
        if command.isJSON { _ = try await command.context.answer(try JSONText.line(taken)) }
        await command.context.note(
            "took in \(taken.corrections) corrections (\(taken.waiting) for photos that are not here yet), "
                + "\(taken.ratings) ratings, \(taken.albums) albums, \(taken.taught) taught tags")
        for line in taken.problems {
            await command.context.console.error("\(printable(name)): line \(line) makes no sense")
        }
        return taken.problems.isEmpty ? .complete : .incomplete
    }

    /// What is known of photos, each in a new file beside it.
    func writeSidecars(_ gallery: Gallery) async throws -> Exit {
        var exit = Exit.complete
        for name in command.context.invocation.operands {
            let photo = try await command.photo(name, in: gallery)
            guard let file = try await gallery.file(of: photo) else { throw GalleryError.unknownPhoto(name) }
            let text = try await gallery.sidecar(of: photo)
            do throws(FileError) {
                try AtomicFile.create("\(file).xmp", Array(text.utf8))
                await command.context.note("\(printable(file)).xmp: written")
            } catch {
                await command.context.console.error("\(printable(error.path)): \(error.text)")
                exit = exit.worse(.failed)
            }
        }
        return exit
    }
}
