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

    /// - Parameter commands: The other commands that it explains.
    static func help(on commands: [Command]) -> Command {
        var words: [String] = []
        for word in commands.flatMap(\.words) + ["help"] where !words.contains(word) { words.append(word) }
        return Command(
            "help", "explain a command",
            operands: Operands(
                "COMMAND", count: 0...3, kind: .text(expected: "a command", hints: words) { !$0.isEmpty },
                help: "The command to explain, such as count or gallery search."),
            flags: [Flags.help]
        ) { context in
            let table = context.invocation.table
            let name = context.invocation.operands.joined(separator: " ")
            if name.isEmpty { return try await context.answer(HelpText.program(table)) }
            guard let (command, rest) = table.command(at: context.invocation.operands), !command.isHidden else {
                throw table.unknown(name)
            }
            guard let word = rest.first else { return try await context.answer(HelpText.command(command)) }
            guard let action = command.action(named: word) else { throw table.unknown(name) }
            return try await context.answer(HelpText.action(action, of: command))
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
        // With an ASCII locale, troff has no ellipsis.
        return lines.joined(separator: "\n").replacing("…", with: "...") + "\n"
    }

    private static func section(_ command: Command) -> [String] {
        var lines = [".SS \(escaped(command.usage))", escaped(sentence(command.summary))]
        lines += command.details.flatMap { [".PP", escaped($0)] }
        for action in command.actions {
            lines += [".TP", ".B \(escaped(action.usage))", escaped(action.says)]
            if !action.flags.isEmpty { lines += [".RS"] + action.flags.flatMap(item) + [".RE"] }
            lines += action.details.flatMap { [".PP", escaped($0)] }
        }
        if let operands = command.operands {
            lines += [".TP", ".I \(escaped(operands.placeholder))", escaped(operands.help)]
        }
        lines += (command.actions.isEmpty ? command.flags : command.sharedFlags).flatMap(item)
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

    /// Escapes backslashes, hyphens, and a dot or quote at the beginning of a line, which are special in roff.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}

/// Generates docs/cli.md.
package enum MarkdownReference {
    package static func text(_ table: CommandTable) -> String {
        var parts = [
            "# The command line",
            "Made by `make docs` from the table in `Sources/EspyTool/Flags`. Do not edit it by hand.",
            fenced(HelpText.program(table)),
        ]
        parts += table.listed.map { "## espy \($0.name)\n\n" + fenced(HelpText.command($0, all: true)) }
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

/// The completion script for bash.
package enum BashCompletion {
    package static func script(_ table: CommandTable) -> String {
        let commands = table.firstWords.map(\.word).joined(separator: " ")
        let top = table.topFlags.map { "--\($0.name)" }.joined(separator: " ")
        return """
            # bash completion for espy
            _espy() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
                # bash may split --flag=value at the sign.
                if [[ $previous == '=' ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
                if [[ $current == '=' ]]; then current=; fi
                if ((COMP_CWORD == 1)); then
                    COMPREPLY=($(compgen -W "\(commands) \(top)" -- "$current"))
                    return
                fi
                local command=${COMP_WORDS[1]}
            \(table.nestedByFirstWord.map { nested($0.first, $0.commands) }.joined(separator: "\n"))
                case $command in
            \(table.listed.map(branch).joined(separator: "\n"))
                esac
                if [[ -n $words && ( $current == -* || $words != -* ) ]]; then
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                else
                    compopt -o filenames
                    COMPREPLY=($(compgen -f -- "$current"))
                fi
            }
            complete -F _espy espy

            """
    }

    /// The second words of names with the same first word, in addition to files.
    private static func nested(_ first: String, _ commands: [Command]) -> String {
        let seconds = commands.map { $0.words[1] }.joined(separator: " ")
        let whole = commands.map(\.name).map { name in
            "    if [[ \"$command ${COMP_WORDS[2]}\" == '\(name)' ]]; then command='\(name)'; fi"
        }
        return """
                if [[ $command == \(first) ]] && ((COMP_CWORD == 2)) && [[ $current != -* ]]; then
                    compopt -o filenames
                    COMPREPLY=($(compgen -W "\(seconds)" -- "$current") $(compgen -f -- "$current"))
                    return
                fi
            \(whole.joined(separator: "\n"))
            """
    }

    private static func branch(_ command: Command) -> String {
        let values = command.flags.filter { $0.value != nil }.map { flag in
            let pattern = ([flag.short.map { "-\($0)" }, "--\(flag.name)"].compactMap(\.self)).joined(separator: "|")
            return "            \(pattern)) words=\"\(flag.value?.words.joined(separator: " ") ?? "")\" ;;"
        }
        return """
                '\(command.name)')
                    local action=
                    if ((COMP_CWORD > \(command.words.count + 1))); then action=${COMP_WORDS[\(command.words.count + 1)]}; fi
                    case $previous in
            \(values.joined(separator: "\n"))
                        *)
                            case $action in
            \(command.actions.map { action(of: command, $0) }.joined(separator: "\n"))
                                *) words="\((command.firstWords + names(command.sharedFlags)).joined(separator: " "))" ;;
                            esac
                            ;;
                    esac
                    ;;
            """
    }

    private static func action(of command: Command, _ action: Action) -> String {
        "                    \(action.name)) words=\"\(names(command.flags(of: action)).joined(separator: " "))\" ;;"
    }

    private static func names(_ flags: [Flag]) -> [String] {
        flags.flatMap { $0.isNegatable ? ["--\($0.name)", "--no-\($0.name)"] : ["--\($0.name)"] }
    }
}

/// The completion script for fish.
package enum FishCompletion {
    package static func script(_ table: CommandTable) -> String {
        var lines = ["# fish completion for espy"]
        for flag in table.topFlags {
            lines.append("complete -c espy -n __fish_use_subcommand -l \(flag.name) -d \(quote(flag.help))")
        }
        for command in table.listed {
            let words = command.words
            lines.append(
                "complete -c espy -f -n \(condition(Array(words.dropLast()))) -a \(words.last ?? "") "
                    + "-d \(quote(command.summary))")
            let here = "complete -c espy -n \(condition(words))"
            lines += command.sharedFlags.flatMap { forms(of: $0) }.map { "\(here) \($0)" }
            for action in command.actions {
                let there = "complete -c espy -n \(condition(words + [action.name]))"
                lines += action.flags.flatMap { forms(of: $0) }.map { "\(there) \($0)" }
            }
            let choices = command.firstWords.joined(separator: " ")
            if !choices.isEmpty { lines.append("\(here) -f -a \(quote(choices))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A condition that these words have been typed.
    private static func condition(_ words: [String]) -> String {
        if words.isEmpty { return "__fish_use_subcommand" }
        return "'" + words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ") + "'"
    }

    private static func forms(of flag: Flag) -> [String] {
        var form = "-l \(flag.name)"
        if let short = flag.short { form += " -s \(short)" }
        if let value = flag.value {
            // -r: requires a value; -x: a value that is not a file.
            form += value.words.isEmpty ? " -r" : " -x -a \(quote(value.words.joined(separator: " ")))"
        }
        form += " -d \(quote(flag.help))"
        return flag.isNegatable ? [form, "-l no-\(flag.name) -d \(quote("Turn --\(flag.name) off."))"] : [form]
    }

    private static func quote(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}

/// The completion script for zsh.
package enum ZshCompletion {
    package static func script(_ table: CommandTable) -> String {
        let commands = table.firstWords.map { "        \(quote("\($0.word):\($0.summary)"))" }
        return """
            #compdef espy
            # zsh completion for espy
            _espy() {
                local -a commands=(
            \(commands.joined(separator: "\n"))
                )
                if ((CURRENT == 2)); then
                    _describe command commands
                    _arguments \(table.topFlags.map { argument($0) }.joined(separator: " "))
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))
            \(table.nested.map(nested).joined(separator: "\n"))
                case $command in
            \(table.listed.map(branch).joined(separator: "\n"))
                esac
            }
            _espy "$@"

            """
    }

    /// The second word of a name, in addition to files.
    private static func nested(_ command: Command) -> String {
        let (first, second) = (command.words[0], command.words[1])
        return """
                if [[ $command == \(first) ]] && ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then
                    compadd -- \(second)
                fi
                if [[ $command == \(first) && $words[2] == \(second) ]] && ((CURRENT > 2)); then
                    command=\(quote(command.name))
                    shift words
                    ((CURRENT--))
                fi
            """
    }

    private static func branch(_ command: Command) -> String {
        var specs = arguments(command.sharedFlags)
        if let operands = command.operands {
            specs.append(quote("*:\(operands.placeholder):\(action(operands.kind))"))
        }
        if !command.actions.isEmpty { specs.append(quote("1:ACTION:\(action(.choice(command.firstWords)))")) }
        let actions = command.actions.filter { !$0.flags.isEmpty }.map { action in
            "                    \(action.name)) own=(\(arguments(action.flags).joined(separator: " "))) ;;"
        }
        guard !actions.isEmpty else {
            return "        \(quote(command.name))) _arguments \(specs.joined(separator: " ")) ;;"
        }
        return """
                    \(quote(command.name)))
                        local -a own=()
                        case $words[2] in
            \(actions.joined(separator: "\n"))
                        esac
                        _arguments $own \(specs.joined(separator: " "))
                        ;;
            """
    }

    private static func arguments(_ flags: [Flag]) -> [String] {
        flags.flatMap { flag in
            var forms = ["--\(flag.name)"]
            if let short = flag.short { forms.append("-\(short)") }
            if flag.isNegatable { forms.append("--no-\(flag.name)") }
            return forms.map { argument(flag, as: $0) }
        }
    }

    private static func argument(_ flag: Flag, as form: String? = nil) -> String {
        let name = form ?? "--\(flag.name)"
        // A colon or bracket would end the field.
        let help = flag.help.split(separator: ".")[0].replacing(":", with: "\\:").replacing("[", with: "\\[")
            .replacing("]", with: "\\]")
        guard let value = flag.value else { return quote("\(name)[\(help)]") }
        let glue = name.hasPrefix("--") ? "=" : "+"
        return quote("\(name)\(glue)[\(help)]:\(value.placeholder):\(action(value.kind))")
    }

    private static func action(_ kind: FlagValue.Kind) -> String {
        switch kind {
        case .file, .path: "_files"
        case .choice(let words), .text(_, let words, _):
            "(\(words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ")))"
        case .number(_, let word): "(\(word))"
        case .integer: " "
        }
    }

    private static func quote(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
