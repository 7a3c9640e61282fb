import Foundation
import Testing

/// Runs every command in README.md and the guide, and compares the output with the page.
struct ReadmeTests {
    @Test(arguments: ConsolePage.all())
    func commandsPrintWhatIsShown(page: ConsolePage) throws {
        for ran in try page.run() {
            let (command, lines) = (ran.shown.command, ran.lines.joined(separator: "\n"))
            #expect(ran.exit.map { (0...2).contains($0) } == true, "\(page.path): \(command)\n\(lines)")
            if ConsolePage.isTask(command) { continue }
            #expect(
                ShownOutput.matches(ran.lines[...], ran.shown.output[...]),
                "\(page.path): \(command)\nprints:\n\(lines)")
        }
    }

    @Test func thereAreCommands() throws {
        let readme = try #require(ConsolePage.all().first).shown.map(\.command)
        #expect(readme.count >= 4)
        #expect(readme.contains { $0.hasPrefix("./espy rack Tests/Samples/") })
        #expect(readme.contains { $0.hasPrefix("./espy count Tests/Samples/") })
        #expect(readme.contains("make test"))
    }

    /// There is one page per task, each with commands, and each is in the list.
    @Test func everyTaskHasAPage() throws {
        let index = try Repository.text("docs/guide/README.md")
        let tasks = ConsolePage.all().filter { $0.path != "README.md" && $0.path != "docs/guide/README.md" }
        #expect(tasks.count >= 5)
        for page in tasks {
            #expect(page.shown.contains { $0.command.contains("./espy ") }, "\(page.path) shows no command")
            #expect(index.contains("(\((page.path as NSString).lastPathComponent))"), "\(page.path) is not listed")
        }
    }

    @Test func everyFencedBlockIsChecked() throws {
        for page in ConsolePage.all() {
            let text = try Repository.text(page.path)
            let languages = text.matches(of: /(?m)^```(\S*)$/).map { String($0.1) }
            // Commands for other programs (Slurm, Kubernetes, Spark) cannot run here; Espy's can.
            let others: Set<String> =
                switch page.path {
                case "docs/guide/many-machines.md": ["sh", "yaml", "python"]
                // Training needs other programs.
                case "docs/guide/improve-the-shelf.md": ["sh"]
                // Configuration of a proxy.
                case "docs/guide/run-it-as-a-service.md": ["text"]
                default: []
                }
            #expect(Set(languages).isSubset(of: others.union(["console", "swift", ""])), "\(page.path)")
            #expect(DocsTests.blocks("sh", in: text).allSatisfy { $0.hasPrefix("#!") }, "\(page.path)")
            // A fence without a language closes one with a language.
            #expect(languages.count == 2 * languages.count { $0 != "" }, "\(page.path)")
        }
    }

    @Test func aCommandGoesOnAfterABackslash() {
        let page = ConsolePage(path: "", text: "```console\n$ a \\\n  b\nc\n\n$ d\n```\n```console\n$ e\n…\n```\n")
        let shown: [ConsolePage.Shown] = [
            .init(command: "a \\\n  b", output: ["c"]), .init(command: "d", output: []),
            .init(command: "e", output: ["…"]),
        ]
        #expect(page.shown == shown)
    }

    @Test func aSessionKeepsVariablesFilesAndJobs() throws {
        let page = ConsolePage(
            path: "",
            text: """
                ```console
                $ word=kept; sleep 1000 &
                $ echo $word > file; false
                $ cat file; echo oops >&2; jobs | wc -l
                ```
                """)
        let ran = try page.run()
        #expect(ran.map(\.exit) == [0, 1, 0])
        #expect(ran.map(\.lines) == [[], [], ["kept", "oops", "1"]])
    }

    @Test(arguments: [
        ("A7,600.5,\"(1, 2, 3, 4)\",8", "A7,601.9,\"(3, 2, 3, 4)\",8", true), ("A7,600.5", "A8,600.5", false),
        ("A7,600.5,8", "A7,600.5,9", false), ("A3,339.0,310.5,8", "A3,339.3,310.4,8", true),
        ("A7,600.5", "A7,603.5", false), ("(1, 2, 3, 4)", "(1, 2, 3, 9)", false),
    ])
    func positionsMayDifferALittle(line: String, shown: String, same: Bool) {
        #expect(ShownOutput.isSame(line, shown) == same)
    }

    @Test(arguments: [
        (["a", "b", "c"], ["a", "…", "c"], true), (["a", "c"], ["a", "…", "c"], true), (["a", "b"], ["a"], false),
        (["a"], ["a", "b"], false), (["abc"], ["a…"], true), (["abc"], ["b…"], false), ([], ["…"], true),
        (["abc"], ["…c"], true), (["abc"], ["…b"], false), (["abcd"], ["a…c…"], true), (["abcd"], ["a…d…c"], false),
        (["aba"], ["ab…ba"], false),
    ])
    func ellipsis(lines: [String], pattern: [String], fits: Bool) {
        #expect(ShownOutput.matches(lines[...], pattern[...]) == fits)
    }
}
