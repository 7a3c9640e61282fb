import Foundation
import Testing

/// Every command of README.md is run, and what it prints is what README.md shows.
struct ReadmeTests {
    /// A line `$ command` and the lines below it.
    struct Shown: CustomTestStringConvertible {
        let command: String
        let output: [String]

        var testDescription: String { command }
    }

    /// Blocks of the kind `console`.
    static func shown() -> [Shown] {
        let text = (try? Repository.text("README.md")) ?? ""
        return DocsTests.blocks("console", in: text).flatMap { block in
            block.components(separatedBy: "\n$ ").compactMap { part -> Shown? in
                let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                let command = lines[0].hasPrefix("$ ") ? String(lines[0].dropFirst(2)) : lines[0]
                return command.isEmpty ? nil : Shown(command: command, output: lines.dropFirst().filter { $0 != "" })
            }
        }
    }

    /// Those that can be run here: counting needs models and what runs them.
    static func runnable() -> [Shown] {
        shown().filter { ShippedModels.areThere || !$0.command.contains("espy count") }
    }

    @Test func thereAreCommands() {
        #expect(Self.shown().count >= 4)
        #expect(Self.shown().contains { $0.command.hasPrefix("./espy rack Tests/Samples/") })
        #expect(Self.shown().contains { $0.command.hasPrefix("./espy count Tests/Samples/") })
        #expect(Self.shown().contains { $0.command == "make test" })
    }

    @Test func everyFencedBlockIsChecked() throws {
        let languages = try Repository.text("README.md").matches(of: /(?m)^```([a-z]+)$/).map { String($0.1) }
        #expect(Set(languages).isSubset(of: ["console", "swift"]))
    }

    @Test(arguments: runnable())
    func commandPrintsWhatIsShown(shown: Shown) throws {
        // make would run these tests again: -n names its steps without taking them.
        let isTask = shown.command.hasPrefix("make ")
        let script = isTask ? shown.command.replacing("make ", with: "make -n ") : shown.command
        // A folder that looks like the repository takes what the commands write.
        let scratch = try Scratch()
        for name in ["espy", "Tests", "Makefile", "LICENSE", "Scripts"] {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.file(name), withDestinationPath: Repository.path(name))
        }
        let ending = try shell("{ \(script); } 2>&1", in: scratch.path)
        #expect((0...2).contains(ending.exit), "\(ending.out)")
        if isTask { return }
        let lines = ending.out.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
        #expect(Self.matches(lines[...], shown.output[...]), "prints:\n\(ending.out)")
    }

    /// A shown line `…` stands for any number of lines, and ` …` at the end of one for the rest of it.
    static func matches(_ lines: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return lines.isEmpty }
        if first == "…" {
            return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], pattern.dropFirst()) }
        }
        guard let line = lines.first else { return false }
        let fits = first.hasSuffix("…") ? line.hasPrefix(first.dropLast()) : isSame(line, first)
        return fits && matches(lines.dropFirst(), pattern.dropFirst())
    }

    /// The same text, where positions in pixels (`600.5`, `(600, 854, 51, 55)`) may differ by two.
    static func isSame(_ line: String, _ shown: String) -> Bool {
        let position = /\d+\.\d|\(\d+, \d+, \d+, \d+\)/
        guard line.replacing(position, with: "#") == shown.replacing(position, with: "#") else { return false }
        func numbers(_ text: String) -> [Double] {
            text.matches(of: position).flatMap {
                $0.output.matches(of: /\d+(\.\d)?/).compactMap { Double($0.output.0) }
            }
        }
        return zip(numbers(line), numbers(shown)).allSatisfy { abs($0 - $1) <= 2 }
    }

    @Test(arguments: [
        ("A7,600.5,\"(1, 2, 3, 4)\",8", "A7,601.9,\"(3, 2, 3, 4)\",8", true), ("A7,600.5", "A8,600.5", false),
        ("A7,600.5,8", "A7,600.5,9", false), ("A3,339.0,310.5,8", "A3,339.3,310.4,8", true),
        ("A7,600.5", "A7,603.5", false), ("(1, 2, 3, 4)", "(1, 2, 3, 9)", false),
    ])
    func positionsMayDifferALittle(line: String, shown: String, same: Bool) {
        #expect(Self.isSame(line, shown) == same)
    }

    @Test(arguments: [
        (["a", "b", "c"], ["a", "…", "c"], true), (["a", "c"], ["a", "…", "c"], true), (["a", "b"], ["a"], false),
        (["a"], ["a", "b"], false), (["abc"], ["a…"], true), (["abc"], ["b…"], false), ([], ["…"], true),
    ])
    func ellipsis(lines: [String], pattern: [String], fits: Bool) {
        #expect(Self.matches(lines[...], pattern[...]) == fits)
    }
}
