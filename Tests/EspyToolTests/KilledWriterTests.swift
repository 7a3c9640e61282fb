import Foundation
import Testing

struct KilledWriterTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Killed at any moment. For a microsecond there is a name that may be left behind; it is removed later.
    @Test func killedWritersLeaveNothing() throws {
        let script = """
            $espy config set threads 1
            for i in $(seq 40); do timeout -s KILL 0.0$((i % 10)) $espy config set threads $((i % 9 + 1)); done 2>/dev/null
            ls -A espy | wc -l
            find espy -name '.espy-*' -exec touch -d '1 hour ago' {} +
            $espy config set progress none && ls -A espy
            """
        let ending = try shell(script, in: scratch.path, variables: ["XDG_CONFIG_HOME": scratch.path], killing: true)
        let lines = ending.out.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(["1", "2"].contains(lines.first), "\(ending.out)")
        #expect(lines.dropFirst() == ["config.json"], "\(ending.out)")
        #expect(try scratch.text("espy/config.json").contains("\"progress\": \"none\""))
    }
}
