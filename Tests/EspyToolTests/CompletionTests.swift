import EspyTool
import Testing

struct CompletionTests {
    /// Returns what bash offers for a line whose words are split as bash splits them.
    private func offers(_ words: String...) throws -> Set<String> {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            compopt() { :; }
            source <($espy completions bash)
            COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
            _espy
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let ending = try shell(script)
        #expect(ending.err.isEmpty)
        return Set(ending.out.split(separator: "\n").map(String.init))
    }

    @Test func bashOffersCommands() throws {
        #expect(try offers("espy", "") == Set(CommandTable.espy.listed.map(\.words[0]) + ["--help", "--version"]))
        #expect(try offers("espy", "ra") == ["rack"])
    }

    @Test func bashOffersFlagsAndValues() throws {
        #expect(try offers("espy", "rack", "--pro") == ["--progress"])
        #expect(try offers("espy", "rack", "--progress", "p") == ["plain"])
        #expect(try offers("espy", "rack", "--progress", "=", "n") == ["none"])
        #expect(try offers("espy", "rack", "--grid", "8x1") == ["8x12"])
        #expect(try offers("espy", "completions", "").isSuperset(of: ["bash", "zsh", "fish"]))
    }

    @Test func bashOffersTheSecondWordOfAName() throws {
        #expect(try offers("espy", "shelf", "tele") == ["telemetry"])
        #expect(try offers("espy", "shelf", "Makef") == ["Makefile"])
        #expect(try offers("espy", "shelf", "telemetry", "").isSuperset(of: ["show", "export", "clear", "on", "off"]))
        #expect(try offers("espy", "shelf", "telemetry", "show", "--plo") == ["--plots"])
    }

    @Test func bashOffersTheOptionsOfTheAction() throws {
        #expect(try offers("espy", "history", "list", "--lim") == ["--limit"])
        #expect(try offers("espy", "history", "delete", "--lim").isEmpty)
        #expect(try offers("espy", "history", "delete", "--qui") == ["--quiet"])
        #expect(try offers("espy", "shelf", "telemetry", "export", "--plo").isEmpty)
        #expect(try offers("espy", "gallery", "teach", "Makef") == ["Makefile"])
    }

    @Test func bashOffersFilesForOperands() throws {
        #expect(try offers("espy", "rack", "Makef") == ["Makefile"])
        #expect(try offers("espy", "rack", "-o", "Makef") == ["Makefile"])
    }

    @Test func everyFlagIsInEveryShell() {
        for command in CommandTable.espy.listed {
            for flag in command.flags {
                #expect(BashCompletion.script(.espy).contains("--\(flag.name)"))
                #expect(ZshCompletion.script(.espy).contains("'--\(flag.name)"))
                #expect(FishCompletion.script(.espy).contains("-l \(flag.name)"))
            }
        }
    }

    @Test func quotesAreBalanced() {
        for line in ZshCompletion.script(.espy).split(separator: "\n") {
            // An apostrophe ends the quotation, stands outside it, and begins another one.
            let plain = line.replacing("'\\''", with: "")
            #expect(plain.count { $0 == "'" }.isMultiple(of: 2), "\(line)")
        }
    }

    // Installed shells check their scripts themselves.
    @Test(arguments: ["bash", "zsh", "fish"])
    func shellAcceptsItsScript(name: String) throws {
        let ending = try shell("command -v \(name) >/dev/null || exit 0; $espy completions \(name) | \(name) -n")
        #expect(ending == Ending(exit: 0, out: "", err: ""))
    }

    @Test func commandPrintsTheScripts() async throws {
        #expect(try await espy("completions", "bash").out == BashCompletion.script(.espy))
        #expect(try await espy("completions", "zsh").out == ZshCompletion.script(.espy))
        #expect(try await espy("completions", "fish").out == FishCompletion.script(.espy))
        #expect(try await espy("completions", "tcsh").exit == 64)
    }
}
