import EspyApp
import EspyStore
import EspySystem

extension Flags {
    static let restoreYes = Flag("yes", short: "y", help: "Restore without asking.")
}

extension Command {
    static let backup = Command(
        "backup", "back up your data to a file",
        details: [
            """
            Backs up the history with corrections, the gallery with tags, ratings and albums, settings, paired devices \
            and tokens, even while other Espy programs write. Stored copies of photos are included; original photos, \
            models and telemetry are not. The file is a tar archive that only you can read, since it contains tokens \
            and pictures.
            """,
            "An existing FILE is replaced only when the backup is complete. “espy restore FILE” restores it.",
        ],
        operands: Operands("FILE", count: 1...1, kind: .path, help: "The backup."),
        flags: [Flags.config, Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [Example("espy backup monday.tar", "back up before an upgrade")]
    ) { try await BackupCommand(context: $0).backup() }

    static let restore = Command(
        "restore", "restore a backup, replacing current data",
        details: [
            """
            FILE is checked first, and a damaged one changes nothing. Then history, gallery, settings, devices and \
            tokens are replaced, all or nothing: if the run is killed, the next command finishes it.
            """
        ],
        operands: Operands("FILE", count: 1...1, kind: .file, help: "A file made by espy backup."),
        flags: [Flags.restoreYes, Flags.config, Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [Example("espy restore monday.tar", "go back to Monday's data")]
    ) { try await BackupCommand(context: $0).restore() }
}

/// `espy backup` and `espy restore`.
private struct BackupCommand {
    let context: CommandContext

    private var folders: Folders { Folders(context.process.environment) }
    private var config: String { ConfigFile(context.process.environment).path }
    private var path: String { context.invocation.operands[0] }

    func backup() async throws -> Exit {
        let writer = BackupWriter(folders: folders, config: config, time: context.process.now())
        return try await report(try writer.write(to: path), "written to")
    }

    func restore() async throws -> Exit {
        let question = "This replaces history, gallery, settings, devices and tokens with those of \(printable(path))."
        guard try await context.isMeant(Flags.restoreYes, to: "restore", question) else {
            await context.note("nothing was changed")
            return .incomplete
        }
        return try await report(try BackupRestorer(folders: folders, config: config).restore(path), "restored from")
    }

    private func report(_ manifest: BackupManifest, _ deed: String) async throws -> Exit {
        if context.invocation.isOn(Flags.jsonReport) { return try await context.answer(JSONText.line(manifest)) }
        let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
        await context.note("\(manifest.files.count) files, \(ByteText.text(bytes)), \(deed) \(printable(path))")
        return .complete
    }
}

/// Writes a backup: first copies the data, so that the contents are fixed before the archive begins; then writes the
/// archive under a temporary name, and moves it into place.
private struct BackupWriter {
    let folders: Folders
    /// The path of the config file.
    let config: String
    /// Seconds since 1970.
    let time: Int

    /// - Parameter path: An existing file is replaced.
    /// - Returns: The contents of the backup.
    func write(to path: String) throws -> BackupManifest {
        let parent = Path.folder(of: path)
        let scratch = try TemporaryFolder.make(in: parent.isEmpty ? "." : parent, prefix: ".espy-backup-")
        guard chmod(scratch.path, 0o700) == 0 else { throw FileError.last(scratch.path) }
        var copies: [(file: BackupManifest.File, path: String)] = []
        for (number, file) in BackupContents.files(folders, config: config).enumerated() {
            let copy = Path.join(scratch.path, String(number))
            switch file.kind {
            case .database:
                try DatabaseCopy.copy(file.path, to: copy)
                try DatabaseCopy.detach(copy)
            case .plain: try Self.copyBytes(file.path, to: copy)
            }
            guard let sum = FileSum(path: copy) else { throw FileError.last(copy) }
            copies.append((.init(name: file.name, bytes: sum.bytes, sha256: sum.sha256), copy))
        }
        guard !copies.isEmpty else { throw Problem("nothing", "nothing to back up yet") }
        let manifest = BackupManifest(created: time, program: Version.number, files: copies.map(\.file))
        let archive = Path.join(scratch.path, "archive")
        try pack(manifest, copies.map(\.path), to: archive)
        guard rename(archive, path) == 0 else { throw FileError.last(path) }
        return manifest
    }

    private func pack(_ manifest: BackupManifest, _ paths: [String], to archive: String) throws {
        let number = open(archive, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw FileError.last(archive) }
        defer { close(number) }
        let target = Descriptor(number)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = Array(try encoder.encode(manifest))
        try put(.init(name: BackupContents.manifest, bytes: text.count), to: target)
        try target.writeAll(text + [UInt8](repeating: 0, count: TarFile.padding(text.count)), name: archive)
        for (file, path) in zip(manifest.files, paths) {
            try put(.init(name: file.name, bytes: file.bytes), to: target)
            try Self.append(path, to: target, named: archive)
            try target.writeAll([UInt8](repeating: 0, count: TarFile.padding(file.bytes)), name: archive)
        }
        try target.writeAll([UInt8](repeating: 0, count: 2 * TarFile.block), name: archive)
        guard fsync(number) == 0 else { throw FileError.last(archive) }
    }

    private func put(_ entry: TarFile.Entry, to target: Descriptor) throws {
        guard let header = TarFile.header(entry, time: time) else {
            throw Problem("backup", "\(printable(entry.name)) is too large for a backup")
        }
        try target.writeAll(header, name: entry.name)
    }

    private static func copyBytes(_ path: String, to copy: String) throws {
        let number = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw FileError.last(copy) }
        defer { close(number) }
        try append(path, to: Descriptor(number), named: copy)
    }

    private static func append(_ path: String, to target: Descriptor, named name: String) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw FileError.last(path) }
        defer { close(number) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            try Task.checkCancellation()
            let piece = try Descriptor(number).readPiece(&buffer, name: path)
            if piece.isEmpty { return }
            try target.writeAll(Array(piece), name: name)
        }
    }
}
