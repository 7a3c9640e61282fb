import EspySystem
import Foundation

/// The scripts and styles of the web app, bundled so that a page loads with a few requests instead of hundreds.
///
/// The server makes the bundles from the source files when it starts: there is no build step, and they are never out of
/// date. The source files are served, too.
struct PageBundle {
    /// The bundles by their paths below `web`.
    private(set) var files: [String: String] = [:]
    private let modules: [String: PageModule]
    /// All modules, each after those it imports.
    private var order: [String] = []
    /// The script that contains each module.
    private var places: [String: String] = [:]

    /// The modules of the main script: the home page, and what every page needs.
    private static let first = ["home/page.js", "main.js"]

    /// - Parameter sources: The files of the web app, by their paths below `web`.
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

    /// Returns modules and everything they import, each after its imports.
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

    /// The modules that are loaded dynamically.
    private var pages: [String] { Set(modules.values.flatMap(\.fetches)).subtracting(Self.first).sorted() }

    /// Assigns modules to scripts. A module of a single page goes into that page's script; one that pages of the same
    /// folder share, into a script of that folder.
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
        // If other pages share this page's module, it is in one of the shared scripts.
        let needs = inside.flatMap(\.needs) + [script]
        let before = Set(needs.compactMap { places[$0] }).subtracting([script, "main.js"]).sorted()
        let head = ["import { $modules, $load } from './\(up)modules.js'"] + before.map { "import './\(up)\($0)'" }
        return head.joined(separator: "\n") + "\n" + inside.map(\.block).joined()
    }
}

extension PageBundle {
    /// Adds the bundles to the sources, and makes the page load them.
    ///
    /// If a script has syntax that this parser does not know, everything stays unbundled, which is slower but works.
    ///
    /// - Parameter models: checksums of the networks for counting, by their names in the web app.
    static func add(to sources: inout [String: Data], models: [String: String]) {
        bundle(&sources, canCount: !models.isEmpty)
        stamp(&sources, models: models)
    }

    /// The checksum of a file.
    static func sum(of data: Data) -> String { SHA256.hex(of: Array(data)) }

    /// Adds the bundles, without ``stamp(_:models:)``.
    static func bundle(_ sources: inout [String: Data], canCount: Bool) {
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
        let verbs = BrowserModules.verbs(sources, canCount: canCount)
        if let page = sources["index.html"], !verbs.isEmpty {
            // Announces to the pages which photos can be read in the browser.
            let head = "</title>\n<meta name=\"espy-device\" content=\"\(verbs.joined(separator: " "))\">"
            sources["index.html"] = Data(
                String(decoding: page, as: UTF8.self).replacing("</title>", with: head).utf8)
        }
    }

    private static let links = """
        <link rel="stylesheet" href="/bundle/styles.css">
        <link rel="modulepreload" href="/bundle/modules.js">
        <script type="module" src="/bundle/main.js"></script>
        """

    /// Gives the service worker the list of the app's files, and a hash of them: browsers reload the files when the
    /// hash changes. Files for counting and for shelves are loaded when they are first needed, and again when their own hash changes.
    ///
    /// - Parameter models: checksums of the networks, by their names in the web app.
    static func stamp(_ sources: inout [String: Data], models: [String: String]) {
        guard let worker = sources["service-worker.js"] else { return }
        let isBundled = sources["bundle/main.js"] != nil
        let kept =
            (isBundled ? ["bundle/"] : ["app/", "styles/"])
            + ["icons/", "images/", "data/tags.", "manifest.", "workers/", "wasm/"]
        let names = sources.keys.filter { name in
            kept.contains { name.hasPrefix($0) } && !BrowserModules.later.contains(name)
        }.sorted()
        let modules = BrowserModules.later.compactMap { name in sources[name].map { (name, sum(of: $0)) } }
        let later = (Array(models) + modules.map { (key: $0.0, value: $0.1) }).sorted { $0.key < $1.key }
        var all: [UInt8] = []
        for name in ["index.html"] + names {
            all += Array("\(name)\0\(sources[name]?.count ?? 0)\0".utf8) + (sources[name] ?? Data())
        }
        let list = ([""] + names).map { "'/\($0)'" }.joined(separator: ", ")
        let sums = later.map { "'/\($0.key)': '\($0.value.prefix(16))'" }.joined(separator: ", ")
        let text = String(decoding: worker, as: UTF8.self)
            .replacing("const version = ''", with: "const version = '\(SHA256.hex(of: all).prefix(12))'")
            .replacing("const files = []", with: "const files = [\(list)]")
            .replacing("const later = {}", with: "const later = { \(sums) }")
        sources["service-worker.js"] = Data(text.utf8)
    }
}

