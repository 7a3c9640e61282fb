import EspyTool
import Foundation
import Testing

struct ManPageTests {
    @Test func namesEveryCommandAndFlag() {
        for command in CommandTable.espy.listed {
            #expect(ManPage.text(.espy).contains(".SS espy \(command.name)"))
            for flag in command.flags {
                let usage = flag.usage.replacing("-", with: "\\-").replacing("…", with: "...")
                #expect(ManPage.text(.espy).contains(".B \(usage)\n"))
            }
        }
        for exit in Exit.allCases { #expect(ManPage.text(.espy).contains(".B \(exit.rawValue)\n")) }
    }

    @Test func optionsStandBelowTheirAction() throws {
        let page = ManPage.text(.espy)
        let models = try #require(page.components(separatedBy: ".SS espy models").last)
        let action = try #require(models.range(of: ".B import FILE\n")?.upperBound)
        let next = try #require(models.range(of: ".B verify")?.lowerBound)
        #expect(models[action..<next].contains(".RS\n.TP\n.B \\-\\-id ID\n"))
        #expect(models[next...].range(of: ".B \\-\\-id ID") == nil)
    }

    @Test func noLineIsTakenForAMacro() {
        let macros: Set<Substring> = ["TH", "SH", "SS", "TP", "PP", "B", "I", "RS", "RE", "EX", "EE"]
        for line in ManPage.text(.espy).split(separator: "\n") where line.hasPrefix(".") {
            #expect(macros.contains(line.dropFirst().prefix { $0 != " " }), "\(line)")
        }
    }

    // Needs man, which a bare system may lack.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man")))
    func formatsWithoutWarnings() throws {
        let ending = try shell("$espy man > $HOME/espy.1 && MANWIDTH=80 man -l --warnings $HOME/espy.1 | col -bx")
        #expect(ending.err.isEmpty)
        #expect(ending.out.contains("espy - turn photos into data on your own machine"))
        #expect(ending.out.contains("       -o, --output FILE\n"))
        #expect(ending.out.contains("--json *.jpg | jq -r '.vials[].value'"))
    }
}
