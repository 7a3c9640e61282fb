import Espy
import EspySheets
import EspyTool
import Foundation
import Testing

/// `espy rack` for systems that accept tables, and compared with the expected contents of a box.
struct RackTableCommandTests {
    private let scratch: Scratch
    private let flatbed = Repository.path("Tests/Samples/rack/rack-8x12-flatbed.jpg")
    private let box = Repository.path("Tests/Samples/rack/box-5x5-mixed.jpg")

    init() throws { scratch = try Scratch() }

    @Test func everyPositionWithTheCodeOfTheBox() async throws {
        let ending = try await espy("rack", flatbed, "-q", "--container", "96", "--table", "limber")
        let lines = ending.out.split(separator: "\r\n").map { $0.split(separator: ",").map(String.init) }
        #expect(ending.exit == 0)
        #expect(lines.count == 96)
        #expect(lines.allSatisfy { $0.count == 3 && $0[0] == "RACK000417" })
        #expect(lines.count { $0[2] != "NO READ" } == 64)
    }

    @Test func sheetHasWhatTheTableHas() async throws {
        let table = try await espy("rack", flatbed, "-q", "--table", "lims", "--rack-id", "0042")
        let ending = try await espy(
            "rack", flatbed, "-q", "--table", "lims", "--rack-id", "0042", "--xlsx", scratch.file("t.xlsx"))
        #expect(ending.exit == 0)
        #expect(ending.out.isEmpty)
        let lines = try SheetReader.lines(try scratch.bytes("t.xlsx"))
        let expected = table.out.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        // The last column is the time of reading.
        #expect(lines.map { $0.dropLast() } == expected.map { $0.dropLast() })
        #expect(lines[1][0] == "0042")
    }

    @Test func asksThatMakeNoSense() async throws {
        let wrongs: [([String], String)] = [
            (["--table", "custom"], "needs --columns"), (["--header", "no"], "needs --table"),
            (["--columns", "banana"], "expected names of columns"), (["--words", "x"], "expected words"),
            (["--a1", "auto"], "needs something to compare with"), (["--container", "17"], "expected one of 24, 48"),
            (["--table", "lims", "--expect", "x.csv"], "x.csv"), (["--expect", "a", "--compare", "b"], "choose one"),
            (["--csv", "a", "--xlsx", "b"], "choose one"), (["--xlsx", "/tmp"], "needs the name of a file"),
            (["--containers", "no.json", "--container", "81"], "no.json"),
        ]
        for (flags, message) in wrongs {
            let ending = try await espy(["rack", box] + flags)
            #expect(ending.exit != 0, "\(flags)")
            #expect(ending.exit != 1, "\(flags)")
            #expect(ending.out.isEmpty, "\(flags)")
            #expect(ending.err.contains(message), "\(flags): \(ending.err)")
        }
        let several = try await espy("rack", box, flatbed, "--table", "fluidx")
        #expect(several.exit == 64)
        #expect(several.err.contains("--csv FOLDER/"))
        #expect(try await espy("rack", box, flatbed, "--rack-id", "R").exit == 64)
    }

    @Test func containersOfOnesOwn() async throws {
        try scratch.write(
            "own.json", #"{"containers": [{"name": "96", "rows": 8, "cols": 12, "a1": "bottom-right"}]}"#)
        let flags = ["-q", "--containers", scratch.file("own.json"), "--container", "96", "--table", "limber"]
        let ending = try await espy(["rack", flatbed] + flags)
        #expect(ending.out.hasPrefix("RACK000417,A1,NO READ\r\n"))
        #expect(ending.out.hasSuffix("RACK000417,H12,T00000001\r\n"))
        try scratch.write("bad.json", #"{"containers": [{"name": "x", "rows": 0, "cols": 12}]}"#)
        let bad = try await espy("rack", flatbed, "--containers", scratch.file("bad.json"), "--container", "x")
        #expect(bad.exit == 64)
        #expect(bad.err.contains("bad.json"))
    }

    @Test(arguments: ["manifest.csv", "manifest.xlsx"]) func whatTheListSays(name: String) async throws {
        let box = Repository.path("Tests/Samples/rack/box-9x9.jpg")
        let table = try await espy("rack", box, "-q", "--table", "lims").out
        let same = try write(table, as: name)
        let ending = try await espy("rack", box, "--expect", same)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.out == "kind,value,expected,found,elsewhere\r\n", "\(ending.err)")
        let other = try write(table.replacing("E00005", with: "GONE"), as: "other-\(name)")
        let told = try await espy("rack", box, "--expect", other, "--json", "-o", scratch.file("d.png"))
        #expect(told.exit == 1)
        let answer = try #require(
            try JSONSerialization.jsonObject(with: Data(told.out.utf8)) as? [String: Any])
        let comparison = try #require(answer["comparison"] as? [String: Any])
        let differences = try #require(comparison["differences"] as? [[String: Any]])
        #expect(comparison["agreeing"] as? Int == 80)
        #expect(differences.map { $0["kind"] as? String } == ["missing", "new"])
        #expect(differences.map { $0["value"] as? String } == ["GONE", "E00005"])
        #expect(try scratch.bytes("d.png").count > 10_000)
        let turned = try await espy("rack", box, "--expect", same, "--a1", "auto")
        #expect(turned.exit == 0)
    }

