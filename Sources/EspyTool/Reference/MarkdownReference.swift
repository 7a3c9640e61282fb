import EspyApp

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
