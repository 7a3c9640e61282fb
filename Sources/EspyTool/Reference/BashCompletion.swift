import EspyApp

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

    /// The second words of names that begin alike, beside files.
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
        var own = command.flags.flatMap { $0.isNegatable ? ["--\($0.name)", "--no-\($0.name)"] : ["--\($0.name)"] }
        own = command.firstWords + own
        return """
                '\(command.name)')
                    case $previous in
            \((values + ["            *) words=\"\(own.joined(separator: " "))\" ;;"]).joined(separator: "\n"))
                    esac
                    ;;
            """
    }
}
