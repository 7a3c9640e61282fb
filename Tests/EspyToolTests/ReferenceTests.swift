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
        #expect(ending == Ending(exit: 0, out: HelpText.program, err: ""))
        for command in Catalog.listed { #expect(ending.out.contains("  \(command.name) ")) }
    }

    @Test(arguments: Catalog.commands.map(\.name))
    func commandHelp(name: String) async throws {
        let command = try #require(Catalog.command(named: name))
        let ending = try await espy(name, "--help")
        #expect(ending.exit == 0 && ending.err.isEmpty)
        #expect(ending.out.hasPrefix("espy \(name): \(command.summary)\n\nUsage: espy \(name)"))
        for flag in command.flags { #expect(ending.out.contains(flag.usage)) }
        for example in command.examples { #expect(ending.out.contains("  " + example.command)) }
    }

    @Test func helpOfACommandBothWays() async throws {
        #expect(try await espy("help", "rack").out == espy("rack", "-h").out)
    }

    @Test func helpFitsEightyColumns() {
        for text in [HelpText.program, HelpText.short] + Catalog.commands.map(HelpText.command) {
            let long = text.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("  espy ") }
            #expect(long.isEmpty, "\(long)")
        }
    }

    @Test func everyExitCodeIsInTheHelp() {
        for exit in Exit.allCases { #expect(HelpText.program.contains("  \(exit.rawValue) ")) }
    }

    @Test func version() async throws {
        #expect(try await espy("--version") == Ending(exit: 0, out: "espy \(Version.number)\n", err: ""))
    }

    @Test(arguments: [("rak", "unknown command “rak”; did you mean rack?"), ("--versoin", "did you mean --version?")])
    func mistypedFirstWord(word: String, message: String) async throws {
        let ending = try await espy(word)
        #expect(ending.exit == 64 && ending.out.isEmpty)
        #expect(ending.err.contains(message) && ending.err.hasSuffix("Try “espy --help”.\n"))
    }

    @Test func farFetchedFirstWordListsTheCommands() async throws {
        let listed =
            "the commands are count, rack, shelf, shelf compare, shelf telemetry, gallery, gallery tag, serve, devices, "
            + "history"
        #expect(try await espy("frobnicate").err.contains(listed))
    }

    @Test func everyExampleParses() throws {
        for command in Catalog.commands {
            for example in command.examples {
                let words = example.command.split(separator: "|")[0].split(separator: ">")[0].split(separator: " ")
                guard let start = words.firstIndex(of: "espy") else { continue }
                let given = words[(start + 1)...].map(String.init)
                let (named, rest) = try #require(Catalog.command(at: given))
                #expect(named.name == command.name)
                #expect(throws: Never.self) {
                    _ = try Parser.parse(rest, for: command)
                }
            }
        }
    }

    @Test func flagNamesAreUniqueWithinACommand() {
        for command in Catalog.commands {
            #expect(Set(command.flags.map(\.name)).count == command.flags.count)
            let shorts = command.flags.compactMap(\.short)
            #expect(Set(shorts).count == shorts.count)
        }
    }
}
