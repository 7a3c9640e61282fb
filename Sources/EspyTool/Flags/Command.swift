package import EspyApp

/// One command of the program: its arguments, its action, and its exit code.
///
/// The command line as data: flags, commands, their table, and the parser. Help, manual page, completions and
/// docs/cli.md are generated from the table.
package struct Command: Sendable {
    /// - Returns: The exit code. The program prints thrown errors.
    package typealias Run = @Sendable (CommandContext) async throws -> Exit

    package let name: String
    /// One line, without a full stop.
    package let summary: String
    /// Paragraphs for the command's help and the manual page.
    package let details: [String]
    /// The possible first words after the command; empty for a command without actions.
    package let actions: [Action]
    /// Whether the command requires an action.
    package let needsAction: Bool
    package let operands: Operands?
    /// Every option, in the order of the help, those of single actions last.
    package let flags: [Flag]
    /// The options that `--help` lists, without those of single actions.
    package let common: [Flag]
    /// The less common options, which `--help-all` lists.
    package let groups: [FlagGroup]
    /// The command's own settings, including those without a flag.
    package let settings: [Flag]
    package let examples: [Example]
    /// Whether its help lists the exit codes, which scripts need to distinguish results.
    package let listsExitCodes: Bool
    /// Works but is not listed: for developers of Espy.
    package let isHidden: Bool
    let run: Run

    package init(
        _ name: String, _ summary: String, details: [String] = [], actions: [Action] = [], needsAction: Bool = true,
        operands: Operands? = nil, flags: [Flag] = [], groups: [FlagGroup] = [], settings: [Flag] = [],
        examples: [Example] = [], listsExitCodes: Bool = false, isHidden: Bool = false, run: @escaping Run
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.actions = actions
        self.needsAction = needsAction
        self.operands = operands
        common = flags
        self.flags = (flags + groups.flatMap(\.flags) + actions.flatMap(\.flags)).reduce(into: []) { all, flag in
            if !all.contains(where: { $0.name == flag.name }) { all.append(flag) }
        }
        self.groups = groups
        self.settings = settings
        self.examples = examples
        self.listsExitCodes = listsExitCodes
        self.isHidden = isHidden
        self.run = run
    }

    /// The words of its name: one, or two for a subcommand of another command.
    package var words: [String] { name.split(separator: " ").map(String.init) }

    /// - Parameter name: the present or the former name. Every command with `--help` takes `--help-all`, too.
    package func flag(named name: String) -> Flag? {
        flags.first { $0.name == name || $0.formerly == name }
            ?? (name == Flags.helpAll.name && flags.contains { $0.name == Flags.help.name } ? Flags.helpAll : nil)
    }

    package func action(named name: String) -> Action? { actions.first { $0.name == name } }

    package func flag(short: Character) -> Flag? { flags.first { $0.short == short } }

    /// The options that an action takes.
    package func flags(of action: Action) -> [Flag] { sharedFlags + action.flags }

    /// The line after "Usage:".
    package var usage: String {
        var words = ["espy", name]
        if !flags.isEmpty { words.append("[OPTION…]") }
        if let operands { words.append(operands.usage) }
        if !actions.isEmpty { words += [needsAction ? "ACTION" : "[ACTION]", "[ARGUMENT…]"] }
        return words.joined(separator: " ")
    }

    /// The options that every action takes.
    var sharedFlags: [Flag] { common + groups.flatMap(\.flags) }

    /// Completions for the first operand.
    package var firstWords: [String] {
        switch operands?.kind {
        case .choice(let words), .text(_, let words, _): words
        default: actions.map(\.name)
        }
    }
}

