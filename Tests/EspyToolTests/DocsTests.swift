import EspyApp
import EspySystem
import EspyTool
import Foundation
import Testing

/// The documents match the program and the repository.
struct DocsTests {
    private static let documents = [
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "Benchmarks/README.md",
    ]

    private static func pages() throws -> [String] {
        try ["docs", "Benchmarks/docs"].reduce(documents) { $0 + (try Repository.files(in: $1, ext: "md")) }
    }

    @Test func commandReferenceIsUpToDate() throws {
        #expect(try Repository.text("docs/cli.md") == MarkdownReference.text(.espy), "run make docs")
    }

    @Test func everyCommandFlagAndSettingIsDocumented() throws {
        let text = try Repository.text("docs/cli.md")
        for command in CommandTable.espy.listed {
            #expect(text.contains("\n## espy \(command.name)\n"))
            for flag in command.flags { #expect(text.contains(flag.usage)) }
        }
        for setting in CommandTable.espy.settings.compactMap(\.setting) {
            #expect(text.contains("`\(setting.variable)`"))
            #expect(text.contains("`\(setting.key)`"))
        }
    }

    @Test func everySettingIsExplainedByConfig() {
        let settings = Set(CommandTable.espy.settings.map(\.name))
        for command in CommandTable.espy.commands {
            for flag in command.flags where flag.setting != nil { #expect(settings.contains(flag.name)) }
        }
    }

    @Test func linksLeadSomewhere() throws {
        var count = 0
        for page in try Self.pages() {
            let folder = (page as NSString).deletingLastPathComponent
            for match in try Repository.text(page).matches(of: /\]\(([^)\s]+)\)/) {
                let target = String(match.1)
                if target.hasPrefix("https://") || target.hasPrefix("#") { continue }
                let file = String(target.split(separator: "#")[0])
                let path = Repository.path((folder as NSString).appendingPathComponent(file))
                #expect(FileManager.default.fileExists(atPath: path), "\(page) → \(target)")
                count += 1
            }
        }
        #expect(count > 5)
    }

    /// Files named in backquotes exist, such as `Scripts/setup` or `docs/cli.md`.
    @Test func namedFilesExist() throws {
        for page in try Self.pages() {
            for match in try Repository.text(page).matches(
                of: /`((?:Sources|Tests|Scripts|docs|Benchmarks|Fuzz)\/[^`\s*]+)`/)
            {
                let path = Repository.path(String(match.1))
                #expect(FileManager.default.fileExists(atPath: path), "\(page) names \(match.1)")
            }
        }
    }

    @Test func namedTasksExist() throws {
        let makefile = try Repository.text("Makefile")
        for page in try Self.pages() {
            for match in try Repository.text(page).matches(of: /`make ([a-z-]+)`/) {
                #expect(makefile.contains("\n\(match.1):"), "\(page) names make \(match.1)")
            }
        }
    }

    @Test func changelogHasAnUnreleasedSectionAndTheVersion() throws {
        let text = try Repository.text("CHANGELOG.md")
        #expect(text.contains("\n## [Unreleased]\n\n### "))
        #expect(text.contains("\n## [\(Version.number)] - 20"))
        for kind in ["Added", "Changed", "Fixed"] { #expect(text.contains("\n### \(kind)\n")) }
    }

    @Test func everyDecisionIsListed() throws {
        let index = try Repository.text("docs/decisions/README.md")
        for file in try Repository.files(in: "docs/decisions", ext: "md") where !file.hasSuffix("README.md") {
            let name = (file as NSString).lastPathComponent
            #expect(index.contains("(\(name))"), "\(name)")
        }
    }

    @Test func readmeIsEasyToScan() throws {
        let lines = try Repository.text("README.md").split(separator: "\n")
        for line in lines { #expect(line.count <= 120, "\(line)") }
        #expect(lines.count { $0.hasPrefix("## ") } <= 10)
    }

    @Test func everyTopicOfTheBenchmarksIsListed() throws {
        let index = try Repository.text("Benchmarks/README.md")
        for file in try Repository.files(in: "Benchmarks/docs", ext: "md") {
            #expect(index.contains("(docs/\((file as NSString).lastPathComponent))"), "\(file)")
        }
    }

    @Test func glossaryIsSortedAndNamesEachWordOnce() throws {
        let text = try Repository.text("CONTRIBUTING.md").components(separatedBy: "\n## Glossary\n").last ?? ""
        let words = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(words.count >= 60)
        #expect(words == words.sorted { $0.lowercased() < $1.lowercased() })
        #expect(Set(words).count == words.count)
    }

    @Test func exitCodesAreTheSameEverywhere() throws {
        let api = try Repository.text("docs/public-api.md")
        #expect(api.contains(Exit.allCases.map { String($0.rawValue) }.joined(separator: ", ")))
    }

    /// Swift code in the documents is compiled as part of these tests and run on samples.
    @Test func swiftExamplesAreCompiled() throws {
        let compiled = try Repository.files(in: "Tests/EspyToolTests/Examples", ext: "swift").map {
            Self.code(try Repository.text($0))
        }
        var count = 0
        for page in try Self.pages() + Self.articles() {
            for block in Self.blocks("swift", in: try Repository.text(page)) {
                #expect(compiled.contains { $0.contains(Self.code(block)) }, "\(page):\n\(block)")
                count += 1
            }
        }
        #expect(count >= 10)
    }

    /// The lines without imports, indentation and empty lines, each between line breaks.
    private static func code(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n" + lines.filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n") + "\n"
    }

    private static func articles() throws -> [String] {
        try Repository.files(in: "Sources/Espy/Espy.docc", ext: "md")
    }

    /// Links of the articles: `<doc:Article>` to another article, and two backquotes around a public name of a module.
    @Test func articlesNameWhatThereIs() throws {
        let sources = try Repository.files(in: "Sources", ext: "swift").map { try Repository.text($0) }
        let kinds = /(?m)^public (?:final |indirect )?(?:struct|class|enum|actor|protocol) (\w+)/
        let names = Set(sources.flatMap { $0.matches(of: kinds).map { String($0.1) } })
        let articles = try Self.articles()
        let titles = Set(articles.map { (($0 as NSString).lastPathComponent as NSString).deletingPathExtension })
        var linked: Set<String> = ["Espy"]
        for article in articles {
            let text = try Repository.text(article)
            for match in text.matches(of: /<doc:([^>]*)>/) {
                #expect(titles.contains(String(match.1)), "\(article) → \(match.1)")
                linked.insert(String(match.1))
            }
            for match in text.matches(of: /``(\w+)[^`\n]*``/) where match.1 != "Espy" {
                #expect(names.contains(String(match.1)), "\(article) → \(match.1)")
            }
        }
        #expect(linked == titles, "an article that no other leads to")
    }

    /// Returns the text between ```LANGUAGE and ```.
    static func blocks(_ language: String, in text: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }
}
