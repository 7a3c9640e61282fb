import EspyApp

/// The parsed command line.
package struct Invocation: Sendable {
    package let command: Command
    /// The table it was parsed with.
    package let table: CommandTable
    /// The last value of each flag on the command line.
    package var values: [String: String] = [:]
    /// All values of repeatable flags, in order.
    package var lists: [String: [String]] = [:]
    /// The last state of each switch on the command line.
    package var switches: [String: Bool] = [:]
    /// The command's action.
    package var action: String?
    /// The operands, without the action.
    package var operands: [String] = []
    /// Advice for the user, such as the new name of an option.
    package var notes: [String] = []

    package init(_ command: Command, in table: CommandTable) { (self.command, self.table) = (command, table) }

    /// The names of the flags that were given.
    package var given: Set<String> { Set(values.keys).union(switches.keys) }

    package func isOn(_ flag: Flag) -> Bool { switches[flag.name] ?? false }
    package var asksForHelp: Bool { isOn(Flags.help) || isOn(Flags.helpAll) }
    package func value(_ flag: Flag) -> String? { values[flag.name] }
    /// The value of a flag that each command describes separately.
    package func value(named name: String) -> String? { values[name] }
    package func all(_ flag: Flag) -> [String] { lists[flag.name] ?? [] }
}

/// An invalid command line. `text` says what is wrong and what to do.
package struct UsageError: Error, Equatable {
    package let text: String
    /// The command whose help has more information; nil if the command is unknown.
    package let command: String?

    package init(_ text: String, command: String? = nil) {
        self.text = text
        self.command = command
    }
}

/// Parses the arguments of a command.
package struct Parser {
    private var invocation: Invocation
    private var rest: ArraySlice<String>

    package static func parse(
        _ arguments: [String], for command: Command, in table: CommandTable
    ) throws(UsageError) -> Invocation {
        var parser = Parser(invocation: Invocation(command, in: table), rest: arguments[...])
        try parser.run()
        return parser.invocation
    }

    private mutating func run() throws(UsageError) {
        while let word = rest.popFirst() {
            if word == "--" {
                invocation.operands += rest
                break
            } else if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2))
            } else if word.hasPrefix("-"), word != "-" {
                try takeShort(word.dropFirst())
            } else {
                invocation.operands.append(word)
            }
        }
        // `--help` works even if operands are missing.
        if invocation.asksForHelp {
            invocation.action = invocation.operands.first { command.action(named: $0) != nil }
        } else {
            try command.actions.isEmpty ? checkOperands() : takeAction()
        }
    }

    private mutating func takeLong(_ word: Substring) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        if let flag = command.flag(named: name) {
            if flag.name != name { invocation.notes.append("--\(name) is now --\(flag.name)") }
            try take(flag, as: "--\(name)", attached: attached)
        } else if name.hasPrefix("no-"), let flag = command.flag(named: String(name.dropFirst(3))), flag.isNegatable {
            guard attached == nil else { throw problem("--\(name) takes no value") }
            invocation.switches[flag.name] = false
        } else {
            throw unknown("--\(name)", among: command.flags.map { "--\($0.name)" })
        }
    }

    /// `-q`, `-qv` and `-oFILE`.
    private mutating func takeShort(_ word: Substring) throws(UsageError) {
        var letters = word
        while let letter = letters.popFirst() {
            guard let flag = command.flag(short: letter) else {
                throw unknown("-\(letter)", among: command.flags.compactMap { $0.short.map { "-\($0)" } })
            }
            if flag.value != nil, !letters.isEmpty {
                try take(flag, as: "-\(letter)", attached: String(letters))
                return
            }
            try take(flag, as: "-\(letter)", attached: nil)
        }
    }

    private mutating func take(_ flag: Flag, as written: String, attached: String?) throws(UsageError) {
        guard let expected = flag.value else {
            guard attached == nil else { throw problem("\(written) takes no value") }
            invocation.switches[flag.name] = true
            return
        }
        guard let text = attached ?? rest.popFirst() else {
            throw problem("\(written) needs a value: \(written) \(expected.placeholder)")
        }
        if let objection = expected.objection(to: text) {
            throw problem("\(written) \(quoted(text)): expected \(objection)")
        }
        invocation.values[flag.name] = text
        if flag.isRepeatable { invocation.lists[flag.name, default: []].append(text) }
    }

    private mutating func takeAction() throws(UsageError) {
        let names = command.actions.map(\.name)
        guard let word = invocation.operands.first else {
            if command.needsAction { throw problem("an action is missing: \(names.joined(separator: ", "))") }
            return
        }
        guard let action = command.action(named: word) else {
            let near = Suggestion.nearest(to: word, among: names).map { "; did you mean \(quoted($0))?" }
            throw problem("\(quoted(word)): expected \(names.joined(separator: ", "))\(near ?? "")")
        }
        let own = Set(command.flags(of: action).map(\.name))
        if let flag = command.flags.first(where: { invocation.given.contains($0.name) && !own.contains($0.name) }) {
            throw problem("--\(flag.name) is not an option of \(quoted(word))")
        }
        invocation.action = word
        invocation.operands.removeFirst()
        let given = invocation.operands
        if given.count < action.count.lowerBound { throw problem("\(action.placeholders[given.count]) is missing") }
        if given.count > action.count.upperBound {
            throw problem("unexpected argument \(quoted(given[action.count.upperBound]))")
        }
    }

    private func checkOperands() throws(UsageError) {
        let given = invocation.operands
        guard let expected = command.operands else {
            if let first = given.first { throw problem("unexpected argument \(quoted(first))") }
            return
        }
        let isElsewhere = expected.substitute.map { invocation.values[$0] != nil } ?? false
        if given.count < expected.count.lowerBound, !isElsewhere {
            throw problem("\(expected.placeholder) is missing")
        }
        if given.count > expected.count.upperBound {
            throw problem("unexpected argument \(quoted(given[expected.count.upperBound]))")
        }
        guard case .choice(let words) = expected.kind else { return }
        for word in given where !words.contains(word) {
            let near = Suggestion.nearest(to: word, among: words).map { "; did you mean \(quoted($0))?" }
            throw problem("\(quoted(word)): expected \(words.joined(separator: ", "))\(near ?? "")")
        }
    }

    private var command: Command { invocation.command }

    private func problem(_ text: String) -> UsageError { UsageError(text, command: command.name) }

    private func unknown(_ word: String, among known: [String]) -> UsageError {
        let near = Suggestion.nearest(to: word, among: known).map { "; did you mean \($0)?" }
        return problem("unknown option \(word)\(near ?? "")")
    }
}
