import Espy
import EspyApp
import EspySystem

/// `espy gallery import-photos`: what other machines found on photos.
struct GalleryArchive {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func takeIn() async throws -> Exit {
        let (context, words) = (command.context, command.context.invocation.operands)
        var source = try LineSource(
            Array(words.dropFirst()), input: context.surroundings.input, longest: ArchiveImport.longestLine)
        let gallery = try command.file.open(making: true)
        let root = words[0].contains("://") ? words[0] : Path.absolute(words[0])
        let archive = try ArchiveImport(
            into: gallery, root: root, at: command.now, workers: context.surroundings.processors)
        let progress = context.invocation.isOn(Flags.quiet) ? "none" : command.settings.text(.progress)
        let outcome = try await archive.run {
            try source.next()
        } report: { outcome in
            let line = "\(GalleryUpdating.photos(outcome.added + outcome.known)) taken in"
            if progress == "auto", context.console.isTerminal { await context.console.setBar(line) }
            if progress == "plain" { await context.console.note(line) }
        }
        await context.console.setBar("")
        return try await tell(outcome)
    }

    private func tell(_ outcome: ArchiveImport.Outcome) async throws -> Exit {
        let context = command.context
        if command.isJSON { _ = try await context.answer(try JSONText.line(outcome)) }
        var parts = ["\(GalleryUpdating.photos(outcome.added)) added"]
        if outcome.known > 0 { parts.append("\(outcome.known) known already") }
        if outcome.failed > 0 { parts.append("\(outcome.failed) not readable where they are") }
        await context.note(parts.joined(separator: ", "))
        guard outcome.senseless > 0 else { return .complete }
        let shown = outcome.problems.prefix(10).map(String.init).joined(separator: ", ")
        await context.console.error(
            "\(outcome.senseless) lines were left out, such as \(shown): each has to be what “espy gallery tag --json "
                + "--archive facts” or a worker says of a photo below \(printable(context.invocation.operands[0]))")
        return .incomplete
    }
}
