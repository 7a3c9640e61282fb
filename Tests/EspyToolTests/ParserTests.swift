import EspyTool
import Testing

struct ParserTests {
    private func parse(_ words: String...) throws -> Invocation {
        try Parser.parse(words, for: try #require(CommandTable.espy.command(named: "rack")), in: .espy)
    }

    private func problem(_ words: String..., of command: String = "rack") -> String? {
        guard let command = CommandTable.espy.command(named: command) else { return nil }
        do {
            _ = try Parser.parse(words, for: command, in: .espy)
            return nil
        } catch {
            return error.text
        }
    }

    @Test func valueAfterSpaceOrEquals() throws {
        #expect(try parse("--grid", "9x9", "a.jpg").value(Flags.grid) == "9x9")
        #expect(try parse("--grid=8x12", "a.jpg").value(Flags.grid) == "8x12")
        #expect(try parse("-o", "b.png", "a.jpg").value(Flags.output) == "b.png")
        #expect(try parse("-ob.png", "a.jpg").value(Flags.output) == "b.png")
    }

    @Test func valueMayHoldAnEqualsSign() throws {
        #expect(try parse("--csv=a=b.csv", "a.jpg").value(Flags.rackCSV) == "a=b.csv")
    }

    @Test func lastValueWins() throws {
        #expect(try parse("--grid=9x9", "a.jpg", "--grid=5x5").value(Flags.grid) == "5x5")
        #expect(try parse("--raw", "--no-raw", "a.jpg").isOn(Flags.raw) == false)
    }

    @Test func shortSwitchesMayBeJoined() throws {
        let parsed = try parse("-qv", "a.jpg")
        #expect(parsed.isOn(Flags.quiet))
        #expect(parsed.isOn(Flags.verbose))
        #expect(try parse("-vox.png", "a.jpg").value(Flags.output) == "x.png")
    }

    @Test func flagsMayFollowOperands() throws {
        let parsed = try parse("a.jpg", "--json", "b.jpg")
        #expect(parsed.operands == ["a.jpg", "b.jpg"])
        #expect(parsed.isOn(Flags.json))
    }

    @Test func twoDashesEndTheFlags() throws {
        #expect(try parse("--", "--json", "-").operands == ["--json", "-"])
    }

    @Test func oneDashIsAnOperand() throws {
        #expect(try parse("-").operands == ["-"])
    }

    @Test func helpNeedsNothingElse() throws {
        #expect(try parse("--help").isOn(Flags.help))
    }

    @Test func unknownFlagIsExplained() {
        #expect(problem("--gird", "9x9") == "unknown option --gird; did you mean --grid?")
        #expect(problem("--frobnicate") == "unknown option --frobnicate")
        #expect(problem("-z")?.hasPrefix("unknown option -z") == true)
    }

    @Test func missingAndWrongValuesAreExplained() {
        #expect(problem("a.jpg", "--grid") == "--grid needs a value: --grid GRID")
        #expect(problem("a.jpg", "--json=yes") == "--json takes no value")
        #expect(problem("a.jpg", "--no-raw=1") == "--no-raw takes no value")
        #expect(problem("a.jpg", "--no-json") == "unknown option --no-json; did you mean --json?")
        #expect(problem("a.jpg", "--threads", "many")?.contains("a whole number from 0 to 256") == true)
        #expect(problem("a.jpg", "--progress=loud") == "--progress “loud”: expected auto, plain, none")
        #expect(problem("a.jpg", "-o", "") == "-o “”: expected a name")
    }

    @Test(arguments: ["9", "0x9", "9x", "tolerance:", "tolerance:-5", "tolerance:nan", "65x65", "box"])
    func gridsThatCannotBe(grid: String) {
        #expect(problem("a.jpg", "--grid", grid)?.contains("expected auto, rows x columns") == true)
    }

    @Test func operandsAreCounted() {
        #expect(problem() == "FILE is missing")
        #expect(problem("x", of: "doctor") == "unexpected argument “x”")
        #expect(problem("bash", "zsh", of: "completions") == "unexpected argument “zsh”")
        #expect(problem("zhs", of: "completions") == "“zhs”: expected bash, zsh, fish; did you mean “zsh”?")
    }

    @Test func controlCharactersAreNotEchoed() {
        #expect(problem("a.jpg", "--progress", "\u{1B}[31m")?.contains("\u{1B}") == false)
    }
}
