import Espy
import EspyApp
import EspyBase
import EspySystem

/// Flags that several commands share. Each command adds its own ones here, by an extension in its own folder, lists
/// those that it takes, and reads its values by these names.
package enum Flags {
    package static let help = Flag("help", short: "h", help: "Show this help and exit.")
    package static let helpAll = Flag("help-all", help: "Show every option and exit.")
    package static let version = Flag("version", help: "Print the version and exit.")
    package static let jsonReport = Flag("json", help: "Print JSON instead of text.")
    package static let quiet = Flag("quiet", short: "q", help: "Print only errors on standard error.")
    package static let config = Flag(
        "config", value: FlagValue("FILE", .file),
        help: "Read settings from FILE instead of your config file; same as ESPY_CONFIG.")

    package static let progress = Flag("progress", .progress)
    package static let threads = Flag("threads", .threads)
    package static let history = Flag("history", .history)

    package static let historyLimit = Flag("history-limit", .historyLimit)
    package static let historyPhotos = Flag("history-photos", .historyPhotos)
    package static let historyPhotosLimit = Flag("history-photos-limit", .historyPhotosLimit)

    /// How a run over photos uses the machine.
    static let running = [threads, maxMemory, history, progress, config]
    /// Settings that belong to no command alone.
    package static let sharedSettings = [progress, threads, history, historyLimit, historyPhotos, historyPhotosLimit]
}

/// What is said about lists of codes and books.
extension Flags {
    package static let encoding = Flag(
        "encoding",
        value: FlagValue(
            "NAME",
            .text(
                expected: "the name of an encoding, such as windows-1252, utf-16, shift-jis, gb18030 or mac-roman",
                hints: ["auto"] + TextEncoding.allCases.map(\.rawValue),
                check: { $0 == "auto" || TextEncoding(named: $0) != nil })),
        help: """
            Encoding of the list, if its letters come out wrong: utf-8, utf-16, windows-1252, mac-roman, shift-jis, \
            gb18030 and others. By default it is detected, and a guess is reported.
            """)
}

extension Invocation {
    /// Of the list; nil to find it by the bytes.
    var encoding: TextEncoding? { value(Flags.encoding).flatMap(TextEncoding.init(named:)) }
}

extension Console {
    /// Says in one line each what was guessed or put right in a list.
    func tell(_ notes: [ListNote], of list: String) {
        for note in notes { error("\(printable(list)): \(printable(note.text))") }
    }
}

extension Settings {
    /// Flags that say what is done with results, not what they are.
    private static let others: Set<String> = [
        "json", "csv", "output", "raw", "review", "files-from", "null", "shard", "results", "threads", "timeout",
        "max-memory", "table", "columns", "words", "order", "separator", "header", "xlsx", "coco", "yolo",
        "labelme", "imagej", "label", "truth", "marks", "history", "history-limit", "history-photos",
        "history-photos-limit", "progress",
        "config", "quiet", "verbose", "help", "help-all",
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
