import EspyApp
import EspyStore
import EspySystem

/// All commands and all settings of a program.
package struct CommandTable: Sendable {
    /// One line about the program.
    package let summary: String
    /// In the order of the help.
    package let commands: [Command]
    /// In the order in which they are listed.
    package let settings: [Flag]
    /// Flags that may replace a command.
    package let topFlags = [Flags.help, Flags.version]

    package init(_ summary: String, _ commands: [Command], settings: [Flag]) {
        (self.summary, self.commands, self.settings) = (summary, commands, settings)
    }

    package var listed: [Command] { commands.filter { !$0.isHidden } }

    package func command(named name: String) -> Command? { commands.first { $0.name == name } }

    /// The command that the first words name, and the remaining arguments. Names of two words take precedence.
    package func command(at arguments: [String]) -> (command: Command, rest: [String])? {
        for count in [2, 1] where arguments.count >= count {
            if let command = command(named: arguments[..<count].joined(separator: " ")) {
                return (command, Array(arguments.dropFirst(count)))
            }
        }
        return nil
    }

    /// The flag of a setting, by its key.
    package func setting(_ key: String) -> Flag? { settings.first { $0.setting?.key == key } }

    /// The error for a word that is neither a command nor an option.
    func unknown(_ word: String) -> UsageError {
        let nested = nested.filter { $0.words[0] == word }.map(\.name).joined(separator: ", ")
        if !nested.isEmpty { return UsageError("\(quoted(word)) needs a subcommand: \(nested)") }
        let isOption = word.hasPrefix("-")
        let known = isOption ? topFlags.map { "--\($0.name)" } : listed.map(\.name)
        let near = Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" }
        let what = isOption ? "unknown option \(printable(word))" : "unknown command \(quoted(word))"
        return UsageError("\(what); \(near ?? "the commands are \(listed.map(\.name).joined(separator: ", "))")")
    }
}

/// Data for completions.
extension CommandTable {
    /// The first words of all names, with a summary.
    var firstWords: [(word: String, summary: String)] {
        var words: [(word: String, summary: String)] = []
        for command in listed.sorted(by: { $0.words.count < $1.words.count })
        where !words.contains(where: { $0.word == command.words[0] }) {
            words.append((command.words[0], command.summary))
        }
        return words
    }

    /// The commands with two words.
    var nested: [Command] { listed.filter { $0.words.count == 2 } }

    /// The same, grouped by their first word.
    var nestedByFirstWord: [(first: String, commands: [Command])] {
        let first = nested.map(\.words[0])
        return Set(first).sorted().map { word in (word, nested.filter { $0.words[0] == word }) }
    }
}

/// The context of a command: its arguments, its environment, and its output.
package struct CommandContext: Sendable {
    let invocation: Invocation
    let process: ProcessEnvironment
    let console: Console

    /// Prints the whole answer on standard output.
    func answer(_ text: String) async throws -> Exit {
        try await console.answer(text)
        return .complete
    }

    /// Prints a line on standard error, unless `--quiet` is set.
    func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await console.note(text) }
    }

    /// Says that stored data can be read but not changed, and why.
    func noteThatNothingChanges(_ refusal: StoreError) async {
        let reason =
            switch refusal {
            case .inaccessible(_, let reason): printable(reason)
            default: "the disk is full"
            }
        await note("read-only: \(reason)")
    }

    /// Asks the user for confirmation.
    ///
    /// - Parameters:
    ///   - flag: Confirms in advance.
    ///   - deed: The action, as in "to delete without asking".
    ///   - question: shown before "Type yes to continue:".
    /// - Throws: A usage error if there is no terminal to ask on.
    func isMeant(_ flag: Flag, to deed: String, _ question: String = "") async throws -> Bool {
        if invocation.isOn(flag) { return true }
        guard process.input.isTerminal else {
            throw UsageError(
                "not a terminal; to \(deed) without asking, give --\(flag.name)",
                command: invocation.command.name)
        }
        await console.note(question + (question.isEmpty ? "" : " ") + "Type yes to continue:")
        return ["y", "yes"].contains(try process.input.readLine().lowercased())
    }
}
