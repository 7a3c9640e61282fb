import Espy
import EspyApp
import EspyBase
import EspySystem

/// Flags that several commands share. Each command adds its own in an extension in its folder, lists the flags that it
/// accepts, and reads their values by these names.
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
    /// Settings that do not belong to one command.
    package static let sharedSettings = [progress, threads, history, historyLimit, historyPhotos, historyPhotosLimit]
}

/// Notes about lists of codes and books.
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
    /// The encoding of the list; nil to detect it.
    var encoding: TextEncoding? { value(Flags.encoding).flatMap(TextEncoding.init(named:)) }
}

extension Console {
    /// Prints one line for each guess or repair in a list.
    func report(_ notes: [ListNote], of list: String) {
        for note in notes { error("\(printable(list)): \(printable(note.text))") }
    }
}

extension Settings {
    /// Flags that affect the output of results, but not the results.
    private static let others: Set<String> = [
        "json", "csv", "output", "raw", "review", "files-from", "null", "shard", "results", "threads", "timeout",
        "max-memory", "table", "columns", "words", "order", "separator", "header", "xlsx", "coco", "yolo",
        "labelme", "imagej", "label", "truth", "marks", "history", "history-limit", "history-photos",
        "history-photos-limit", "progress",
        "config", "quiet", "verbose", "help", "help-all",
    ]

    /// All options that affect the command's results, by flag name, including settings without a flag on the command
    /// line.
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
