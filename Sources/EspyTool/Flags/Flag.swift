package import EspyApp

/// One flag, described once: parsing, help, the manual page, completions and docs/cli.md all read this.
package struct Flag: Sendable {
    /// Without the dashes: `grid` for `--grid`.
    package let name: String
    package let short: Character?
    /// What follows the flag; nil for a switch.
    package let value: FlagValue?
    /// Where else the value may come from; nil for a flag that only makes sense on the command line.
    package let setting: Setting?
    /// Whether each use adds a value; otherwise the last one counts.
    package let isRepeatable: Bool
    package let help: String

    package init(
        _ name: String, short: Character? = nil, value: FlagValue? = nil, setting: Setting? = nil,
        isRepeatable: Bool = false, help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.setting = setting
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// A flag that gives a setting.
    package init(_ name: String, short: Character? = nil, _ setting: Setting) {
        self.init(name, short: short, value: setting.value, setting: setting, help: setting.help)
    }

    /// A switch that a setting may turn on needs a way to turn it off again: `--no-NAME`.
    package var isNegatable: Bool { value == nil && setting != nil }
}