    private func write(_ table: String, as name: String) throws -> String {
        if name.hasSuffix(".csv") {
            try scratch.write(name, table)
        } else {
            let lines = table.split(separator: "\r\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            try scratch.write(name, try SheetWriter.xlsx(lines, name: "rack"))
        }
        return scratch.file(name)
    }

    @Test func listsThatCannotBeUsed() async throws {
        try scratch.write("empty.csv", "")
        try scratch.write("none.csv", "name,price\nx,1\n")
        try scratch.write("bad.xlsx", [0x50, 0x4B, 3, 4, 0, 0])
        try scratch.write("other.csv", "rack,well,code\nR1,A1,x\nR2,A1,y\n")
        for (name, message) in [
            ("empty.csv", "it is empty"), ("none.csv", "“name”, “price”"), ("bad.xlsx", "cannot be read"),
            ("missing.csv", "missing.csv"), ("other.csv", "does not contain"),
        ] {
            let ending = try await espy("rack", box, "--expect", scratch.file(name))
            #expect(ending.exit == 2, "\(ending.err)")
            #expect(ending.err.contains(message), "\(ending.err)")
        }
    }

    /// The same box again, another box with some of its tubes, and what the history says about both.
    @Test func whatTheHistorySays() async throws {
        let home = ["HOME": scratch.path]
        let whole = Repository.path("Tests/Samples/rack/box-9x9.jpg")
        func run(_ arguments: String...) async throws -> Ending {
            try await espy(["rack", whole, "-q"] + arguments, variables: home)
        }
        let unknown = try await run("--rack-id", "B1", "--compare", "last")
        #expect(unknown.exit == 2)
        #expect(unknown.err.contains("no scan of “B1”"))
        #expect(try await run("--compare", "last").err.contains("--rack-id"))
        #expect(try await run("--rack-id", "B1").exit == 0)
        let again = try await run("--rack-id", "B1", "--compare", "last")
        #expect(again.exit == 0, "\(again.err)")
        #expect(again.out == "kind,value,expected,found,elsewhere\r\n", "\(again.err)")
        // All codes are in two boxes now.
        let other = try await run("--rack-id", "B2", "--compare", "B1")
        #expect(other.exit == 1)
        let lines = other.out.split(separator: "\r\n").dropFirst()
        #expect(lines.count == 81)
        #expect(lines.first == "elsewhere,E00001,A1,A1,B1 A1")
        let listed = try await espy(["history", "list", "--rack", "B1"], variables: home)
        #expect(listed.out.split(separator: "\n").count == 2)
        for (code, count) in [("b1", 2), ("e00001", 3), ("E0008", 3), ("nowhere", 0)] {
            let found = try await espy(["history", "list", "--code", code], variables: home)
            #expect(found.out.split(separator: "\n").count == count, "\(code): \(found.out)")
            #expect(found.err.contains("no matching entries") == (count == 0))
        }
        let id = String(try #require(listed.out.split(separator: " ").first))
        let details = try await espy(["history", "show", id], variables: home)
        #expect(details.out.contains("rack        B1"))
        #expect(try await run("--rack-id", "B3", "--no-history", "--compare", id).exit == 1)
        #expect(try await run("--rack-id", "B3", "--compare", "nothing").exit == 2)
    }
}
