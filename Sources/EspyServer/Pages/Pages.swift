import Espy
import EspyHTTP
import EspySystem
import Foundation

/// The web app: its files, and the routes that all show the same HTML page.
///
/// The files are listed and read once. Only files in that list are served, so no path can lead outside the folder.
package struct Pages: Sendable {
    private let files: [[String]: PageFile]
    /// Files that are read when they are needed: models have some megabytes, and few devices count by themselves.
    private let models: [[String]: BrowserModules.Model]
    private let index: PageFile
    /// The same page with status 404, for unknown places; the app shows the message.
    private let nowhere: PageFile

    /// The folder has no pages.
    package struct Missing: Error, Equatable, Sendable {
        /// The folder that was searched.
        package let folder: String
    }

    /// - Parameters:
    ///   - folder: The `web` folder of this project. Hidden files and links in it are ignored.
    ///   - base: The path below which everything is served.
    package init(folder: String, base: BasePath = .none) throws(Missing) {
        var sources = Self.sources(in: folder)
        let models = BrowserModules.models(for: sources, beside: folder)
        PageBundle.add(to: &sources, models: models.mapValues { $0.sum })
        var files: [[String]: PageFile] = [:]
        for (name, data) in sources {
            files[name.split(separator: "/").map(String.init)] = PageFile(data, name: name, base: base)
        }
        guard let index = files.removeValue(forKey: ["index.html"]) else { throw Missing(folder: folder) }
        self.files = files
        self.index = index
        self.models = Dictionary(
            uniqueKeysWithValues: models.map { ($0.key.split(separator: "/").map(String.init), $0.value) })
        nowhere = PageFile(sources["index.html"] ?? Data(), name: "index.html", base: base, status: 404)
    }

    /// - Returns: nil if the path is not part of the web app.
    func file(at path: [String]) -> PageFile? {
        if let model = models[path], let data = FileManager.default.contents(atPath: model.path) {
            return PageFile(data, name: path.joined(separator: "/"), sum: model.sum)
        }
        return files[path] ?? (Self.isPage(path) ? index : nil)
    }

    /// Returns a page for a user who opened an unknown address; nil for requests that are not for a page.
    func lost(_ request: Request) -> PageFile? {
        request.headers["Accept"]?.contains("text/html") == true ? nowhere : nil
    }

    private static func isPage(_ path: [String]) -> Bool {
        switch path.count {
        case 0: true
        case 1: ["count", "rack", "shelf", "gallery", "history", "settings", "pair"].contains(path[0])
        case 2:
            switch path[0] {
            case "count": path[1] == "recipes"
            case "shelf": ["books", "inventory"].contains(path[1])
            case "settings": path[1] == "trust"
            default: ["history", "gallery"].contains(path[0])
            }
        case 3: path[0] == "gallery" && ["photo", "people"].contains(path[1])
        default: false
        }
    }

    /// All files of the web app by their paths in the folder, including the modules that run in browsers
    /// (``BrowserModules``).
    static func sources(in folder: String) -> [String: Data] {
        var sources: [String: Data] = [:]
        for name in names(in: folder) { sources[name] = FileManager.default.contents(atPath: folder + "/" + name) }
        for name in BrowserModules.all where sources[name] == nil {
            sources[name] = FileManager.default.contents(atPath: "\(folder)/../.build/\(name)")
        }
        return sources
    }

    /// The regular files in a folder and its subfolders, by their relative paths.
    private static func names(in folder: String) -> [String] {
        let root = URL(fileURLWithPath: folder)
        let keys: [URLResourceKey] = [.isRegularFileKey, .isSymbolicLinkKey]
        let found = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: keys, options: .skipsHiddenFiles)
        var names: [String] = []
        while let url = found?.nextObject() as? URL {
            guard let values = try? url.resourceValues(forKeys: Set(keys)), values.isRegularFile == true,
                values.isSymbolicLink != true
            else { continue }
            names.append(url.pathComponents.dropFirst(root.pathComponents.count).joined(separator: "/"))
        }
        return names
    }
}

/// The modules that run in the browser (`make wasm`). In an installation, they are among the pages; in a checkout, in the
/// build folder.
enum BrowserModules {
    /// Reads racks.
    static let rack = "wasm/rack.wasm"
    /// Counts, with the networks that another module runs.
    static let count = ["wasm/count.wasm", "wasm/networks.wasm"]

    /// Outlines the books in front of a camera.
    static let shelf = "wasm/shelf.wasm"

    static var all: [String] { [rack] + later }
    /// Those that are loaded when they are first needed.
    static var later: [String] { count + [shelf] }

    /// The verbs that the browser has by itself, as the pages know them.
    static func verbs(_ sources: [String: Data], canCount: Bool) -> [String] {
        guard sources[rack] != nil else { return [] }
        return ["rack"] + (canCount ? ["count"] : []) + (sources[shelf] != nil ? ["shelf"] : [])
    }

