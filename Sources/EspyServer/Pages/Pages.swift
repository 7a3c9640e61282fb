import EspyHTTP
import Foundation

/// The web app: its files, and the places in it that all show the one page.
///
/// This folder serves them. The files are listed and read once. Only what is in that list can be asked for, so no name
/// leads anywhere else.
package struct Pages: Sendable {
    private let files: [[String]: PageFile]
    private let index: PageFile
    /// The same for a place that there is not: the app says so.
    private let nowhere: PageFile

    /// Why there are no pages.
    package struct Missing: Error, Equatable, Sendable {
        /// The folder in which they were looked for.
        package let folder: String
    }

    /// - Parameters:
    ///   - folder: `web` of this project. Hidden files and links in it are left out.
    ///   - base: below which all of it lies.
    package init(folder: String, base: BasePath = .none) throws(Missing) {
        var sources: [String: Data] = [:]
        for name in Self.names(in: folder) {
            sources[name] = FileManager.default.contents(atPath: folder + "/" + name)
        }
        PageBundle.add(to: &sources)
        var files: [[String]: PageFile] = [:]
        for (name, data) in sources {
            files[name.split(separator: "/").map(String.init)] = PageFile(data, name: name, base: base)
        }
        guard let index = files.removeValue(forKey: ["index.html"]) else { throw Missing(folder: folder) }
        self.files = files
        self.index = index
        nowhere = PageFile(sources["index.html"] ?? Data(), name: "index.html", base: base, status: 404)
    }

    /// - Returns: nil when it is no place of the web app.
    func file(at path: [String]) -> PageFile? { files[path] ?? (Self.isPage(path) ? index : nil) }

    /// A page for whoever has typed an address that leads nowhere; nil for what no person looks at.
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
        case 3: path[0] == "gallery" && path[1] == "photo"
        default: false
        }
    }

    /// Regular files in a folder and below, by their paths in it.
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
