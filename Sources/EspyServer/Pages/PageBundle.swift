import EspySystem
import Foundation

/// The scripts and styles of the web app as few files, so that a page is there after a few requests instead of hundreds.
///
/// They are made when the server starts, from the files as people write them: nothing has to be built before, and
/// nothing can be out of date. The files themselves are served, too.
struct PageBundle {
    /// By their paths below `web`.
    private(set) var files: [String: String] = [:]
    private let modules: [String: PageModule]
    /// All modules, each after those that it needs.
    private var order: [String] = []
    /// The script that each module is in.
    private var places: [String: String] = [:]

    /// What every page needs, and the page that is opened first.
    private static let first = ["home/page.js", "main.js"]

    /// - Parameter sources: the files of the web app, by their paths below `web`.
    init(of sources: [String: Data]) throws(PageModule.Unknown) {
        let scripts = sources.filter { $0.key.hasPrefix("app/") && $0.key.hasSuffix(".js") }
        let names = scripts.keys.map { String($0.dropFirst(4)) }
        var modules: [String: PageModule] = [:]
        let forms = PageModule.Forms()
        for name in names {
            let source = String(decoding: scripts["app/" + name] ?? Data(), as: UTF8.self)
            modules[name] = try PageModule(name: name, source: source, others: names, forms: forms)
        }
        self.modules = modules
        place()
        for script in Set(places.values).union(pages) { files["bundle/" + script] = text(of: script) }
        files["bundle/modules.js"] = Self.table
    }

    private static let table = """
        export const $modules = {}
        export const $load = async (name) => {
          if (!(name in $modules)) await import(`./${name}`)
          return $modules[name]
        }

        """

    /// All that some modules need, themselves too, each after those that it needs.
    private func closure(_ names: [String]) -> [String] {
        var (found, seen): ([String], Set<String>) = ([], [])
        func add(_ name: String) {
            guard seen.insert(name).inserted else { return }
            modules[name]?.needs.forEach(add)
            found.append(name)
        }
        names.forEach(add)
        return found
    }

    /// What is fetched when it is first shown.
    private var pages: [String] { Set(modules.values.flatMap(\.fetches)).subtracting(Self.first).sorted() }

    /// What one page alone needs goes with it; what several do that lie in one folder, into a script of that folder.
    private mutating func place() {
        order = closure(Self.first)
        for name in order { places[name] = "main.js" }
        var users: [String: [String]] = [:]
        for page in pages {
            for name in closure([page]) where places[name] == nil { users[name, default: []].append(page) }
        }
        order = closure(Self.first + pages)
        for (name, pages) in users {
            let folders = Set(pages.map { $0.prefix { $0 != "/" } })
            places[name] = pages.count == 1 ? pages[0] : (folders.count == 1 ? folders.first! + "/" : "") + "common.js"
        }
    }

    private func text(of script: String) -> String {
        let inside = order.filter { places[$0] == script }.compactMap { modules[$0] }
        let up = String(repeating: "../", count: script.count { $0 == "/" })
        // A page that others have a part of is in a script of theirs.
        let needs = inside.flatMap(\.needs) + [script]
        let before = Set(needs.compactMap { places[$0] }).subtracting([script, "main.js"]).sorted()
        let head = ["import { $modules, $load } from './\(up)modules.js'"] + before.map { "import './\(up)\($0)'" }
        return head.joined(separator: "\n") + "\n" + inside.map(\.block).joined()
    }
}

extension PageBundle {
    /// Adds the few files to all of them, and has the page ask for these.
    ///
    /// Where a script is written in a way that is not known here, all stay as they are, which is slower and works too.
    static func add(to sources: inout [String: Data]) {
        bundle(&sources)
        stamp(&sources)
    }

    /// The same without what ``stamp(_:)`` does.
    static func bundle(_ sources: inout [String: Data]) {
        if sources["app/main.js"] != nil, let page = sources["index.html"], let bundle = try? PageBundle(of: sources) {
            var lines = String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let styles = lines.compactMap { $0.wholeMatch(of: /<link rel="stylesheet" href="\/(styles\/.+)">/)?.1 }
            let rules = styles.flatMap { name in
                PageModule.code(in: String(decoding: sources[String(name)] ?? Data(), as: UTF8.self))
            }
            lines.removeAll { $0.hasPrefix("<link rel=\"stylesheet\" href=\"/styles/") }
            let text = lines.joined(separator: "\n").replacing(
                "<script type=\"module\" src=\"/app/main.js\"></script>", with: Self.links)
            sources["index.html"] = Data(text.utf8)
            sources["bundle/styles.css"] = Data(rules.joined(separator: "\n").utf8)
            sources.merge(bundle.files.mapValues { Data($0.utf8) }) { $1 }
        }
        if let page = sources["index.html"], sources[PageReader.name] != nil {
            sources["index.html"] = Data(
                String(decoding: page, as: UTF8.self).replacing("</title>", with: Self.reader).utf8)
        }
    }

    /// Tells the pages that boxes can be read on the device.
    private static let reader = "</title>\n<meta name=\"espy-device\" content=\"rack\">"

    private static let links = """
        <link rel="stylesheet" href="/bundle/styles.css">
        <link rel="modulepreload" href="/bundle/modules.js">
        <script type="module" src="/bundle/main.js"></script>
        """

    /// Names the files of the shell to the service worker, and a hash over them: browsers fetch the shell anew when that
    /// changes.
    static func stamp(_ sources: inout [String: Data]) {
        guard let worker = sources["service-worker.js"] else { return }
        let isBundled = sources["bundle/main.js"] != nil
        let kept =
            (isBundled ? ["bundle/"] : ["app/", "styles/"])
            + ["icons/", "images/", "data/tags.", "manifest.", "workers/", "wasm/"]
        let names = sources.keys.filter { name in kept.contains { name.hasPrefix($0) } }.sorted()
        var all: [UInt8] = []
        for name in ["index.html"] + names {
            all += Array("\(name)\0\(sources[name]?.count ?? 0)\0".utf8) + (sources[name] ?? Data())
        }
        let list = ([""] + names).map { "'/\($0)'" }.joined(separator: ", ")
        let text = String(decoding: worker, as: UTF8.self)
            .replacing("const version = ''", with: "const version = '\(SHA256.hex(of: all).prefix(12))'")
            .replacing("const files = []", with: "const files = [\(list)]")
        sources["service-worker.js"] = Data(text.utf8)
    }
}
