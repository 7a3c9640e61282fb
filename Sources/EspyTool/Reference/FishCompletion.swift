import EspyApp

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
            lines += command.flags.flatMap { forms(of: $0) }.map { "\(here) \($0)" }
            let choices = command.firstWords.joined(separator: " ")
            if !choices.isEmpty { lines.append("\(here) -f -a \(quote(choices))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// That these words were typed already.
    private static func condition(_ words: [String]) -> String {
        if words.isEmpty { return "__fish_use_subcommand" }
        return "'" + words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ") + "'"
    }

    private static func forms(of flag: Flag) -> [String] {
        var form = "-l \(flag.name)"
        if let short = flag.short { form += " -s \(short)" }
        if let value = flag.value {
            // -r: a value must follow; -x: and it is no file.
            form += value.words.isEmpty ? " -r" : " -x -a \(quote(value.words.joined(separator: " ")))"
        }
        form += " -d \(quote(flag.help))"
        return flag.isNegatable ? [form, "-l no-\(flag.name) -d \(quote("Turn --\(flag.name) off."))"] : [form]
    }

    private static func quote(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
