import EspyTool
import Foundation
import Testing

struct ReferenceTests {
    @Test func bareCallShowsShortHelpAndFails() async throws {
        let ending = try await espy([])
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(ending.err.hasPrefix("espy: turn photos into data on your own machine\n\nUsage: espy COMMAND"))
        #expect(ending.err.contains("For example: espy count tray.jpg"))
    }

    @Test(arguments: ["--help", "-h", "help"])
    func programHelp(word: String) async throws {
        let ending = try await espy(word)
        #expect(ending == Ending(exit: 0, out: HelpText.program(.espy), err: ""))
        for command in CommandTable.espy.listed { #expect(ending.out.contains("  \(command.name) ")) }
    }

    @Test(arguments: CommandTable.espy.commands.map(\.name))
    func commandHelp(name: String) async throws {
        let command = try #require(CommandTable.espy.command(named: name))
        let ending = try await espy(name, "--help-all")
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        #expect(ending.out.hasPrefix("espy \(name): \(command.summary)\n\nUsage: espy \(name)"))
        for flag in command.flags { #expect(ending.out.contains(flag.usage)) }
        for example in command.examples { #expect(ending.out.contains("  " + example.command)) }
    }

    @Test func helpOfACommandBothWays() async throws {
        #expect(try await espy("help", "rack").out == espy("rack", "-h").out)
    }

    @Test(arguments: CommandTable.espy.listed.map(\.name))
    func helpKnowsEveryCommand(name: String) async throws {
        let words = ["help"] + name.split(separator: " ").map(String.init)
        let command = try #require(CommandTable.espy.command(named: name))
        #expect(try await espy(words) == Ending(exit: 0, out: HelpText.command(command), err: ""))
    }

    @Test(arguments: [
        (["compare"], "unknown command “compare”"), (["shelf", "tag"], "unknown command “shelf tag”"),
        (["galery"], "did you mean gallery?"), (["docs"], "unknown command “docs”"),
    ])
    func helpOfNothingIsRefused(words: [String], message: String) async throws {
        let ending = try await espy(["help"] + words)
        #expect(ending.exit == 64, "\(ending.err)")
        #expect(ending.err.contains(message), "\(ending.err)")
    }

    @Test func helpFitsEightyColumns() {
        let commands = CommandTable.espy.commands.map { HelpText.command($0, all: true) }
        for text in [HelpText.program(.espy), HelpText.short(.espy)] + commands {
            let long = text.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("  espy ") }
            #expect(long.isEmpty, "\(long)")
        }
    }

    /// A screen has room for some ten options; `--help-all` lists the others.
    @Test(arguments: CommandTable.espy.listed.map(\.name))
    func helpListsTheCommonOptions(name: String) throws {
        let command = try #require(CommandTable.espy.command(named: name))
        let listed = command.common.filter { !["help", "help-all", "quiet", "verbose"].contains($0.name) }
        #expect(listed.count <= 10 || command.groups.isEmpty)
        #expect(command.groups.isEmpty || command.common.contains { $0.name == "help-all" })
        #expect(HelpText.command(command).split(separator: "\n", omittingEmptySubsequences: false).count <= 62)
    }

    @Test func anActionHasHelpOfItsOwn() async throws {
        let ending = try await espy("gallery", "search", "--help")
        #expect(ending.out.hasPrefix("espy gallery search: Search for photos"))
        #expect(ending.out.contains("--perhaps"))
        #expect(try await espy("help", "gallery", "search") == ending)
        #expect(try await !espy("gallery", "tags", "--help").out.contains("--perhaps"))
    }

    @Test func helpOfAnActionPointsToTheOptionsThatAllShare() async throws {
        let short = try await espy("gallery", "search", "--help").out.replacing("\n", with: " ")
        #expect(short.contains("“espy gallery search --help-all” lists all options: models and indexing; running."))
        #expect(!short.contains("--tagger"))
        let all = try await espy("gallery", "search", "--help-all").out
        #expect(all.contains("--tagger"))
        #expect(all.contains("--perhaps"))
        #expect(!all.contains("lists all options"))
        // The options of this action are all it has.
        #expect(try await !espy("history", "list", "--help").out.contains("--help-all"))
    }

    @Test func optionsOfAnotherActionAreRefused() async throws {
        let ending = try await espy("gallery", "tags", "--perhaps")
        #expect(ending.exit == 64)
        #expect(ending.err.contains("--perhaps is not an option of “tags”"))
    }

    @Test(arguments: [
        ("rack", ["box.jpg", "--from-below"], "mirrored"), ("shelf books", ["--join", "3f2a.1", "3f2a.2"], "merge"),
        ("shelf books", ["--part", "3f2a.1", "3f2a.2"], "split"), ("serve", ["--no-second-look"], "no-alternatives"),
        ("recipe", ["edit", "tarts", "--drop-cuts"], "forget-thresholds"),
    ])
    func formerNamesOfOptionsWorkWithANote(command: String, words: [String], name: String) throws {
        let invocation = try Parser.parse(
            words, for: try #require(CommandTable.espy.command(named: command)), in: .espy)
        let flag = try #require(invocation.command.flag(named: name))
        #expect(invocation.isOn(flag))
        #expect(invocation.notes == ["--\(flag.formerly ?? "") is now --\(name)"])
    }

    @Test func everyExitCodeIsInTheHelp() {
        for exit in Exit.allCases { #expect(HelpText.program(.espy).contains("  \(exit.rawValue) ")) }
    }

    @Test func version() async throws {
        #expect(try await espy("--version") == Ending(exit: 0, out: "espy \(Version.number)\n", err: ""))
    }

    @Test(arguments: [("rak", "unknown command “rak”; did you mean rack?"), ("--versoin", "did you mean --version?")])
    func mistypedFirstWord(word: String, message: String) async throws {
        let ending = try await espy(word)
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains(message))
        #expect(ending.err.hasSuffix("Try “espy --help”.\n"))
    }

    @Test func farFetchedFirstWordListsTheCommands() async throws {
        let listed =
            "the commands are count, rack, shelf, shelf inventory, shelf order, shelf lists, shelf books, shelf catalog, "
            + "shelf compare, shelf telemetry, shelf rollout, gallery, gallery tag, serve, site, devices, tokens, backup, restore, history"
        #expect(try await espy("frobnicate").err.contains(listed))
    }

    @Test func everyExampleParses() throws {
        for command in CommandTable.espy.commands {
            for example in command.examples {
                let words = example.command.split(separator: "|")[0].split(separator: ">")[0].split(separator: " ")
                guard let start = words.firstIndex(of: "espy") else { continue }
                let given = words[(start + 1)...].map(String.init)
                let (named, rest) = try #require(CommandTable.espy.command(at: given))
                #expect(named.name == command.name)
                #expect(throws: Never.self) {
                    _ = try Parser.parse(rest, for: command, in: .espy)
                }
            }
        }
    }

    @Test func flagNamesAreUniqueWithinACommand() {
        for command in CommandTable.espy.commands {
            #expect(Set(command.flags.map(\.name)).count == command.flags.count)
            let shorts = command.flags.compactMap(\.short)
            #expect(Set(shorts).count == shorts.count)
        }
    }
}