    /// The networks for counting.
    private static let networks = [
        "espy-detector", "espy-embedder", "espy-outliner", "espy-seeker-context", "espy-seeker-describe",
        "espy-seeker-example", "espy-seeker-find", "espy-seeker-maps", "espy-seeker-propose", "espy-seeker-stem",
    ]

    struct Model {
        let path: String
        /// The SHA-256 of the file.
        let sum: String
    }

    /// Whether the browser can count.
    static func canCount(_ sources: [String: Data]) -> Bool { count.allSatisfy { sources[$0] != nil } }

    /// The files of the networks by their paths in the web app; none if the browser cannot count.
    ///
    /// The manifest knows their checksums, so that a server starts without reading some ten megabytes.
    static func models(for sources: [String: Data], beside folder: String) -> [String: Model] {
        guard canCount(sources) else { return [:] }
        let home = "\(folder)/../models"
        let library = try? ModelLibrary(folders: [home])
        var models: [String: Model] = [:]
        for name in networks {
            let path = "\(home)/\(name).onnx"
            guard FileManager.default.fileExists(atPath: path),
                let sum = (try? library?.entry(name).sha256)
                    ?? FileManager.default.contents(atPath: path).map(PageBundle.sum)
            else { return [:] }
            models["models/\(name).onnx"] = Model(path: path, sum: sum)
        }
        return models
    }
}

/// A file of the web app, read once and kept with its compressed forms.
struct PageFile: Sendable {
    private let plain: Response
    private let small: [ContentCoding: Response]
    /// The complete responses, one per form.
    private let kept: [Form: KeptResponse]

    private struct Form: Hashable {
        var coding: ContentCoding?
        var isTrusted: Bool
    }

    /// - Parameters:
    ///   - sum: The checksum of the file; nil: it is computed.
    ///   - status: Other than 200 if the file is shown in place of something that does not exist.
    init(_ data: Data, name: String, sum: String? = nil, base: BasePath = .none, status: Int = 200) {
        let sum = sum ?? PageBundle.sum(of: data)
        let bytes = base.mark(data, of: name)
        let type = ContentType.of(name)
        // File names stay the same when contents change, so browsers must revalidate their copy each time.
        var plain = Response(
            status,
            headers: [
                "Content-Type": type, "Cache-Control": "no-cache",
                "ETag": "\"\(sum.prefix(32))\(base.text.replacing("/", with: "."))\"",
            ],
            body: .bytes(bytes))
        var small: [ContentCoding: Response] = [:]
        if ContentCoding.helps(type), bytes.count >= ContentCoding.least {
            plain.headers["Vary"] = "Accept-Encoding"
            for coding in ContentCoding.allCases {
                guard let packed = Delivery.standard.compress(bytes, coding, level: 9) else { continue }
                small[coding] = plain
                small[coding]?.encode(as: coding, packed)
            }
        }
        (self.plain, self.small) = (plain, small)
        kept = Self.kept([nil: plain].merging(small.map { ($0, $1) }) { $1 })
    }

    private static func kept(_ responses: [ContentCoding?: Response]) -> [Form: KeptResponse] {
        var kept: [Form: KeptResponse] = [:]
        for (coding, response) in responses {
            for isTrusted in [true, false] {
                var response = Delivery.standard.prepare(response, for: Request(.get, path: []))
                SecurityHeaders.add(to: &response, isData: false, isTrusted: isTrusted)
                kept[Form(coding: coding, isTrusted: isTrusted)] = KeptResponse(response)
            }
        }
        return kept
    }

    /// - Parameter request: A GET or HEAD request.
    func answer(to request: Request) -> Answer {
        let coding = small.isEmpty ? nil : ContentCoding(accepted: request)
        let form = Form(coding: coding, isTrusted: SecurityHeaders.isTrusted(request.peer))
        if !request.isConditional, let response = kept[form] { return .kept(response) }
        var response = Delivery.standard.prepare(coding.flatMap { small[$0] } ?? plain, for: request)
        SecurityHeaders.add(to: &response, isData: false, isTrusted: form.isTrusted)
        return .made(response)
    }
}

extension Request {
    /// Whether the response depends on what the client already has (RFC 9110, 13 and 14).
    fileprivate var isConditional: Bool {
        headers.fields.contains { $0.name.hasPrefix("if-") || $0.name == "range" }
    }
}

/// The content type of a file, by its extension.
private enum ContentType {
    private static let known = [
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "webmanifest": "application/manifest+json",
        "yaml": "application/yaml",
        "txt": "text/plain; charset=utf-8",
        "svg": "image/svg+xml",
        "png": "image/png",
        "jpg": "image/jpeg",
        "webp": "image/webp",
        "ico": "image/x-icon",
        "woff2": "font/woff2",
        "wasm": "application/wasm",
    ]

    static func of(_ name: String) -> String {
        let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
        return end.flatMap { known[$0] } ?? "application/octet-stream"
    }
}

extension Delivery {
    /// Compresses text with zlib.
    static let standard = Delivery { bytes, coding, level in
        Deflate.compress(bytes, format: coding == .gzip ? .gzip : .zlib, level: level)
    }
}
