/// What the user has chosen, and where things are kept: flags, variables, the config file, folders.
///
/// Every setting with its value and where that came from.
package struct Settings: Sendable {
    package enum Source: Sendable, Equatable {
        case flag(String)
        case variable(String)
        case file(String)
        case fallback

        package var text: String {
            switch self {
            case .flag(let name): "--\(name)"
            case .variable(let name): name
            case .file(let path): path
            case .fallback: "default"
            }
        }
    }

    package struct Entry: Sendable, Equatable {
        package let key: String
        package let value: String
        package let source: Source
    }

    /// In the order of the table.
    package let entries: [Entry]

    /// Flag over variable over config file over default.
    ///
    /// - Throws: what is wrong with a variable or with the config file. Flags were checked by the parser.
    package init(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) {
        let file = ConfigFile(invocation, surroundings)
        let stored = try file.load()
        var entries: [Entry] = []
        for flag in invocation.table.settings {
            guard let setting = flag.setting else { continue }
            let (text, source): (String, Source)
            // Two commands may have a flag of one name, for two settings.
            let isOwn = invocation.command.flag(named: flag.name)?.setting?.key == setting.key
            if isOwn, let given = invocation.value(flag) ?? invocation.switches[flag.name].map(String.init) {
                (text, source) = (given, .flag(flag.name))
            } else if let given = surroundings.variable(setting.variable) {
                (text, source) = (given, .variable(setting.variable))
            } else if let given = stored[setting.key] {
                (text, source) = (given, .file(file.path))
            } else {
                (text, source) = (setting.fallback, .fallback)
            }
            entries.append(Entry(key: setting.key, value: try Self.checked(text, flag, source), source: source))
        }
        self.entries = entries
    }

    package func text(_ flag: Flag) -> String {
        entries.first { $0.key == flag.setting?.key }?.value ?? ""
    }

    package func isOn(_ flag: Flag) -> Bool { text(flag) == "true" }

    private static func checked(_ text: String, _ flag: Flag, _ source: Source) throws(UsageError) -> String {
        do throws(Objection) {
            return try checked(text, flag)
        } catch {
            let place = "\(source.text): \(flag.setting?.key ?? flag.name)"
            throw UsageError("\(place) \(quoted(text)): expected \(error.expected)")
        }
    }

    /// Why a text is no value of a setting.
    struct Objection: Error {
        let expected: String
    }

    /// - Returns: the value as it is kept: on and yes are `true`.
    static func checked(_ text: String, _ flag: Flag) throws(Objection) -> String {
        guard let value = flag.value else {
            guard let state = truth(of: text) else { throw Objection(expected: "true or false") }
            return String(state)
        }
        if let expected = value.objection(to: text) { throw Objection(expected: expected) }
        return text
    }

    private static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: nil
        }
    }
}
