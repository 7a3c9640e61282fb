import EspyApp

extension Command {
    static let completions = Command(
        "completions", "print a completion script for a shell",
        operands: Operands("SHELL", count: 1...1, kind: .choice(["bash", "zsh", "fish"]), help: "bash, zsh or fish."),
        flags: [Flags.help],
        examples: [
            Example("espy completions bash > ~/.local/share/bash-completion/completions/espy", "for bash"),
            Example("espy completions fish > ~/.config/fish/completions/espy.fish", "for fish"),
        ]
    ) { context in
        let table = context.invocation.table
        let script =
            switch context.invocation.operands.first {
            case "zsh": ZshCompletion.script(table)
            case "fish": FishCompletion.script(table)
            default: BashCompletion.script(table)
            }
        return try await context.answer(script)
    }

    static let man = Command(
        "man", "print the manual page", flags: [Flags.help],
        examples: [Example("espy man | man -l -", "read it")]
    ) { try await $0.answer(ManPage.text($0.invocation.table)) }

    /// - Parameter commands: those that it explains beside itself.
    static func help(on commands: [Command]) -> Command {
        var words: [String] = []
        for word in commands.flatMap(\.words) + ["help"] where !words.contains(word) { words.append(word) }
        return Command(
            "help", "explain a command",
            operands: Operands("COMMAND", count: 0...2, kind: .choice(words), help: "The command to explain."),
            flags: [Flags.help]
        ) { context in
            let table = context.invocation.table
            let name = context.invocation.operands.joined(separator: " ")
            if name.isEmpty { return try await context.answer(HelpText.program(table)) }
            guard let command = table.command(named: name) else { throw table.unknown(name) }
            return try await context.answer(HelpText.command(command))
        }
    }

    static let docs = Command(
        "docs", "print docs/cli.md",
        operands: Operands("PAGE", count: 1...1, kind: .choice(["cli"]), help: "The page to print."),
        flags: [Flags.help], isHidden: true
    ) { try await $0.answer(MarkdownReference.text($0.invocation.table)) }
}
