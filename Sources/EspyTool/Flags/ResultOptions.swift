import EspyApp

extension Settings {
    /// Flags that say what is done with results, not what they are.
    private static let others: Set<String> = [
        "json", "csv", "output", "raw", "review", "files-from", "null", "shard", "results", "threads", "timeout",
        "max-memory", "table", "columns", "words", "order", "separator", "header", "xlsx", "coco", "yolo",
        "labelme", "imagej", "label", "truth", "history", "history-photos", "history-photos-limit", "progress",
        "config", "quiet", "verbose", "help",
    ]

    /// All options of a command on which its results depend, by the names of the flags; settings also where nobody gave
    /// them.
    func resultOptions(of invocation: Invocation) -> [String: String] {
        var options: [String: String] = [:]
        for flag in invocation.command.flags where !Self.others.contains(flag.name) {
            if let setting = flag.setting {
                options[flag.name] = text(setting)
            } else if flag.isRepeatable {
                let all = invocation.all(flag)
                if !all.isEmpty { options[flag.name] = all.joined(separator: " ") }
            } else {
                options[flag.name] = invocation.value(flag) ?? invocation.switches[flag.name].map(String.init)
            }
        }
        return options
    }
}
