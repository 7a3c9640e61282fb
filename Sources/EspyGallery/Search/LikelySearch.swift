import EspyBase
import EspyStore

/// Finds photos that probably show what the words say, without a tag that is certain.
///
/// For each photo, a model gives probabilities of a thousand kinds of things. The probabilities of a word's kinds add
/// up, since a photo shows one or another of them; the probability of a whole tag counts separately.
struct LikelySearch {
    let run: QueryRun

    /// One word of a query, with its certain matches.
    struct Part {
        let exact: QueryPlan
        /// Nil for a part with certain matches only.
        let term: QueryTerm?
    }

    /// The factor for a word of which only the wider meaning is known: half of all people are women.
    private static let narrowing = 0.5
    /// The percentage of a tag without a likelihood.
    private static let toldPercent = 50
    /// Words with at least this many kinds have a stored sum, which is read instead.
    private static let mostKinds = 24
    /// Words that do not describe what a photo shows.
    static let fillers: Set<String> = [
        "a", "an", "the", "in", "on", "at", "of", "with", "and", "my", "our", "his", "her", "some", "der", "die", "das",
        "ein", "eine", "im", "mit", "und", "el", "la", "los", "las", "un", "una", "con", "y", "en",
    ]
    /// Wider meanings that are used for narrower words: the models do not distinguish women from men, or tulips from
    /// roses.
    private static let narrowed = ["person", "clothing", "flower", "vegetable", "fruit", "tool"]

    private var index: SearchIndex { run.index }

    /// Photos that probably match all parts, without those that certainly match all of them; likeliest first. Nil if
    /// there are none.
    func photos(_ parts: [Part]) throws -> SimilarPhotos? {
        guard parts.contains(where: { $0.term != nil }) else { return nil }
        var (common, sure) = (index.alive, index.alive)
        var found: [(exact: PhotoBits, scores: [Int: Double])] = []
        for part in parts {
            let exact = try run.photos(part.exact)
            let scores = try part.term.map(scores) ?? [:]
            var any = PhotoBits(slots: index.ids.count, scores.keys)
            any.formUnion(exact)
            common.formIntersection(any)
            sure.formIntersection(exact)
            found.append((exact, scores))
        }
        common.subtract(sure)
        guard !common.isEmpty else { return nil }
        var scores: [Int: Double] = [:]
        common.visit { slot in
            scores[slot] = found.reduce(1) { $1.exact.contains(slot) ? $0 : $0 * ($1.scores[slot] ?? 0) }
        }
        return SimilarPhotos(scores, slots: index.ids.count, reason: "")
    }

    /// The likelihood that each photo shows what a term means, by slot; only if high enough.
    private func scores(of term: QueryTerm) throws -> [Int: Double] {
        let key = "\u{0}" + term.key
        if let known = index.shown[key] { return known.scores }
        let meanings = meanings(of: term)
        var sums: [Int: (kinds: Int, best: Int)] = [:]
        // Plain tags are less reliable than likelihoods: patterns may pass for faces.
        if let wide = meanings.wide { try run.photos(.filter(.tag(wide))).visit { sums[$0] = (0, Self.toldPercent) } }
        for thing in read(meanings.things) {
            let rows = try run.database.integers(
                "SELECT photo, percent FROM photo_likely WHERE thing = ?", [.integer(thing.id)])
            for row in stride(from: 0, to: rows.count - 1, by: 2) {
                guard let slot = index.slots[rows[row]] else { continue }
                if thing.isKind {
                    sums[slot, default: (0, 0)].kinds += rows[row + 1]
                } else {
                    sums[slot, default: (0, 0)].best = max(sums[slot]?.best ?? 0, rows[row + 1])
                }
            }
        }
        let share = meanings.wide == nil ? 1 : Self.narrowing
        let scores = sums.mapValues { min(Double(max($0.kinds, $0.best)) / 100, 1) * share }
            .filter { $0.value >= LikelyThing.worthTelling }
        index.keep(SimilarPhotos(scores, order: [], slots: 0, reason: ""), showing: key)
        return scores
    }

