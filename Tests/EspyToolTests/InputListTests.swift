import EspySystem
import EspyTool
import Foundation
import Testing

/// Lists of photos, shards of them, and folders of results.
struct InputListTests {
    private let scratch: Scratch
    private let names = ["a.jpg", "b b.jpg", "c\nc.jpg", "d.jpg"]

    init() throws {
        scratch = try Scratch()
        for name in names { try scratch.write("photos/\(name)", try Pictures.blank()) }
    }

    private func path(_ name: String) -> String { scratch.file("photos/\(name)") }

    /// Returns the names of the photos that were read, in order.
    private func read(_ arguments: String..., input: String = "") async throws -> [String] {
        let ending = try await espy(
            ["rack", "--json", "-q", "--no-history"] + arguments, input: Array(input.utf8))
        return try ending.out.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return Path.name(of: object?["file"] as? String ?? "")
        }
    }

    @Test func aListNamesOneALine() async throws {
        let list = try scratch.write("list", "\(path("d.jpg"))\n\n\(path("b b.jpg"))")
        #expect(try await read("--files-from", list) == ["d.jpg", "b b.jpg"])
        #expect(try await read(path("a.jpg"), "--files-from", list) == ["a.jpg", "d.jpg", "b b.jpg"])
    }

    @Test func aListMayComeOnStandardInput() async throws {
        let text = names.map { path($0) + "\0" }.joined()
        #expect(try await read("--files-from", "-", "-0", input: text) == names)
        let twice = try await espy("rack", "-", "--files-from", "-")
        #expect(twice.exit == 64)
        #expect(twice.err.contains("standard input can only be read once"))
    }

    @Test func aListMayNameFolders() async throws {
        #expect(try await read("--files-from", "-", input: scratch.file("photos")).count == 4)
    }

    @Test func aListThatIsNotThereIsTold() async throws {
        let ending = try await espy("rack", "--files-from", scratch.file("none"))
        #expect(ending.exit == 64)
        #expect(ending.err.contains("no such file"))
        let missing = try await espy("rack", "--shard", "1/2")
        #expect(missing.exit == 64)
        #expect(missing.err.contains("FILE is missing"))
    }

    @Test func sharesAreEvenAndWhole() async throws {
        let first = try await read(scratch.file("photos"), "--shard", "1/3")
        let second = try await read(scratch.file("photos"), "--shard", "2/3")
        let third = try await read(scratch.file("photos"), "--shard=3/3")
        #expect([first.count, second.count, third.count].sorted() == [1, 1, 2])
        #expect((first + second + third).sorted() == names.sorted())
        #expect(try await read(path("a.jpg"), "--shard", "2/2").isEmpty)
    }

    @Test(arguments: ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"])
    func whatIsNoShareIsRefused(text: String) async throws {
        #expect(Shard(text) == nil)
        #expect(try await espy("rack", "--shard", text, "x").exit == 64)
    }

    /// A shell simulates a Slurm job array, and one job that is killed and requeued.
    @Test func anArrayOfJobsFillsOneFolder() throws {
        let script = """
            set -e
            for SLURM_ARRAY_TASK_ID in 1 2 3 3; do
                find "$photos" -name '*.jpg' -print0 | sort -z | "$espy" rack --no-history -q --files-from - -0 \\
                    --shard $SLURM_ARRAY_TASK_ID/3 --results "$results" || [ $? = 1 ]
            done
            cat "$results"/*.json
            """
        let ending = try shell(
            script, variables: ["photos": scratch.file("photos"), "results": scratch.file("results")])
        #expect(ending.out.split(separator: "\n").count == 4, "\(ending)")
        #expect(ending.err.isEmpty, "\(ending)")
    }
}

/// `--results`: finished photos are not processed again.
struct ResultFolderTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for name in ["a.jpg", "b.jpg"] { try scratch.write("photos/\(name)", try Pictures.blank()) }
    }

    private func run(_ flags: String...) async throws -> Ending {
        try await espy(
            ["rack", "--no-history", "-v", scratch.file("photos"), "--results", scratch.file("results")] + flags)
    }

    private var results: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("results")))?.sorted() ?? []
    }

    @Test func aSecondRunGoesOn() async throws {
        let first = try await run()
        #expect(first.exit == 1)
        #expect(first.out.isEmpty)
        let names = results
        try #require(names.count == 2)
        #expect(names[0].hasPrefix("a."))
        #expect(names[0].hasSuffix(".json"))
        let text = try scratch.text("results/\(names[0])")
        #expect(text.contains(#""file":""#))
        #expect(text.hasSuffix("}\n"))
        try FileManager.default.removeItem(atPath: scratch.file("results/\(names[1])"))
        let second = try await run()
        #expect(second.err.contains("1 already had results"))
        #expect(results == names)
        let third = try await run()
        #expect(third.exit == 0)
        #expect(third.err.contains("2 already had results"))
    }

    @Test func otherOptionsAndChangedPhotosAreDoneAnew() async throws {
        _ = try await run()
        let names = results
        _ = try await run("--grid", "9x9")
        #expect(results.count == 2)
        #expect(Set(results).isDisjoint(with: names))
        let before = results
        try scratch.write("photos/a.jpg", try Pictures.blank(width: 100, height: 100))
        _ = try await run("--grid", "9x9")
        try #require(results.count == 2)
        #expect(results[1] == before[1])
        #expect(results[0] != before[0])
    }

    @Test func errorsAreTriedAgain() async throws {
        try scratch.write("photos/c.jpg", "no photo")
        #expect(try await run().exit == 2)
        #expect(results.count == 2)
        #expect(try await run().exit == 2)
    }
}
