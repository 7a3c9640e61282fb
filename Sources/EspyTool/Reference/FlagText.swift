/// How a flag looks in the help, the manual page and docs/cli.md.
extension Flag {
    /// `-o, --output FILE` or `--[no-]raw`.
    package var usage: String {
        let long = isNegatable ? "--[no-]\(name)" : "--\(name)"
        let withValue = value.map { "\(long) \($0.placeholder)" } ?? long
        return short.map { "-\($0), \(withValue)" } ?? withValue
    }

    /// The help, and where the value comes from when the flag is not given.
    package var fullHelp: String {
        var parts = [help]
        if case .choice(let words)? = value?.kind { parts.append("One of: \(words.joined(separator: ", ")).") }
        if let setting {
            parts.append("[default: \(setting.fallback); \(setting.variable); config: \(setting.key)]")
        }
        return parts.joined(separator: " ")
    }
}
