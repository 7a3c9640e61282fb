/// The completion script for fish.
package enum FishCompletion {
    package static var script: String {
        var lines = ["# fish completion for espy"]
        for flag in Catalog.topFlags {
            lines.append("complete -c espy -n __fish_use_subcommand -l \(flag.name) -d \(quote(flag.help))")
        }
        for command in Catalog.listed {
            let name = command.name
            lines.append("complete -c espy -f -n __fish_use_subcommand -a \(name) -d \(quote(command.summary))")
            let here = "complete -c espy -n '__fish_seen_subcommand_from \(name)'"
            lines += command.flags.flatMap { forms(of: $0) }.map { "\(here) \($0)" }
            let words = command.firstWords.joined(separator: " ")
            if !words.isEmpty { lines.append("\(here) -f -a \(quote(words))") }
        }
        return lines.joined(separator: "\n") + "\n"
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
