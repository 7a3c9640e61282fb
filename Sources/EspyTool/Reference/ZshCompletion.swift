import EspyApp

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

    /// The second word of a name, beside files.
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
        var specs = command.flags.flatMap { flag in
            var forms = ["--\(flag.name)"]
            if let short = flag.short { forms.append("-\(short)") }
            if flag.isNegatable { forms.append("--no-\(flag.name)") }
            return forms.map { argument(flag, as: $0) }
        }
        if let operands = command.operands {
            specs.append(quote("*:\(operands.placeholder):\(action(operands.kind))"))
        }
        if !command.actions.isEmpty { specs.append(quote("1:ACTION:\(action(.choice(command.firstWords)))")) }
        return "        \(quote(command.name))) _arguments \(specs.joined(separator: " ")) ;;"
    }

    private static func argument(_ flag: Flag, as form: String? = nil) -> String {
        let name = form ?? "--\(flag.name)"
        // A colon or a bracket would end the field.
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
