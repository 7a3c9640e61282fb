import EspyApp

/// The manual page, in the roff macros of man(7).
package enum ManPage {
    package static func text(_ table: CommandTable) -> String {
        var lines = [
            ".TH ESPY 1 \"\" \"espy \(escaped(Version.number))\" \"User Commands\"",
            ".SH NAME", "espy \\- \(escaped(table.summary))",
            ".SH SYNOPSIS", ".B espy", "\\fICOMMAND\\fR [\\fIOPTION\\fR…] [\\fIFILE\\fR…]",
            ".SH DESCRIPTION",
            "Each command turns photos into data. Nothing leaves the machine: no command opens a network connection.",
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
