import Foundation
import Testing

/// A page that shows commands and their output: README.md, or one of docs/guide.
///
/// A page is a session: its commands run in order, in one shell and one folder, with one history and one gallery.
struct ConsolePage: CustomTestStringConvertible {
    /// A line `$ command`, with its continuation lines after a backslash, and the output below it.
    struct Shown: Equatable {
        let command: String
        let output: [String]
    }

    /// The result of a command; nil if it was not reached.
    struct Ran {
        let shown: Shown
        let exit: Int32?
        let lines: [String]
    }

    let path: String
    let shown: [Shown]

    var testDescription: String { path }

    static func all() -> [ConsolePage] {
        let guides = (try? Repository.files(in: "docs/guide", ext: "md")) ?? []
        return (["README.md"] + guides).map { ConsolePage(path: $0, text: (try? Repository.text($0)) ?? "") }
    }

    init(path: String, text: String) {
        self.path = path
        shown = DocsTests.blocks("console", in: text).flatMap { block in
            ("\n" + block).components(separatedBy: "\n$ ").dropFirst().map(Self.shown)
        }
    }

    private static func shown(_ part: String) -> Shown {
        let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let last = lines.firstIndex { !$0.hasSuffix("\\") } ?? lines.count - 1
        return Shown(
            command: lines[...last].joined(separator: "\n"), output: lines[(last + 1)...].filter { $0 != "" })
    }

    /// The commands that can run here. If the models or their runtime are missing, a session ends before the first
    /// command that needs them, because later commands may depend on its output.
    var runnable: ArraySlice<Shown> {
        ShippedModels.areThere
            ? shown[...] : shown.prefix { !$0.command.contains("espy count") && !$0.command.contains("espy gallery") }
    }

    /// Runs the commands in a folder that looks like the repository and receives their output files.
    func run() throws -> [Ran] {
        let (folder, results) = (try Scratch(), try Scratch())
        for name in ["espy", "Tests", "Makefile", "LICENSE", "Scripts", "docs", "python"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(name), withDestinationPath: Repository.path(name))
        }
        try results.write("session", session(results))
        // A session that hangs is killed, with all its processes, before a person would give up.
        _ = try shell("timeout -s KILL 1200 bash '\(results.file("session"))'", in: folder.path, killing: true)
        return runnable.enumerated().map { index, shown in
            let lines = ((try? results.text("\(index).out")) ?? "").replacing("\r\n", with: "\n").split(separator: "\n")
            let exit = (try? results.text("\(index).exit")).flatMap { Int32($0.prefix { $0 != "\n" }) }
            return Ran(shown: shown, exit: exit, lines: lines.map(String.init))
        }
    }

    /// Braces keep a command in the session's shell, with its variables and background jobs. Processes that still run
    /// at the end are killed, because programs started by tests inherit blocked signals.
    private func session(_ results: Scratch) -> String {
        let commands = runnable.enumerated().map { index, shown in
            """
            {
            \(Self.script(shown.command))
            } > \(results.file("\(index).out")) 2>&1
            echo $? > \(results.file("\(index).exit"))
            """
        }
        let end = "trap 'jobs=$(jobs -p); [[ -z $jobs ]] || kill -KILL $jobs; wait' EXIT"
        return ([end] + commands).joined(separator: "\n") + "\n"
    }

    /// make would run these tests again, so -n only prints its steps.
    private static func script(_ command: String) -> String {
        isTask(command) ? command.replacing("make ", with: "make -n ", maxReplacements: 1) : command
    }

    static func isTask(_ command: String) -> Bool { command.hasPrefix("make ") }
}
