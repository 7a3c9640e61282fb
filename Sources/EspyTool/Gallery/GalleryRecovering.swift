import Espy
import EspyApp
import EspySystem

/// `espy gallery recover`.
struct GalleryRecovering {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func run() async throws -> Exit {
        let recovery = GalleryRecovery(path: command.file.path)
        guard recovery.isThere else { throw GalleryCommand.noGallery }
        guard let reason = recovery.damage() else {
            await command.context.note("the gallery is whole; nothing was changed")
            return .complete
        }
        await command.context.note("the gallery is damaged (\(printable(reason)))")
        let (gallery, outcome) = try await recovery.run(stamp: Timestamp.fileName(command.now), now: command.now)
        await command.context.note(
            "brought back: \(outcome.corrections) corrections, \(outcome.ratings) ratings, \(outcome.albums) albums, "
                + "\(outcome.folders) folders")
        if let aside = outcome.aside { await command.context.note("the damaged file is now \(printable(aside))") }
        let exit = try await GalleryUpdating(command).update(gallery)
        // Their examples are there by now.
        let taught = try await gallery.importLines(outcome.lines, now: command.now).taught
        if taught > 0 { await command.context.note("\(taught) taught tags learned again") }
        return exit
    }
}
