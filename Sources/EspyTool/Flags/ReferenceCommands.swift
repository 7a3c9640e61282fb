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

/// The manual page, in the roff macros of man(7).
package enum ManPage {
    package static func text(_ table: CommandTable) -> String {
        var lines = [
            ".TH ESPY 1 \"\" \"espy \(escaped(Version.number))\" \"User Commands\"",
            ".SH NAME", "espy \\- \(escaped(table.summary))",
            ".SH SYNOPSIS", ".B espy", "\\fICOMMAND\\fR [\\fIOPTION\\fR…] [\\fIFILE\\fR…]",
            ".SH DESCRIPTION",
            "Each command turns photos into data. Nothing leaves your machine: only “espy models install” opens a connection.",
            "Standard output holds the answer only; everything else goes to standard error.",
            ".SH OPTIONS",
        ]
        lines += table.topFlags.flatMap(item)
        lines.append(".SH COMMANDS")
        lines += table.listed.flatMap(section)
        lines.append(".SH EXIT STATUS")
        lines += Exit.allCases.flatMap { [".TP", ".B \($0.rawValue)", escaped($0.says) + "."] }
        lines += environment(table) + files
        // Where the locale has ASCII only, troff knows no ellipsis.
        return lines.joined(separator: "\n").replacing("…", with: "...") + "\n"
    }

    private static func section(_ command: Command) -> [String] {
        var lines = [".SS \(escaped(command.usage))", escaped(sentence(command.summary))]
        lines += command.details.flatMap { [".PP", escaped($0)] }
        lines += command.actions.flatMap { [".TP", ".B \(escaped($0.usage))", escaped($0.says)] }
        if let operands = command.operands {
            lines += [".TP", ".I \(escaped(operands.placeholder))", escaped(operands.help)]
        }
        lines += command.flags.flatMap(item)
        for example in command.examples {
            lines += [".PP", "Example, \(escaped(example.says)):", ".PP", ".RS", ".EX", escaped(example.command)]
            lines += [".EE", ".RE"]
        }
        return lines
    }

    private static func item(_ flag: Flag) -> [String] {
        [".TP", ".B \(escaped(flag.usage))", escaped(flag.fullHelp)]
    }

    private static func environment(_ table: CommandTable) -> [String] {
        var lines = [".SH ENVIRONMENT"]
        for flag in table.settings {
            guard let setting = flag.setting else { continue }
            lines += [".TP", ".B \(setting.variable)", "Default of \\fB\(escaped("--" + flag.name))\\fR."]
        }
        lines += [".TP", ".B ESPY_CONFIG", "The config file to read."]
        return lines + [".TP", ".B NO_COLOR", "When set and not empty, nothing is printed in color."]
    }

    private static var files: [String] {
        [
            ".SH FILES", ".TP", ".I $XDG_CONFIG_HOME/espy/config.json",
            "Settings, as JSON. Without XDG_CONFIG_HOME the folder is ~/.config.",
        ]
    }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// Text that roff prints as it is: backslashes, hyphens, and a dot or quote that opens a line are special to it.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}

/// docs/cli.md.
package enum MarkdownReference {
    package static func text(_ table: CommandTable) -> String {
        var parts = [
            "# The command line",
            "Made by `make docs` from the table in `Sources/EspyTool/Flags`. Do not edit it by hand.",
            fenced(HelpText.program(table)),
        ]
        parts += table.listed.map { "## espy \($0.name)\n\n" + fenced(HelpText.command($0)) }
        parts += ["## Settings", settings(table)]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func settings(_ table: CommandTable) -> String {
        var lines = ["| flag | variable | config file | default |", "|---|---|---|---|"]
        for flag in table.settings {
            guard let setting = flag.setting else { continue }
            lines.append(
                "| `--\(flag.name)` | `\(setting.variable)` | `\(setting.key)` | `\(setting.fallback)` |")
        }
        return lines.joined(separator: "\n")
    }

    private static func fenced(_ text: String) -> String { "```text\n\(text)```" }
}