    private struct Thing {
        let id: Int
        let isKind: Bool
    }

    /// The things of a term, without single kinds where a sum covers them.
    private func read(_ things: [TagNames.Meaning]) -> [Thing] {
        let known = things.compactMap { meaning in
            index.likely[meaning.tag].map {
                (thing: Thing(id: $0.id, isKind: $0.category == TagNames.kind), steps: meaning.way.count)
            }
        }
        let hasSum = known.contains { !$0.thing.isKind && $0.steps <= 2 }
        let kinds = known.count { $0.thing.isKind }
        return known.filter { !$0.thing.isKind || !hasSum || kinds < Self.mostKinds }.map(\.thing)
    }

    /// The things that a term may look like.
    private struct Meanings {
        var things: [TagNames.Meaning] = []
        /// The wider tag used for the term if there is nothing narrower.
        var wide: String?
    }

    private func meanings(of term: QueryTerm) -> Meanings {
        guard !term.isBeginning else { return Meanings() }
        let terms = [term.text] + term.english.map(Thesaurus.term)
        var (found, seen) = (Meanings(), Set<String>())
        for meaning in terms.flatMap({ index.likely.meanings(of: $0) }) where seen.insert(meaning.tag).inserted {
            found.things.append(meaning)
        }
        if !found.things.isEmpty || terms.contains(where: { !index.tags.meanings(of: $0).isEmpty }) { return found }
        found.wide = Self.narrowed.first { wide in
            let reach = Thesaurus.shared.reach(from: wide)
            return terms.contains { reach[$0] != nil }
        }
        if let wide = found.wide { found.things = index.likely.meanings(of: wide).filter { $0.tag == wide } }
        return found
    }

    /// The reasons for a photo found in this way: `looks like a coffee mug, 31 %`.
    func reasons(_ slot: Int, _ parts: [Part]) throws -> [String] {
        let rows = try run.database.integers(
            "SELECT thing, percent FROM photo_likely WHERE photo = ?", [.integer(index.ids[slot])])
        let percents = Dictionary(first: stride(from: 0, to: rows.count - 1, by: 2).map { (rows[$0], rows[$0 + 1]) })
        return try parts.compactMap { part in
            guard let term = part.term, try !run.photos(part.exact).contains(slot) else { return nil }
            let meanings = meanings(of: term)
            let all = meanings.things.compactMap { meaning -> (name: String, percent: Int, isKind: Bool)? in
                guard let entry = index.likely[meaning.tag], let percent = percents[entry.id] else { return nil }
                return (entry.name, percent, entry.category == TagNames.kind)
            }
            // A kind is more specific than a sum, if it makes up most of it.
            let best = all.max { ($0.percent, $1.name) < ($1.percent, $0.name) }
            let kind = all.filter(\.isKind).max { ($0.percent, $1.name) < ($1.percent, $0.name) }
            guard let named = kind.flatMap({ 2 * $0.percent >= best?.percent ?? 0 ? $0 : nil }) ?? best else {
                return meanings.wide.map { "looks like \(Self.withArticle($0)), \(Self.toldPercent) %" }
            }
            return "looks like \(Self.withArticle(named.name)), \(named.percent) %"
        }
    }

    /// Uncountable nouns take no article.
    private static func withArticle(_ name: String) -> String {
        let last = GalleryWords.of(name).last ?? ""
        let isPlural = name.hasSuffix("s") && !name.hasSuffix("ss") && !name.hasSuffix("us")
        if isPlural || uncounted.contains(name) || uncounted.contains(last) { return name }
        return (name.first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + name
    }

    private static let uncounted: Set<String> = [
        "bread", "clothing", "dough", "electronics", "espresso", "food", "fruit", "furniture", "guacamole", "hay",
        "indoor", "kitchenware", "nature", "night", "outdoor", "paper", "people", "rain", "sky", "snow", "sport",
        "velvet", "water", "wine", "wool",
    ]
}
