import EspySystem
package import Foundation

/// The web app as static files for any web server, at any path, without Espy: racks are read, things counted, books in front
/// of the camera outlined, and results corrected, compared and kept in the browser. Pages that need a server are left out.
package struct StaticSite {
    /// The files by their paths in the site's folder.
    package private(set) var files: [String: Data]
    /// The verbs that the browser has by itself: rack, count, shelf.
    private let verbs: [String]

    /// Why the site cannot be made.
    package enum Failure: Error, Equatable {
        /// The folder does not contain the pages.
        case noPages(folder: String)
        /// The reader for browsers has not been built.
        case noReader
    }

    /// - Parameters:
    ///   - folder: The `web` folder of this project.
    ///   - licenses: The license texts of all parts.
    package init(folder: String, licenses: Data = Data()) throws(Failure) {
        var sources = Pages.sources(in: folder)
        guard sources[BrowserModules.rack] != nil else { throw .noReader }
        guard let page = sources["index.html"], let manifest = sources["manifest.webmanifest"] else {
            throw .noPages(folder: folder)
        }
        let head = String(decoding: page, as: UTF8.self).replacing("<title>", with: Self.head + "<title>")
        sources["index.html"] = Data(head.utf8)
        let networks = BrowserModules.models(for: sources, beside: folder)
        let models = networks.compactMapValues { FileManager.default.contents(atPath: $0.path) }
        let canCount = !models.isEmpty
        verbs = BrowserModules.verbs(sources, canCount: canCount)
        PageBundle.bundle(&sources, canCount: canCount)
        guard sources["bundle/main.js"] != nil else { throw .noPages(folder: folder) }
        files = [:]
        files = sources.filter { isUsed($0.key) }.merging(models) { $1 }
        keepScripts(of: sources)
        files["manifest.webmanifest"] = self.manifest(manifest)
        PageBundle.stamp(&files, models: networks.mapValues { $0.sum })
        let text = String(decoding: files["index.html"] ?? Data(), as: UTF8.self)
        files["index.html"] = Data(text.replacing("=\"/", with: "=\"./").utf8)
        // So that a plain server also answers at the addresses of the pages.
        for name in pages {
            files["\(name)/index.html"] = Data(text.replacing("=\"/", with: "=\"../").utf8)
        }
        files["licenses.txt"] = licenses
        files[Self.list] = Data(Self.sums(of: files).utf8)
    }

    /// The file that lists all others, in the format of `sha256sum -c`. When the site is written again, it shows which
    /// files belong to the previous version.
    package static let list = "SHA256SUMS"

    /// The file names in such a list.
    package static func names(in list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "  ", maxSplits: 1)
            guard parts.count == 2, parts[0].count == 64, !parts[1].split(separator: "/").contains("..") else {
                return nil
            }
            return parts[1].hasPrefix("/") ? nil : String(parts[1])
        }
    }

    /// The number of bytes that a browser downloads to read racks, with gzip where that helps.
    package var transferred: Int {
        transferred { name in
            !name.hasPrefix("samples/") && !name.hasPrefix("models/") && !BrowserModules.later.contains(name)
                && name != Self.list && !name.hasSuffix("/index.html")
        }
    }

    /// The number of bytes that a browser downloads in addition before the first count; 0 if the pages cannot count.
    /// The networks that look for things like an example follow when they are needed.
    package var transferredToCount: Int {
        transferred { name in
            BrowserModules.count.contains(name)
                || ["models/espy-detector.onnx", "models/espy-embedder.onnx"].contains(name)
        }
    }

    private func transferred(_ isIncluded: (String) -> Bool) -> Int {
        files.filter { isIncluded($0.key) }
            .reduce(0) { sum, file in
                let packed = Deflate.compress(Array(file.value), format: .gzip, level: 9)
                return sum + min(packed?.count ?? .max, file.value.count)
            }
    }

    private var pages: [String] { verbs + ["history", "settings"] }
    /// Folders of the app whose pages need a server.
    private var foreign: [String] {
        ["count", "shelf"].filter { !verbs.contains($0) }
            + ["gallery", "pair", "recipes", "shelf/inventory", "shelf/library", "trust"]
    }

    /// A plain server does not send these headers. A policy in the page cannot forbid framing.
    private static let head = """
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="espy-server" content="none">

        """
    private static let policy = SecurityHeaders.page.replacing("frame-ancestors 'none'; ", with: "")

    private func isUsed(_ name: String) -> Bool {
        ["index.html", "service-worker.js", "bundle/styles.css", BrowserModules.rack].contains(name)
            || name.hasPrefix("icons/") || name.hasPrefix("workers/")
            || verbs.contains("count") && BrowserModules.count.contains(name)
            || verbs.contains("shelf") && name == BrowserModules.shelf
            || verbs.contains { name == "images/\($0).webp" || name == "samples/\($0).jpg" }
    }

    /// Keeps the scripts of the pages in the site, and their imports.
    private mutating func keepScripts(of sources: [String: Data]) {
        let scripts = sources.filter { $0.key.hasPrefix("bundle/") && $0.key.hasSuffix(".js") }
        var wanted = scripts.keys.filter { name in !foreign.contains { name.hasPrefix("bundle/\($0)/") } }
        while let name = wanted.popLast() {
            guard files[name] == nil, let script = scripts[name] else { continue }
            files[name] = script
            let up = name.split(separator: "/").dropLast()
            for line in String(decoding: script, as: UTF8.self).split(separator: "\n") {
                guard let need = line.wholeMatch(of: /import '([^']+)'/)?.1 else { continue }
                var parts = Array(up)
                for part in need.split(separator: "/") where part != "." {
                    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
                }
                wanted.append(parts.joined(separator: "/"))
            }
        }
    }

    /// The manifest without missing parts, and with relative addresses that work wherever the site is. Its identity
    /// follows from its address.
    private func manifest(_ source: Data) -> Data {
        guard var fields = try? JSONSerialization.jsonObject(with: source) as? [String: Any] else { return source }
        fields["id"] = nil
        fields["screenshots"] = nil
        fields["description"] =
            verbs.contains("count")
            ? "Counts things and reads racks of vials, on this device." : "Reads racks of vials, on this device."
        fields["shortcuts"] = (fields["shortcuts"] as? [[String: Any]])?.filter { shortcut in
            pages.contains { shortcut["url"] as? String == "/\($0)" }
        }
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let written = try? JSONSerialization.data(withJSONObject: fields, options: options) else { return source }
        return Data(String(decoding: written, as: UTF8.self).replacing(": \"/", with: ": \"./").utf8)
    }

    private static func sums(of files: [String: Data]) -> String {
        files.sorted { $0.key < $1.key }.map { "\(SHA256.hex(of: Array($0.value)))  \($0.key)\n" }.joined()
    }
}
