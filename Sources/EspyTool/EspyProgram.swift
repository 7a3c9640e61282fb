package import EspyApp
import EspySystem

/// The program: selects a command, runs it, and returns the exit code.
package struct EspyProgram: Sendable {
    private let process: ProcessEnvironment
    private let console: Console
    private let table: CommandTable

    /// - Parameter counting: The engine of `espy count`.
    package init(_ process: ProcessEnvironment, counting: CountEngine = .installed) {
        self.process = process
        console = Console(process)
        table = .program(counting: counting)
    }

    /// - Parameter arguments: The arguments without the program's name.
    package func run(_ arguments: [String]) async -> Exit {
        do {
            return try await dispatch(arguments)
        } catch let error as UsageError {
            return await refuse(error)
        } catch let error as SettingsError {
            return await refuse(UsageError(error.text))
        } catch let error as FileError {
            if error.cause == .system(EPIPE) { return .brokenPipe }
            await console.error("\(printable(error.path)): \(error.text)")
            return .failed
        } catch is CancellationError {
            await console.error("interrupted")
            return .interrupted
        } catch {
            await console.error(Problem(any: error).message)
            return .failed
        }
    }

    private func refuse(_ error: UsageError) async -> Exit {
        await console.error(error.text)
        let command = error.command.map { "espy help \($0)" } ?? "espy --help"
        await console.note("Try “\(command)”.")
        return .usage
    }

    private func dispatch(_ arguments: [String]) async throws -> Exit {
        guard let first = arguments.first else {
            await console.note(String(HelpText.short(table).dropLast()))
            return .usage
        }
        switch first {
        case "--help", "-h": return try await answer(HelpText.program(table))
        case "--version": return try await answer("espy \(Version.number)\n")
        default: break
        }
        guard let (command, rest) = table.command(at: arguments) else { throw table.unknown(first) }
        let invocation = try Parser.parse(rest, for: command, in: table)
        if invocation.asksForHelp { return try await answer(help(command, invocation)) }
        for note in invocation.notes { await console.note(note) }
        var process = process.given(invocation)
        // Completes an interrupted restore before anything reads the restored files.
        try BackupRestorer(
            folders: Folders(process.environment), config: ConfigFile(process.environment).path
        ).finish()
        if let megabytes = invocation.value(named: "max-memory").flatMap({ Int($0) }) {
            process.environment.decodingMemory = megabytes << 20
        }
        return try await command.run(
            CommandContext(invocation: invocation, process: process, console: console))
    }

    private func help(_ command: Command, _ invocation: Invocation) -> String {
        let all = invocation.isOn(Flags.helpAll)
        guard let action = invocation.action.flatMap(command.action(named:)) else {
            return HelpText.command(command, all: all)
        }
        return HelpText.action(action, of: command, all: all)
    }

    private func answer(_ text: String) async throws -> Exit {
        try await console.answer(text)
        return .complete
    }
}

extension CommandTable {
    /// The commands of espy. A new command is a separate folder, and a line here.
    ///
    /// - Parameter counting: The engine of `espy count` and the web app.
    package static func program(counting: CountEngine = .installed) -> CommandTable {
        let commands: [Command] = [
            .count(with: counting),
            .rack,
            .shelf,
            .shelfInventory,
            .shelfOrder,
            .shelfLists,
            .shelfBooks,
            .shelfCatalog,
            .shelfCompare,
            .shelfTelemetry,
            .shelfRollout,
            .gallery,
            .galleryTag,
            .serve(countingWith: counting),
            .site,
            .devices,
            .tokens,
            .backup,
            .restore,
            .history,
            .recipe(with: counting),
            .models,
            .doctor,
            .watch,
        ]
        let settings = settings(of: commands)
        let known = commands + Command.workers(countingWith: counting) + [.config(settings), .completions, .man]
        return CommandTable(
            "turn photos into data on your own machine", known + [.help(on: known), .docs], settings: settings)
    }

    /// The commands of the installed program.
    package static let espy = program()

    /// In the order of ``Setting/all``.
    private static func settings(of commands: [Command]) -> [Flag] {
        let flags = Flags.sharedSettings + commands.flatMap { $0.settings + $0.flags }
        return Setting.all.compactMap { setting in flags.first { $0.setting?.key == setting.key } }
    }
}
