import EspyApp
import EspySystem

extension Flags {
    static let restoreYes = Flag("yes", short: "y", help: "Restore without being asked.")
}

extension Command {
    static let backup = Command(
        "backup", "write all that you said and made into one file",
        details: [
            """
            History with corrections, the gallery with tags, ratings and albums, settings, paired devices and tokens, as \
            they are at one moment each, also while other programs of Espy write. The small copies of photos in the \
            history are in it; photos themselves, models and telemetry are not. The file is an archive of tar; it is \
            yours alone to read, for tokens and pictures are in it.
            """,
            """
            FILE is replaced as a whole when everything is in it. “espy restore FILE” puts it back.
            """,
        ],
        operands: Operands("FILE", count: 1...1, kind: .path, help: "The backup."),
        flags: [Flags.config, Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [Example("espy backup monday.tar", "before an upgrade")]
    ) { try await BackupCommand(context: $0).backup() }

    static let restore = Command(
        "restore", "put a backup back in place of what is there",
        details: [
            """
            Everything in FILE is checked first; one that is damaged changes nothing. What is there is replaced: history, \
            gallery, settings, devices, tokens. Whatever happens meanwhile, it is all done or not at all: a run that is \
            killed is finished by the next command.
            """
        ],
        operands: Operands("FILE", count: 1...1, kind: .file, help: "A file of espy backup."),
        flags: [Flags.restoreYes, Flags.config, Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [Example("espy restore monday.tar", "back to what was on Monday")]
    ) { try await BackupCommand(context: $0).restore() }
}

/// `espy backup` and `espy restore`.
struct BackupCommand {
    let context: CommandContext

    private var folders: Folders { Folders(context.surroundings.environment) }
    private var config: String { ConfigFile(context.surroundings.environment).path }
    private var path: String { context.invocation.operands[0] }

    func backup() async throws -> Exit {
        let writer = BackupWriter(folders: folders, config: config, time: context.surroundings.now())
        return try await tell(try writer.write(to: path), "written to")
    }

    func restore() async throws -> Exit {
        let question = "This replaces history, gallery, settings, devices and tokens by those of \(printable(path))."
        guard try await context.isMeant(Flags.restoreYes, to: "restore", question) else {
            await context.note("nothing was changed")
            return .incomplete
        }
        return try await tell(try BackupRestorer(folders: folders, config: config).restore(path), "restored from")
    }

    private func tell(_ manifest: BackupManifest, _ deed: String) async throws -> Exit {
        if context.invocation.isOn(Flags.jsonReport) { return try await context.answer(JSONText.line(manifest)) }
        let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
        await context.note("\(manifest.files.count) files, \(ByteText.text(bytes)), \(deed) \(printable(path))")
        return .complete
    }
}