/// An action of a command: `list` in `espy history list`.
package struct Action: Sendable {
    package let name: String
    /// The operands in the help: one name for each, the last with … if it may be repeated.
    package let placeholders: [String]
    package let count: ClosedRange<Int>
    package let says: String
    /// Paragraphs for the help of this action alone.
    package let details: [String]
    /// Options of this action alone; ``Command/flags`` belong to every action.
    package let flags: [Flag]

    package init(
        _ name: String, _ placeholders: String..., count: ClosedRange<Int>? = nil, says: String, details: [String] = [],
        flags: [Flag] = []
    ) {
        self.name = name
        self.placeholders = placeholders
        self.count = count ?? placeholders.count...placeholders.count
        self.says = says
        self.details = details
        self.flags = flags
    }

    /// `set KEY VALUE`
    package var usage: String {
        let isOptional = count.lowerBound < placeholders.count
        let words = placeholders.enumerated().map { index, word in
            let isLast = index == placeholders.count - 1
            let text = isLast && count.upperBound > placeholders.count ? word + "…" : word
            return isLast && isOptional ? "[\(text)]" : text
        }
        return ([name] + words).joined(separator: " ")
    }
}

/// The operands of a command.
package struct Operands: Sendable {
    package let placeholder: String
    package let count: ClosedRange<Int>
    package let help: String
    package let kind: FlagValue.Kind
    /// A flag that may replace them.
    package let substitute: String?

    package init(
        _ placeholder: String, count: ClosedRange<Int>, kind: FlagValue.Kind, substitute: String? = nil, help: String
    ) {
        self.placeholder = placeholder
        self.count = count
        self.kind = kind
        self.substitute = substitute
        self.help = help
    }

    package var usage: String {
        let word = count.upperBound > 1 ? placeholder + "…" : placeholder
        return count.lowerBound == 0 ? "[\(word)]" : word
    }
}

package struct Example: Sendable {
    package let command: String
    package let says: String

    package init(_ command: String, _ says: String) {
        self.command = command
        self.says = says
    }
}

/// The less common options of a command under one heading.
package struct FlagGroup: Sendable {
    package let title: String
    package let flags: [Flag]

    package init(_ title: String, _ flags: [Flag]) {
        self.title = title
        self.flags = flags
    }
}

/// A flag, described once for parsing, help, the manual page, completions and docs/cli.md.
package struct Flag: Sendable {
    /// Without the dashes: `grid` for `--grid`.
    package let name: String
    package let short: Character?
    /// The name that the last version had; it still works, with a note.
    package let formerly: String?
    /// The value of the flag; nil for a switch.
    package let value: FlagValue?
    /// The setting that supplies the value otherwise; nil for a flag that exists only on the command line.
    package let setting: Setting?
    /// Whether the flag may be given several times. Otherwise the last one counts.
    package let isRepeatable: Bool
    package let help: String

    package init(
        _ name: String, short: Character? = nil, formerly: String? = nil, value: FlagValue? = nil,
        setting: Setting? = nil, isRepeatable: Bool = false, help: String
    ) {
        self.name = name
        self.short = short
        self.formerly = formerly
        self.value = value
        self.setting = setting
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// Makes a flag for a setting.
    package init(_ name: String, short: Character? = nil, _ setting: Setting) {
        self.init(name, short: short, value: setting.value, setting: setting, help: setting.help)
    }

    /// A switch that a setting can turn on must also turn it off: `--no-NAME`.
    package var isNegatable: Bool { value == nil && setting != nil }
}

/// The version of the program, as `espy --version` prints it and CHANGELOG.md lists it.
package enum Version {
    package static let number = "0.1.0"
}

/// The exit codes. They are part of the interface.
package enum Exit: Int32, Sendable, CaseIterable {
    case complete = 0
    case incomplete = 1
    case failed = 2
    case usage = 64
    case interrupted = 130
    case brokenPipe = 141

    package var says: String {
        switch self {
        case .complete: "success; the result is complete"
        case .incomplete: "the result is incomplete (such as an unread vial), or nothing was found"
        case .failed: "an input could not be read, or an output could not be written"
        case .usage: "invalid command line or setting; nothing was done"
        case .interrupted: "interrupted (Ctrl-C); unfinished files are removed"
        case .brokenPipe: "the output pipe was closed"
        }
    }

    /// The exit code of a run that contains both results.
    package func worse(_ other: Exit) -> Exit { other.rawValue > rawValue ? other : self }
}
