import EspyApp

/// The output of `--help`, 80 columns wide.
///
/// Texts generated from the table of commands: help, manual page, completions, docs/cli.md.
package enum HelpText {
    private static let width = 80

    /// For `espy --help`.
    package static func program(_ table: CommandTable) -> String {
        let commands = table.listed.map { ($0.name, $0.summary) }
        return paragraphs([
            "espy: \(table.summary)",
            "Usage: espy COMMAND [OPTION…] [FILE…]",
            section("Commands", commands),
            section("Options", table.topFlags.map { ($0.usage, $0.fullHelp) }),
            exitCodes,
            "“espy help COMMAND” explains one command, “espy man” prints the manual.",
        ])
    }

    /// For `espy` alone: a short description, and what to type next.
    package static func short(_ table: CommandTable) -> String {
        paragraphs([
            "espy: \(table.summary)",
            "Usage: espy COMMAND [OPTION…] [FILE…]",
            section("Commands", table.listed.map { ($0.name, $0.summary) }),
            "For example: espy count tray.jpg",
        ])
    }

    /// For `espy COMMAND --help-all`, or, as far as it fits a screen, for `espy COMMAND --help`.
    package static func command(_ command: Command, all: Bool = false) -> String {
        let isShort = !all && command.common.contains { $0.name == Flags.helpAll.name }
        var parts = ["espy \(command.name): \(command.summary)", "Usage: \(command.usage)"]
        parts += (isShort ? command.details.prefix(1) : command.details[...]).map(paragraph)
        if !command.actions.isEmpty {
            parts.append(section("Actions", command.actions.map { ($0.usage, $0.says) }))
        }
        if let operands = command.operands {
            parts.append(section("Arguments", [(operands.placeholder, operands.help)]))
        }
        if !command.common.isEmpty { parts.append(section("Options", command.common)) }
        if !isShort { parts += further(command) }
        if !command.examples.isEmpty {
            let examples = isShort ? command.examples.prefix(3) : command.examples[...]
            let lines = examples.map { "  \($0.command)\n      \($0.says)" }
            parts.append("Examples:\n" + lines.joined(separator: "\n"))
        }
        if isShort { parts.append(pointer(command)) }
        return paragraphs(parts)
    }

    /// For `espy COMMAND ACTION --help`, or, with the options that all actions share, for `--help-all`.
    package static func action(_ action: Action, of command: Command, all: Bool = false) -> String {
        let summary = "espy \(command.name) \(action.name): \(action.says)"
        let usage = "Usage: espy \(command.name) \(action.usage) [OPTION…]"
        var parts = [paragraph(summary), usage] + action.details.map(paragraph)
        let hasMore = !command.groups.isEmpty
        parts.append(
            section("Options", action.flags + command.common.filter { hasMore || $0.name != Flags.helpAll.name }))
        if all {
            parts += command.groups.map { section($0.title, $0.flags) }
        } else if hasMore {
            let titles = titles(command.groups).joined(separator: "; ")
            parts.append(paragraph("“espy \(command.name) \(action.name) --help-all” lists all options: \(titles)."))
        }
        return paragraphs(parts)
    }

    /// The less common options, the options of single actions, and the exit codes.
    private static func further(_ command: Command) -> [String] {
        var parts = command.groups.map { section($0.title, $0.flags) }
        for action in command.actions where !(action.flags.isEmpty && action.details.isEmpty) {
            let options =
                action.flags.isEmpty ? "About \(action.name):" : section("Options of \(action.name)", action.flags)
            parts += [options] + action.details.map(paragraph)
        }
        return command.listsExitCodes ? parts + [exitCodes] : parts
    }

    private static func pointer(_ command: Command) -> String {
        var titles = titles(command.groups)
        if command.actions.contains(where: { !$0.flags.isEmpty }) { titles.append("options of single actions") }
        return paragraph(
            "“espy \(command.name) --help-all” explains more, and lists all options: \(titles.joined(separator: "; "))."
        )
    }

    private static func titles(_ groups: [FlagGroup]) -> [String] {
        groups.map { $0.title.prefix(1).lowercased() + $0.title.dropFirst() }
    }

    private static func paragraph(_ text: String) -> String { wrapped(text, width: width).joined(separator: "\n") }

    private static func section(_ title: String, _ flags: [Flag]) -> String {
        section(title, flags.map { ($0.usage, $0.fullHelp) })
    }

    private static var exitCodes: String {
        section("Exit codes", Exit.allCases.map { (String($0.rawValue), $0.says) })
    }

    /// A titled list: terms on the left, descriptions on the right, or on the next line if a term is too long.
    private static func section(_ title: String, _ items: [(term: String, says: String)]) -> String {
        let longest = items.map(\.term.count).max() ?? 0
        let indent = min(longest, 20) + 4
        var lines = ["\(title):"]
        for (term, says) in items {
            var text = wrapped(says, width: width - indent)[...]
            let fits = term.count <= indent - 4
            let first = fits ? text.popFirst() ?? "" : ""
            lines.append(fits ? "  " + term.padded(to: indent - 2) + first : "  " + term)
            lines += text.map { String(repeating: " ", count: indent) + $0 }
        }
        return lines.joined(separator: "\n")
    }

    private static func paragraphs(_ parts: [String]) -> String { parts.joined(separator: "\n\n") + "\n" }
}

/// The form of a flag in the help, the manual page and docs/cli.md.
extension Flag {
    /// `-o, --output FILE` or `--[no-]raw`.
    package var usage: String {
        let long = isNegatable ? "--[no-]\(name)" : "--\(name)"
        let withValue = value.map { "\(long) \($0.placeholder)" } ?? long
        return short.map { "-\($0), \(withValue)" } ?? withValue
    }

    /// The help text, and where the value comes from without the flag.
    package var fullHelp: String {
        var parts = [help]
        if case .choice(let words)? = value?.kind { parts.append("One of: \(words.joined(separator: ", ")).") }
        if let setting {
            parts.append("[default: \(setting.fallback); \(setting.variable); config: \(setting.key)]")
        }
        return parts.joined(separator: " ")
    }
}
