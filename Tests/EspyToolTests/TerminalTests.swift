import EspyTool
import Foundation
import Testing

/// Output on a terminal.
struct TerminalTests {
    @Test(arguments: [
        ([0.0], "[                    ]   0%  0 of 1  a.jpg"),
        ([0.5], "[##########          ]  50%  0 of 1  a.jpg"),
        ([1, 0.5, 0, 0.1], "[########            ]  40%  1 of 4  a.jpg"),
        ([1, 1], "[####################] 100%  2 of 2  a.jpg"),
    ])
    func bar(fractions: [Double], line: String) {
        #expect(ProgressDisplay.bar(fractions, name: "a.jpg") == line)
    }

    private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// Returns the standard error of a run inside a terminal made by `script`.
    private func terminal(_ arguments: String, variables: [String: String] = [:]) throws -> String {
        let scratch = try Scratch()
        try scratch.write("a.jpg", try Pictures.blank())
        try scratch.write("b.jpg", "text")
        var variables = variables
        if variables["TERM"] == nil { variables["TERM"] = "xterm" }
        let ending = try shell(
            "script -qec '$espy rack a.jpg b.jpg \(arguments) >/dev/null' /dev/null", in: scratch.path,
            variables: variables)
        #expect(ending.exit == 2)
        return ending.out
    }

    @Test(.enabled(if: hasScript)) func barIsDrawnAndTakenAway() throws {
        let seen = try terminal("")
        #expect(seen.contains("100%  2 of 2"))
        #expect(seen.contains("\u{1B}[1;31mespy:\u{1B}[0m b.jpg: not a supported image format"))
        #expect(seen.hasSuffix("\r\u{1B}[K"))
    }

    @Test(.enabled(if: hasScript)) func quietAndNoneDrawNothing() throws {
        #expect(try !terminal("-q").contains(" of 2"))
        #expect(try !terminal("--progress none").contains("[K"))
    }

    @Test(.enabled(if: hasScript)) func colorCanBeRefused() throws {
        let plain = try terminal("", variables: ["NO_COLOR": "1"])
        #expect(!plain.contains("[1;31m"))
        #expect(plain.contains("espy: b.jpg: not a supported image format"))
        #expect(try terminal("", variables: ["NO_COLOR": ""]).contains("[1;31m"))
        let dumb = try terminal("", variables: ["TERM": "dumb"])
        #expect(!dumb.contains("\u{1B}"))
        #expect(!dumb.contains(" of 2"))
    }
}