/// A module of the web app as a block in a bundle: it takes its imports out of a common table, and puts its exports
/// into it.
struct PageModule {
    /// The path below `app`.
    let name: String
    /// The modules that it imports.
    private(set) var needs: [String] = []
    /// The modules that it imports dynamically. If the name depends on a variable, all that match.
    private(set) var fetches: [String] = []
    private var lines: [Substring] = []
    private var gives: [Substring] = []

    /// The syntax of imports and exports.
    struct Forms {
        /// `import { a, b as c } from './d.js'`
        fileprivate let list = /import \{ (.+?),? \} from '(\.[^']+)'/
        fileprivate let export = /export ((?:async )?(?:function\*?|const|class) (?:([\w$]+)|\{ ([\w$, ]+) \} =).*)/
        /// `import('./a.js')`, or `` import(`./a/${b}.js`) ``
        fileprivate let fetch = /import\((['`])(\.[^'`$]*)(?:\$\{\w+\}([^'`$]*))?\1\)/
    }

    /// A line with import or export syntax that the parser does not know.
    struct Unknown: Error {
        let module: String
        let line: String
    }

    /// - Parameter others: The names of all modules.
    init(name: String, source: String, others: [String], forms: Forms) throws(Unknown) {
        self.name = name
        var list: [Substring] = []
        for line in Self.code(in: source) {
            // An import list may span several lines.
            if !list.isEmpty || line.hasPrefix("import ") {
                list.append(line)
                guard line.hasSuffix("'") else { continue }
                try take(list.joined(separator: " "), forms.list)
                list = []
            } else {
                lines.append(try known(line, others, forms))
            }
        }
        guard list.isEmpty else { throw Unknown(module: name, line: list.joined(separator: " ")) }
    }

    /// The module's block, for a script that starts by defining `$modules` and `$load`.
    var block: String {
        let given = gives.isEmpty ? "" : ";$modules['\(name)'] = { \(gives.joined(separator: ", ")) }\n"
        return "{\n" + lines.joined(separator: "\n") + "\n" + given + "}\n"
    }

    /// Returns the lines of a script or stylesheet without comments and indentation.
    static func code(in source: String) -> [Substring] {
        var isComment = false
        return source.utf8.split(separator: UInt8(ascii: "\n")).compactMap { bytes in
            var line = trimmed(Substring(bytes))
            if !isComment, line.hasPrefix("//") { return nil }
            while isComment || line.hasPrefix("/*") {
                guard let end = line.range(of: "*/") else {
                    isComment = true
                    return nil
                }
                isComment = false
                line = trimmed(line[end.upperBound...])
            }
            return line.isEmpty ? nil : line
        }
    }

    private static func trimmed(_ line: Substring) -> Substring {
        Substring(line.utf8.drop { $0 == UInt8(ascii: " ") })
    }

    private mutating func take(_ text: String, _ form: Regex<(Substring, Substring, Substring)>) throws(Unknown) {
        guard let match = text.wholeMatch(of: form) else {
            throw Unknown(module: name, line: text)
        }
        let other = path(to: match.2)
        needs.append(other)
        lines.append("const { \(match.1.replacing(" as ", with: ": ")) } = $modules['\(other)'];")
    }

    /// Returns the line for the block, with imports and exports rewritten.
    private mutating func known(_ line: Substring, _ others: [String], _ forms: Forms) throws(Unknown) -> Substring {
        var line = line
        if line.hasPrefix("export ") {
            guard let match = line.wholeMatch(of: forms.export), let names = match.2 ?? match.3 else {
                throw Unknown(module: name, line: String(line))
            }
            gives.append(names)
            line = match.1
        }
        // Inside a template literal that spans lines, indentation matters.
        let isWhole = line.utf8.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
        guard isWhole else { throw Unknown(module: name, line: String(line)) }
        return line.contains("import(") ? try fetching(line, others, forms) : line
    }

    private mutating func fetching(_ line: Substring, _ others: [String], _ forms: Forms) throws(Unknown) -> Substring {
        guard let match = line.firstMatch(of: forms.fetch) else {
            throw Unknown(module: name, line: String(line))
        }
        let (start, quote) = (path(to: match.2), match.1)
        guard let end = match.3 else {
            fetches.append(start)
            return line.replacing(match.0, with: "$load(\(quote)\(start)\(quote))")
        }
        fetches += others.filter { other in
            other.hasPrefix(start + "/") && other.hasSuffix(end)
                && !other.dropFirst(start.count + 1).dropLast(end.count).contains("/")
        }.sorted()
        let middle = match.0.drop { $0 != "$" }.prefix { $0 != "}" }
        return line.replacing(match.0, with: "$load(\(quote)\(start)/\(middle)}\(end)\(quote))")
    }

    /// Resolves the path in an import to the name of a module.
    private func path(to other: Substring) -> String {
        var parts = name.split(separator: "/").dropLast()
        for part in other.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
