import EspyHTTPTesting
import EspyServer
import EspySystem
import EspyTestSupport
import Foundation
import Testing

/// The pages of this repository as files for any web server.
struct StaticSiteTests {
    private let folder: TestFolder
    private let site: StaticSite

    init() throws {
        folder = try TestFolder()
        try FileManager.default.copyItem(atPath: Repository.path("web"), toPath: folder.file("web"))
        try FileManager.default.createDirectory(
            atPath: folder.file("web/wasm"), withIntermediateDirectories: true)
        try Data("module".utf8).write(to: URL(fileURLWithPath: folder.file("web/wasm/rack.wasm")))
        site = try StaticSite(folder: folder.file("web"), licenses: Data("terms".utf8))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(site.files[name]), as: UTF8.self)
    }

    @Test func addressesHoldWhereverItLies() throws {
        let page = try text("index.html")
        #expect(page.contains("src=\"./bundle/main.js\""))
        #expect(!page.contains("=\"/"))
        #expect(try text("rack/index.html").contains("src=\"../bundle/main.js\""))
        let fields =
            try JSONSerialization.jsonObject(with: #require(site.files["manifest.webmanifest"])) as? [String: Any]
        let manifest = try #require(fields)
        #expect(manifest["start_url"] as? String == "./")
        #expect(manifest["scope"] as? String == "./")
        #expect(manifest["id"] == nil)
        let shortcuts = try #require(manifest["shortcuts"] as? [[String: Any]])
        #expect(shortcuts.compactMap { $0["url"] as? String } == ["./rack", "./history"])
        let icons = try #require(manifest["icons"] as? [[String: Any]])
        #expect(icons.allSatisfy { ($0["src"] as? String)?.hasPrefix("./icons/") == true })
    }

    @Test func thePageSaysThatThereIsNoServerAndWhatMayRun() throws {
        let page = try text("index.html")
        #expect(page.contains("name=\"espy-server\" content=\"none\""))
        #expect(page.contains("name=\"espy-device\" content=\"rack\""))
        let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]+)"/)?.1)
        #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval'"))
        #expect(!policy.contains("frame-ancestors"))
        let (before, after) = try (
            #require(page.range(of: "Content-Security-Policy")), #require(page.range(of: "bundle/main.js"))
        )
        #expect(before.lowerBound < after.lowerBound)
    }

    /// Every file that the service worker caches is there, and every script that another one imports.
    @Test func nothingIsMissing() throws {
        let worker = try text("service-worker.js")
        let list = try #require(worker.firstMatch(of: /const files = \[([^\]]+)\]/)?.1)
        let kept = list.split(separator: ", ").map { $0.trimmingCharacters(in: ["'", "/"]) }
        #expect(kept.contains("wasm/rack.wasm"))
        #expect(kept.contains("workers/rack.js"))
        #expect(kept.first == "")
        #expect(kept.dropFirst().filter { site.files[$0] == nil } == [])
        for name in site.files.keys where name.hasPrefix("bundle/") && name.hasSuffix(".js") {
            for need in try text(name).matches(of: /^import (?:\{[^}]*\} from )?'([^']+)'/.anchorsMatchLineEndings()) {
                let path = URL(fileURLWithPath: "/\(name)").deletingLastPathComponent().appendingPathComponent(
                    String(need.1))
                #expect(site.files[String(path.standardizedFileURL.path.dropFirst())] != nil, "\(name) needs \(need.1)")
            }
        }
    }

    @Test func pagesThatNeedAServerAreLeftOut() {
        #expect(site.files.keys.contains("bundle/rack/page.js"))
        #expect(site.files.keys.contains("licenses.txt"))
        for folder in ["app", "styles", "data", "screens", "bundle/gallery", "bundle/shelf"] {
            #expect(!site.files.keys.contains { $0.hasPrefix("\(folder)/") }, "\(folder)")
        }
    }

    @Test func theListHasTheSumsOfAllFiles() throws {
        let list = try text(StaticSite.list)
        #expect(Set(StaticSite.names(in: list)) == Set(site.files.keys).subtracting([StaticSite.list]))
        #expect(list.contains("\(SHA256.hex(of: Array(Data("terms".utf8))))  licenses.txt\n"))
        let name = String(repeating: "0", count: 64)
        #expect(StaticSite.names(in: "\(name)  ../escaped\n\(name)  /etc/passwd\nno list\n") == [])
    }

    @Test func withoutTheReaderThereIsNone() throws {
        try FileManager.default.removeItem(atPath: folder.file("web/wasm"))
        #expect(throws: StaticSite.Failure.noReader) { try StaticSite(folder: folder.file("web")) }
    }
}
