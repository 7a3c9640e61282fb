import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

struct PagesTests {
    private let folder: TestFolder
    private let core: ServerCore

    init() throws {
        folder = try TestFolder()
        let files = [
            "index.html": "<!doctype html><title>Espy</title>",
            "app/main.js": String(repeating: "export {};\n", count: 200),
            "styles/base.css": "body{}", "icons/icon.svg": "<svg/>", "manifest.webmanifest": "{}", "data": "?",
            "wasm/rack.wasm": String(repeating: "module", count: 400), "workers/rack.js": "'use strict'",
            ".hidden/secret.js": "no", ".env": "no",
        ]
        for (name, text) in files {
            let url = URL(fileURLWithPath: folder.file("web/\(name)"))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try Data("secret".utf8).write(to: URL(fileURLWithPath: folder.file("secret.js")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("web/link.js"), withDestinationPath: folder.file("secret.js"))
        let pages = try Pages(folder: folder.file("web"))
        core = ServerCore(router: Router([]), pages: pages)
    }

    private func ask(_ path: String, _ headers: Headers = [:], _ method: Request.Method = .get) async -> Response {
        await core.respond(
            to: Request(method, path: path.split(separator: "/").map(String.init), headers: headers))
    }

    private func text(_ response: Response) -> String? {
        guard case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Includes the page's metadata.
    private static let page = "<!doctype html><title>Espy</title>\n<meta name=\"espy-device\" content=\"rack\">"

    @Test func theReaderForBrowsersIsSentSmall() async {
        let answer = await ask("/wasm/rack.wasm", ["Accept-Encoding": "gzip"])
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == "application/wasm")
        #expect(answer.headers["Content-Encoding"] == "gzip")
    }

    @Test(arguments: ["/", "/count", "/rack", "/shelf", "/history", "/history/3f2a", "/settings", "/pair"])
    func everyPageIsTheOnePage(path: String) async {
        let answer = await ask(path)
        #expect(answer.status == 200)
        #expect(text(answer) == Self.page)
        #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer.headers["Cache-Control"] == "no-cache")
    }

    @Test(arguments: [
        ("/app/main.js", "text/javascript; charset=utf-8"), ("/styles/base.css", "text/css; charset=utf-8"),
        ("/icons/icon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/manifest+json"),
        ("/data", "application/octet-stream"),
    ])
    func filesAreWhatTheirNamesSay(path: String, type: String) async {
        let answer = await ask(path)
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == type)
    }

    @Test(arguments: [
        "/index.html", "/app", "/app/", "/app/other.js", "/.env", "/.hidden/secret.js", "/link.js", "/secret.js",
        "/history/a/b", "/Count", "/app/main.js/x",
    ])
    func nothingElseIsThere(path: String) async {
        #expect(await ask(path).status == 404)
    }

    /// Path parts that no listener would accept.
    @Test func namesLeadNowhere() async {
        for path in [["..", "secret.js"], ["app", "..", "..", "secret.js"], ["app/main.js"], ["", "app", "main.js"]] {
            #expect(await core.respond(to: Request(.get, path: path)).status == 404)
        }
    }

    @Test func filesChangeTheirTagWithTheirContent() async throws {
        let first = await ask("/app/main.js")
        let tag = try #require(first.headers["ETag"])
        #expect(await ask("/app/main.js", ["If-None-Match": tag]).status == 304)
        try Data("changed".utf8).write(to: URL(fileURLWithPath: folder.file("web/app/main.js")))
        // Listed and read only once.
        #expect(text(await ask("/app/main.js")) == text(first))
        let again = ServerCore(router: Router([]), pages: try Pages(folder: folder.file("web")))
        let second = await again.respond(to: Request(.get, path: ["app", "main.js"]))
        #expect(second.headers["ETag"] != tag)
        #expect(text(second) == "changed")
    }

    @Test func textIsSentSmall() async throws {
        let whole = await ask("/app/main.js")
        let small = await ask("/app/main.js", ["Accept-Encoding": "gzip"])
        #expect(small.headers["Content-Encoding"] == "gzip")
        #expect(small.headers["Vary"] == "Accept-Encoding")
        guard case .bytes(let bytes) = small.body else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes.count < 100)
        #expect(bytes.starts(with: [0x1F, 0x8B]))
        let tag = try #require(small.headers["ETag"])
        #expect(tag == "W/\(try #require(whole.headers["ETag"]))")
        #expect(await ask("/app/main.js", ["If-None-Match": tag]).status == 304)
        #expect(await ask("/styles/base.css", ["Accept-Encoding": "gzip"]).headers["Content-Encoding"] == nil)
    }

    @Test func pagesAreForReadingOnly() async {
        let answer = await ask("/count", [:], .post)
        #expect(answer.status == 405)
        #expect(answer.headers["Allow"] == "GET, HEAD")
        #expect(await ask("/count", [:], .head).status == 200)
    }

    @Test func aFolderWithoutPagesIsAnError() throws {
        for name in ["missing", "web/icons"] {
            let path = folder.file(name)
            let problem = #expect(throws: Pages.Missing.self) { try Pages(folder: path) }
            #expect(problem?.folder == path)
        }
    }
}
