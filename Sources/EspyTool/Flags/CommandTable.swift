import EspyApp
import EspyStore
import EspySystem

/// All commands and all settings of a program.
package struct CommandTable: Sendable {
    /// What the program does, in one line.
    package let summary: String
    /// In the order of the help.
    package let commands: [Command]
    /// In the order in which they are listed.
    package let settings: [Flag]
    /// What may stand in place of a command.
    package let topFlags = [Flags.help, Flags.version]

    package init(_ summary: String, _ commands: [Command], settings: [Flag]) {
        (self.summary, self.commands, self.settings) = (summary, commands, settings)
    }

    package var listed: [Command] { commands.filter { !$0.isHidden } }

    package func command(named name: String) -> Command? { commands.first { $0.name == name } }

    /// The command that the first words name, and what follows them. A name of two words goes first.
    package func command(at arguments: [String]) -> (command: Command, rest: [String])? {
        for count in [2, 1] where arguments.count >= count {
            if let command = command(named: arguments[..<count].joined(separator: " ")) {
                return (command, Array(arguments.dropFirst(count)))
            }
        }
        return nil
    }

    /// What describes the setting of a key.
    package func setting(_ key: String) -> Flag? { settings.first { $0.setting?.key == key } }

    /// What to say of a word that is neither a command nor an option.
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

/// What completions need.
extension CommandTable {
    /// First words of all names, with what to say of them.
    var firstWords: [(word: String, summary: String)] {
        var words: [(word: String, summary: String)] = []
        for command in listed.sorted(by: { $0.words.count < $1.words.count })
        where !words.contains(where: { $0.word == command.words[0] }) {
            words.append((command.words[0], command.summary))
        }
        return words
    }

    /// Commands whose name has two words.
    var nested: [Command] { listed.filter { $0.words.count == 2 } }

    /// The same, those together that begin alike.
    var nestedByFirstWord: [(first: String, commands: [Command])] {
        let first = nested.map(\.words[0])
        return Set(first).sorted().map { word in (word, nested.filter { $0.words[0] == word }) }
    }
}

/// What a command works with: what it was asked, what it finds around it, and where it answers.
package struct CommandContext: Sendable {
    let invocation: Invocation
    let surroundings: Surroundings
    let console: Console

    /// The whole answer, on standard output.
    func answer(_ text: String) async throws -> Exit {
        try await console.answer(text)
        return .complete
    }

    /// A line on standard error, unless it is to be quiet.
    func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await console.note(text) }
    }

    /// Says that what is kept can be looked at as it was, and why it cannot be changed.
    func noteThatNothingChanges(_ refusal: StoreError) async {
        let reason =
            switch refusal {
            case .inaccessible(_, let reason): printable(reason)
            default: "the disk is full"
            }
        await note("read-only: \(reason)")
    }

    /// Whether the user means it: asked where somebody can answer.
    ///
    /// - Parameters:
    ///   - flag: says yes beforehand.
    ///   - deed: what is about to be done, as in "to delete without being asked".
    ///   - question: shown before "Type yes to continue:".
    /// - Throws: where nobody can be asked.
    func isMeant(_ flag: Flag, to deed: String, _ question: String = "") async throws -> Bool {
        if invocation.isOn(flag) { return true }
        guard surroundings.input.isTerminal else {
            throw UsageError(
                "not a terminal; to \(deed) without asking, give --\(flag.name)",
                command: invocation.command.name)
        }
        await console.note(question + (question.isEmpty ? "" : " ") + "Type yes to continue:")
        return ["y", "yes"].contains(try surroundings.input.readLine().lowercased())
    }
}
