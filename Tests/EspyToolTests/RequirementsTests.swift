import EspyTool
import Foundation
import Testing

/// docs/requirements.md names evidence for each requirement, and the evidence exists.
struct RequirementsTests {
    private struct Row {
        let document: String
        let name: String
        let state: String
        let shown: [String]
        let reason: String
    }

    private static let states = [
        "works", "works in another form", "partly", "missing", "cannot exist on this platform",
    ]
    private static let beyond = ["beyond: there", "beyond: not there"]

    private static func rows() throws -> [Row] {
        var document = ""
        var rows: [Row] = []
        for line in try Repository.text("docs/requirements.md").split(separator: "\n") {
            if let heading = line.wholeMatch(of: /## (\d+): .+/) { document = String(heading.1) }
            let cells = line.split(separator: " | ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "| ")) }
            guard !document.isEmpty, cells.count == 4, cells[0] != "requirement" else { continue }
            let shown = cells[2].matches(of: /`([^`]+)`/).map { String($0.1) }
            rows.append(Row(document: document, name: cells[0], state: cells[1], shown: shown, reason: cells[3]))
        }
        return rows
    }

    @Test func everyRowHasAStateAndWhatIsShortHasAReason() throws {
        let rows = try Self.rows()
        #expect(rows.count == 497)
        for row in rows {
            #expect((Self.states + Self.beyond).contains(row.state), "\(row.name): \(row.state)")
            let isPlain = row.state == "works" || row.state.hasPrefix("beyond")
            #expect(isPlain || row.reason.count > 3, "\(row.name) is not met as written; why?")
            #expect(row.state != "works" && row.state != "works in another form" || !row.shown.isEmpty, "\(row.name)")
        }
    }

    @Test func sumsAreThoseOfTheRows() throws {
        let rows = try Self.rows()
        let text = try Repository.text("docs/requirements.md")
        func line(_ name: String, _ rows: [Row]) -> String {
            let counts = Self.states.map { state in rows.count { $0.state == state } }
            let beyond = rows.count { Self.beyond.contains($0.state) }
            return "\(name) | " + (counts + [counts.reduce(0, +), beyond]).map(String.init).joined(separator: " | ")
        }
        #expect(text.contains("| " + line("all", rows) + " |\n"))
        for document in Set(rows.map(\.document)) {
            let own = line("", rows.filter { $0.document == document })
            #expect(
                text.contains(try Regex("\\| \(document) [a-z ]+\(NSRegularExpression.escapedPattern(for: own)) \\|")))
        }
    }

    @Test func whatShowsThemIsThere() throws {
        let places = try Places()
        let shown = Set(try Self.rows().flatMap(\.shown))
        #expect(shown.count > 200)
        for item in shown.sorted() { #expect(places.has(item), "\(item) is not there") }
        // The check itself detects missing items.
        for item in [
            "NoSuchTests", "HistoryTests.noSuchTest", "test_none_such.py", "test_history.py: test_no_such",
            "make no-such", "espy no-such", "espy count --no-such", "docs/no-such.md", "anything else",
        ] {
            #expect(!places.has(item), "\(item)")
        }
    }

    /// Where tests and commands are.
    private struct Places {
        /// Bodies of the files with a test suite, by its name.
        private var suites: [String: String] = [:]
        private var pages: [String: String] = [:]
        private let targets: Set<String>

        init() throws {
            for path in try Repository.files(in: "Tests", ext: "swift") {
                let text = try Repository.text(path)
                for match in text.matches(of: /(?:struct|class|actor) (\w+Tests)\b/) {
                    suites[String(match.1), default: ""] += text
                }
            }
            for path in try Repository.files(in: "Tests/Web", ext: "py") {
                pages[(path as NSString).lastPathComponent] = try Repository.text(path)
            }
            let makefile = try Repository.text("Makefile")
            targets = Set(makefile.matches(of: /(?m)^([a-z][\w-]*):/).map { String($0.1) })
        }

        func has(_ item: String) -> Bool {
            if let match = item.wholeMatch(of: /make ([\w-]+)/) { return targets.contains(String(match.1)) }
            if item.hasPrefix("espy ") { return Self.parses(item) }
            if let match = item.wholeMatch(of: /(test_\w+\.py)(?:: (test_\w+))?/) {
                guard let page = pages[String(match.1)] else { return false }
                return match.2.map { page.contains("def \($0)(") } ?? true
            }
            if item.contains("/") { return FileManager.default.fileExists(atPath: Repository.path(item)) }
            guard let match = item.wholeMatch(of: /(\w+Tests)(?:\.(\w+))?/), let suite = suites[String(match.1)] else {
                return false
            }
            return match.2.map { suite.contains("func \($0)(") } ?? true
        }

        private static func parses(_ line: String) -> Bool {
            let words = line.split(separator: " ").dropFirst().map(String.init)
            guard let (command, rest) = CommandTable.espy.command(at: words) else { return false }
            return (try? Parser.parse(rest, for: command, in: .espy)) != nil
        }
    }
}
