/// The relations between words: other names of a thing, its kinds, and what it is often found with.
///
/// A general word finds its kinds at any depth: `animal` finds `golden retriever`. A kind never finds the general word.
/// Things that are often found together are one step away, and lead no further.
struct Thesaurus: Sendable {
    /// Other names, in both directions.
    private var names: [String: [String]] = [:]
    private var kinds: [String: [String]] = [:]
    private var neighbors: [String: [String]] = [:]

    static let shared = Thesaurus(ThesaurusTable.lines)

    init(_ lines: String) {
        for line in lines.split(separator: "\n") { add(line) }
    }

    private mutating func add(_ line: Substring) {
        guard let mark = line.firstIndex(where: { "=~>".contains($0) }) else { return }
        let first = Self.term(line[..<mark])
        for other in line[line.index(after: mark)...].split(separator: ",").map(Self.term) {
            switch line[mark] {
            case ">": kinds[first, default: []].append(other)
            case "=":
                names[first, default: []].append(other)
                names[other, default: []].append(first)
            default:
                neighbors[first, default: []].append(other)
                neighbors[other, default: []].append(first)
            }
        }
    }

    static func term(_ text: some StringProtocol) -> String { GalleryWords.of(text).joined(separator: " ") }

    /// Whether it contains this term.
    func knows(_ term: String) -> Bool { names[term] != nil || kinds[term] != nil || neighbors[term] != nil }

    /// All its terms, for completion.
    var terms: Set<String> {
        var terms = Set<String>()
        for table in [names, kinds, neighbors] {
            for (term, others) in table { terms.formUnion([term] + others) }
        }
        return terms
    }

    /// All terms that one finds, each with the path to it: `animal`, `dog`, `golden retriever`.
    func reach(from start: String) -> [String: [String]] {
        var ways = [start: [start]]
        // The other name of another name often means something else: "fall" is autumn, and falling water.
        let alike = [start] + (names[start] ?? [])
        for other in alike where ways[other] == nil { ways[other] = [start, other] }
        var open = alike
        var next = 0
        while next < open.count {
            let term = open[next]
            next += 1
            for kind in kinds[term] ?? [] where ways[kind] == nil {
                let way = (ways[term] ?? []) + [kind]
                ways[kind] = way
                open.append(kind)
                for name in names[kind] ?? [] where ways[name] == nil {
                    ways[name] = way + [name]
                    open.append(name)
                }
            }
        }
        for term in alike {
            for other in neighbors[term] ?? [] where ways[other] == nil { ways[other] = (ways[term] ?? []) + [other] }
        }
        return ways
    }
}
