/// Which folders of a module use what others declare, as far as names tell.
///
/// Types and functions outside of types count, and static members that a folder adds to a type of another one.
struct FolderGraph {
    /// One use, to be shown to whoever has to mend it.
    struct Use: CustomStringConvertible {
        let file: String
        let line: Int
        let name: String
        let from: String
        let to: String

        var description: String { "\(from) → \(to): \(file):\(line) uses \(name)" }
    }

    private(set) var uses: [String: [String: Use]] = [:]

    /// - Parameters:
    ///   - files: text of the sources by path, below the folder of the module.
    ///   - level: how many folders of a path are told apart; those deeper down belong to these.
    init(_ files: [String: String], level: Int = .max) {
        let sources = files.mapValues { SwiftTokens($0).tokens }
        func folder(_ file: String) -> String {
            file.split(separator: "/").dropLast().prefix(level).joined(separator: "/")
        }
        var homes: [String: Set<String>] = [:]
        for (file, tokens) in sources {
            for name in Self.declared(in: tokens) { homes[name, default: []].insert(folder(file)) }
        }
        for (file, tokens) in sources.sorted(by: { $0.key < $1.key }) {
            let here = folder(file)
            for (token, name) in Self.mentioned(in: tokens) {
                // A name that several folders declare tells nothing.
                guard let home = homes[name], home.count == 1, let there = home.first, there != here else { continue }
                if uses[here]?[there] == nil {
                    uses[here, default: [:]][there] = Use(
                        file: file, line: token.line, name: name, from: here, to: there)
                }
            }
        }
    }

    /// The shortest way from a folder back to itself; nil where there is none.
    func cycle() -> [Use]? {
        uses.keys.sorted().compactMap(cycle(from:)).min { $0.count < $1.count }
    }

    private func cycle(from start: String) -> [Use]? {
        var ways: [[Use]] = (uses[start] ?? [:]).values.sorted { $0.to < $1.to }.map { [$0] }
        var seen: Set<String> = []
        while !ways.isEmpty {
            let way = ways.removeFirst()
            guard let last = way.last else { continue }
            if last.to == start { return way }
            guard seen.insert(last.to).inserted else { continue }
            ways += (uses[last.to] ?? [:]).values.sorted { $0.to < $1.to }.map { way + [$0] }
        }
        return nil
    }

    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias", "func"]
    private static let members: Set<String> = ["let", "var", "func"]

    /// `Type` for what stands outside of types, `Type.member` for static members in extensions.
    private static func declared(in tokens: [SwiftTokens.Token]) -> [String] {
        var names: [String] = []
        var extended = ""
        for (index, token) in tokens.enumerated() where index + 1 < tokens.count {
            let next = tokens[index + 1].text
            if token.depth == 0, token.text == "extension" { extended = next }
            if token.depth == 0, kinds.contains(token.text) {
                extended = ""
                if !isPrivate(tokens, index) { names.append(next) }
            }
            if token.depth == 1, !extended.isEmpty, members.contains(token.text), index > 0,
                tokens[index - 1].text == "static", !isPrivate(tokens, index - 1)
            {
                names.append("\(extended).\(next)")
            }
        }
        return names
    }

    private static func isPrivate(_ tokens: [SwiftTokens.Token], _ index: Int) -> Bool {
        var place = index - 1
        while place >= 0, tokens[place].line == tokens[index].line {
            if ["private", "fileprivate"].contains(tokens[place].text) { return true }
            place -= 1
        }
        return false
    }

    private static func mentioned(
        in tokens: [SwiftTokens.Token]
    ) -> [(token: SwiftTokens.Token, name: String)] {
        tokens.enumerated().flatMap { index, token -> [(SwiftTokens.Token, String)] in
            guard token.isName else { return [] }
            // A member of something else may have the name of a type.
            let isMember = index > 0 && tokens[index - 1].text == "."
            guard !isMember else { return [] }
            var names = [(token, token.text)]
            if index + 2 < tokens.count, tokens[index + 1].text == "." {
                names.append((token, "\(token.text).\(tokens[index + 2].text)"))
            }
            return names
        }
    }
}
