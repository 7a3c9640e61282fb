import EspyTool
import Foundation
import Testing

/// `espy tokens`
struct TokensCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ arguments: String...) async throws -> Ending {
        try await espy(arguments, variables: ["XDG_DATA_HOME": scratch.path, "TZ": "UTC"])
    }

    @Test func aTokenIsShownOnceAndListedAndRevoked() async throws {
        #expect(try await run("tokens").err == "no tokens yet; see espy tokens new\n")
        let made = try await run("tokens", "new", "--name", "lims", "--scope", "scan,count", "--days", "30")
        #expect(made.exit == 0)
        #expect(made.out.hasPrefix("espy_"))
        #expect(made.out.count == 70)
        #expect(made.err == "valid until 2026-03-22 14:30 for count, scan; it is not shown again\n")
        let file = scratch.file("espy/tokens.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try !scratch.text("espy/tokens.json").contains(made.out.dropLast()))
        let listed = try await run("tokens", "list")
        #expect(listed.out.hasSuffix("  2026-03-22 14:30  count,scan  lims\n"))
        let id = String(listed.out.prefix(8))
        #expect(try await run("tokens", "revoke", id).err.hasSuffix(" (lims)\n"))
        #expect(try await run("tokens", "revoke", id).exit == 2)
        #expect(try await run("tokens", "list", "--json").out == "")
    }

    @Test func whatIsNotClearMakesNone() async throws {
        for arguments in [
            ["--name", "x"], ["--scope", "scan"], ["--name", "x", "--scope", "all"],
            ["--name", "x", "--scope", "scan", "--days", "0"],
        ] {
            let ending = try await espy(["tokens", "new"] + arguments, variables: ["XDG_DATA_HOME": scratch.path])
            #expect(ending.exit == 64)
        }
        #expect(scratch.names == [])
    }
}
