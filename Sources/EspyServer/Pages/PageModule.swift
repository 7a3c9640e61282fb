import Foundation

/// A script of the web app, as a part of a larger one: a block that takes what it needs from other modules out of one
/// table, and puts what it gives into it.
struct PageModule {
    /// Its path below `app`.
    let name: String
    /// The modules that it needs to run.
    private(set) var needs: [String] = []
    /// The modules that it fetches while it runs. Where only the reader tells which, all that it may be.
    private(set) var fetches: [String] = []
    private var lines: [Substring] = []
    private var gives: [Substring] = []

    /// How the lines look that mean something to other modules.
    struct Forms {
        /// `import { a, b as c } from './d.js'`
        fileprivate let list = /import \{ (.+?),? \} from '(\.[^']+)'/
        fileprivate let export = /export ((?:async )?(?:function\*?|const|class) (?:([\w$]+)|\{ ([\w$, ]+) \} =).*)/
        /// `import('./a.js')`, or `` import(`./a/${b}.js`) ``
        fileprivate let fetch = /import\((['`])(\.[^'`$]*)(?:\$\{\w+\}([^'`$]*))?\1\)/
    }

    /// A line that means more than is known here.
    struct Unknown: Error {
        let module: String
        let line: String
    }

    /// - Parameter others: the names of all modules.
    init(name: String, source: String, others: [String], forms: Forms) throws(Unknown) {
        self.name = name
        var list: [Substring] = []
        for line in Self.code(in: source) {
            // Lists of names may go over several lines.
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

    /// Its block in a script whose head names `$modules` and `$load`.
    var block: String {
        let given = gives.isEmpty ? "" : ";$modules['\(name)'] = { \(gives.joined(separator: ", ")) }\n"
        return "{\n" + lines.joined(separator: "\n") + "\n" + given + "}\n"
    }

    /// The lines of a script or of styles without those that are only for readers, and without what stands before them.
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

    /// A line as it stands in the block.
    private mutating func known(_ line: Substring, _ others: [String], _ forms: Forms) throws(Unknown) -> Substring {
        var line = line
        if line.hasPrefix("export ") {
            guard let match = line.wholeMatch(of: forms.export), let names = match.2 ?? match.3 else {
                throw Unknown(module: name, line: String(line))
            }
            gives.append(names)
            line = match.1
        }
        // In text over several lines what stands before them would count.
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
            other.hasPrefix(start + "/") && other.hasSuffix(end) && !other.dropFirst(start.count + 1).contains("/")
        }.sorted()
        let middle = match.0.drop { $0 != "$" }.prefix { $0 != "}" }
        return line.replacing(match.0, with: "$load(\(quote)\(start)/\(middle)}\(end)\(quote))")
    }

    /// The name of another module from how this one writes it.
    private func path(to other: Substring) -> String {
        var parts = name.split(separator: "/").dropLast()
        for part in other.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
