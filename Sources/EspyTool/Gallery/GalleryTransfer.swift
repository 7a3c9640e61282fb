import Espy
import EspyApp
import EspySystem

/// The actions of `espy gallery` that export and import data.
struct GalleryTransfer {
    private let command: GalleryCommand
    private static let importLimit = 1 << 30

    init(_ command: GalleryCommand) { self.command = command }

    /// Writes JSON Lines to standard output, or to a file that is replaced atomically.
    func export(_ gallery: Gallery) async throws -> Exit {
        let lines = try await gallery.exportedText()
        guard let path = command.context.invocation.value(Flags.galleryFile) else {
            return try await command.context.answer(lines)
        }
        try AtomicFile.replace(path, with: Array(lines.utf8))
        return .complete
    }

    /// Imports corrections from another gallery, from a file or standard input.
    func takeIn(_ gallery: Gallery) async throws -> Exit {
        let name = command.context.invocation.operands[0]
        let bytes =
            name == "-"
            ? try command.context.process.input.readAll(limit: Self.importLimit, name: "-")
            : try Files.read(name, limit: Self.importLimit)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        let taken = try await gallery.importLines(lines, now: command.now)
        if command.isJSON { _ = try await command.context.answer(try JSONText.line(taken)) }
        await command.context.note(
            "imported \(taken.corrections) corrections (\(taken.waiting) for photos not indexed yet), "
                + "\(taken.ratings) ratings, \(taken.albums) albums, \(taken.taught) taught tags")
        for line in taken.problems {
            await command.context.console.error("\(printable(name)): line \(line) is invalid")
        }
        return taken.problems.isEmpty ? .complete : .incomplete
    }

    /// Writes the data of each photo to a new sidecar file.
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

/// `espy gallery import-photos`: imports photos with the results of other machines.
struct GalleryArchive {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func takeIn() async throws -> Exit {
        let (context, words) = (command.context, command.context.invocation.operands)
        var source = try LineSource(
            Array(words.dropFirst()), input: context.process.input, longest: ArchiveImport.longestLine)
        let gallery = try command.file.open(making: true)
        let root = words[0].contains("://") ? words[0] : Path.absolute(words[0])
        let archive = try ArchiveImport(
            into: gallery, root: root, at: command.now, workers: context.process.processors)
        let progress = context.invocation.isOn(Flags.quiet) ? "none" : command.settings.text(.progress)
        let outcome = try await archive.run {
            try source.next()
        } report: { outcome in
            let line = "\(GalleryUpdateAction.photos(outcome.added + outcome.known)) imported"
            if progress == "auto", context.console.isTerminal { await context.console.setBar(line) }
            if progress == "plain" { await context.console.note(line) }
        }
        await context.console.setBar("")
        try await SamplePhotos.giveWay(in: gallery)
        return try await report(outcome)
    }

    private func report(_ outcome: ArchiveImport.Outcome) async throws -> Exit {
        let context = command.context
        if command.isJSON { _ = try await context.answer(try JSONText.line(outcome)) }
        var parts = ["\(GalleryUpdateAction.photos(outcome.added)) added"]
        if outcome.known > 0 { parts.append("\(outcome.known) already known") }
        if outcome.failed > 0 { parts.append("\(outcome.failed) not readable where they are") }
        await context.note(parts.joined(separator: ", "))
        guard outcome.senseless > 0 else { return .complete }
        let shown = outcome.problems.prefix(10).map(String.init).joined(separator: ", ")
        await context.console.error(
            "skipped \(outcome.senseless) lines, such as \(shown); expected the output of “espy gallery tag --json "
                + "--archive facts” or of a worker, for photos below \(printable(context.invocation.operands[0]))")
        return .incomplete
    }
}

/// The actions of `espy gallery` that correct tags.
struct GalleryTagAction {
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
            let reason = "\(quoted(words[0])) is not a rating; use 0 to 5, or file for the rating in the file"
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
            "“\(printable(tag.name))” is on \(tag.count) photos now; on other photos, at least "
                + "\(Self.percent(tag.precision)) of its tags were right, and it found \(Self.percent(tag.recall))"
        )
        return .complete
    }

    func forget(_ gallery: Gallery) async throws -> Exit {
        try await gallery.forget(command.context.invocation.operands[0])
        return .complete
    }

    private static func percent(_ share: Double) -> String { "\(Int((100 * min(max(share, 0), 1)).rounded()))%" }
}
