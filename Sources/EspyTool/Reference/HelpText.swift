/// What `--help` prints, 80 columns wide.
package enum HelpText {
    private static let width = 80

    /// For `espy --help`.
    package static var program: String {
        let commands = Catalog.listed.map { ($0.name, $0.summary) }
        return paragraphs([
            "espy: \(Catalog.summary)",
            "Usage: espy COMMAND [OPTION…] [FILE…]",
            section("Commands", commands),
            section("Options", Catalog.topFlags.map { ($0.usage, $0.fullHelp) }),
            exitCodes,
            "“espy help COMMAND” tells more about one command, “espy man” everything.",
        ])
    }

    /// For `espy` alone: what it is, and the next thing to type.
    package static var short: String {
        paragraphs([
            "espy: \(Catalog.summary)",
            "Usage: espy COMMAND [OPTION…] [FILE…]",
            section("Commands", Catalog.listed.map { ($0.name, $0.summary) }),
            "For example: espy count tray.jpg",
        ])
    }

    /// For `espy COMMAND --help`.
    package static func command(_ command: Command) -> String {
        var parts = ["espy \(command.name): \(command.summary)", "Usage: \(command.usage)"]
        parts += command.details.map { wrapped($0, width: width).joined(separator: "\n") }
        if !command.actions.isEmpty {
            parts.append(section("Actions", command.actions.map { ($0.usage, $0.says) }))
        }
        if let operands = command.operands {
            parts.append(section("Arguments", [(operands.placeholder, operands.help)]))
        }
        if !command.flags.isEmpty {
            parts.append(section("Options", command.flags.map { ($0.usage, $0.fullHelp) }))
        }
        if [Catalog.count, Catalog.rack, Catalog.shelf].map(\.name).contains(command.name) { parts.append(exitCodes) }
        if !command.examples.isEmpty {
            let lines = command.examples.map { "  \($0.command)\n      \($0.says)" }
            parts.append("Examples:\n" + lines.joined(separator: "\n"))
        }
        return paragraphs(parts)
    }

    private static var exitCodes: String {
        section("Exit codes", Exit.allCases.map { (String($0.rawValue), $0.says) })
    }

    /// A titled list: terms on the left, what they mean on the right, below a term that is too long.
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
