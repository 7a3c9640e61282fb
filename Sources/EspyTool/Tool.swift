/// The program: picks the command, runs it, and says how it ended.
package struct Tool: Sendable {
    let surroundings: Surroundings
    let console: Console
    let counting: CountEngine

    /// - Parameter counting: what `espy count` counts with.
    package init(_ surroundings: Surroundings, counting: CountEngine = .installed) {
        self.surroundings = surroundings
        self.counting = counting
        console = Console(surroundings)
    }

    /// - Parameter arguments: without the name of the program.
    package func run(_ arguments: [String]) async -> Exit {
        do {
            return try await dispatch(arguments)
        } catch let error as UsageError {
            await console.error(error.text)
            let command = error.command.map { "espy help \($0)" } ?? "espy --help"
            await console.note("Try “\(command)”.")
            return .usage
        } catch let error as FileError {
            if error.problem == .system(EPIPE) { return .brokenPipe }
            await console.error("\(printable(error.path)): \(error.text)")
            return .failed
        } catch is CancellationError {
            await console.error("interrupted")
            return .interrupted
        } catch {
            await console.error(printable("\(error)"))
            return .failed
        }
    }

    private func dispatch(_ arguments: [String]) async throws -> Exit {
        guard let first = arguments.first else {
            await console.note(String(HelpText.short.dropLast()))
            return .usage
        }
        switch first {
        case "--help", "-h": return try await answer(HelpText.program)
        case "--version": return try await answer("espy \(Version.number)\n")
        default: break
        }
        guard let (command, rest) = Catalog.command(at: arguments) else { throw Self.unknown(first) }
        let invocation = try Parser.parse(rest, for: command)
        if invocation.isOn(Flags.help) { return try await answer(HelpText.command(command)) }
        return try await run(invocation)
    }

    private func run(_ invocation: Invocation) async throws -> Exit {
        let operand = invocation.operands.first
        switch invocation.command.name {
        case "count": return try await CountCommand(self, invocation).run()
        case "rack": return try await RackCommand(self, invocation).run()
        case "shelf": return try await ShelfCommand(self, invocation).run()
        case "shelf compare": return try await CompareCommand(self, invocation).run()
        case "shelf telemetry": return try await TelemetryCommand(self, invocation).run()
        case "gallery": return try await GalleryCommand(self, invocation).run()
        case "gallery tag": return try await TagCommand(self, invocation).run()
        case "serve": return try await ServeCommand(self, invocation).run()
        case "devices": return try await DevicesCommand(tool: self, invocation: invocation).run()
        case "history": return try await HistoryCommand(self, invocation).run()
        case "models": return try await ModelsCommand(self, invocation).run()
        case "doctor": return try await DoctorCommand(tool: self, invocation: invocation).run()
        case "config": return try await ConfigCommand(tool: self, invocation: invocation).run()
        case "completions": return try await answer(Self.completions(operand ?? ""))
        case "man": return try await answer(ManPage.text)
        case "docs": return try await answer(MarkdownReference.text)
        default:
            return try await answer(try Self.help(invocation.operands))
        }
    }

    private static func help(_ words: [String]) throws(UsageError) -> String {
        if words.isEmpty { return HelpText.program }
        let name = words.joined(separator: " ")
        guard let command = Catalog.command(named: name) else { throw unknown(name) }
        return HelpText.command(command)
    }

    func answer(_ text: String) async throws -> Exit {
        try await console.answer(text)
        return .complete
    }

    private static func completions(_ shell: String) -> String {
        switch shell {
        case "zsh": ZshCompletion.script
        case "fish": FishCompletion.script
        default: BashCompletion.script
        }
    }

    private static func unknown(_ word: String) -> UsageError {
        let isOption = word.hasPrefix("-")
        let known = isOption ? Catalog.topFlags.map { "--\($0.name)" } : Catalog.listed.map(\.name)
        let near = Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" }
        let what = isOption ? "unknown option \(printable(word))" : "unknown command \(quoted(word))"
        return UsageError(
            "\(what); \(near ?? "the commands are \(Catalog.listed.map(\.name).joined(separator: ", "))")")
    }
}
