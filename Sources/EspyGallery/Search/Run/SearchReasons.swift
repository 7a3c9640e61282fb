import EspyBase
import EspyStore
import Foundation

/// Says why a photo was found, and how well it fits.
struct SearchReasons {
    let run: QueryRun
    let slot: Int
    let facts: PhotoFacts

    /// Reasons that are told of one photo.
    private static let most = 6

    struct Reasons {
        var score = 1.0
        var texts: [String] = []
    }

    func reasons(_ plan: QueryPlan) throws(StoreError) -> Reasons {
        var found = try find(plan) ?? Reasons()
        var seen = Set<String>()
        found.texts = Array(found.texts.filter { seen.insert($0).inserted }.prefix(Self.most))
        return found
    }

    /// Nil when this part does not fit the photo.
    private func find(_ plan: QueryPlan) throws(StoreError) -> Reasons? {
        switch plan {
        case .everything, .not: return Reasons()
        case .all(let parts):
            var all = Reasons()
            for part in parts {
                guard let found = try find(part) else { return nil }
                all.score = min(all.score, found.score)
                all.texts += found.texts
            }
            return all
        case .any(let parts):
            let found = try parts.map { (part) throws(StoreError) in try find(part) }.compactMap { $0 }
            guard !found.isEmpty else { return nil }
            return Reasons(score: found.map(\.score).max() ?? 1, texts: found.flatMap(\.texts))
        case .either(let exact, let meaning): return try find(.any([exact, .similar(meaning)]))
        case .album(let name, let plan):
            return try find(plan).map { Reasons(score: $0.score, texts: ["album \(name)"]) }
        case .similar(let photos):
            return photos.scores[slot].map { Reasons(score: $0, texts: ["\(photos.reason) \(Self.percent($0))"]) }
        case .phrase(let words): return words.isEmpty ? nil : text(words, isWhole: false)
        case .term(let term): return try find(term)
        case .filter(let filter): return try find(filter)
        }
    }

    private func find(_ term: QueryTerm) throws(StoreError) -> Reasons? {
        guard try run.photos(.term(term)).contains(slot) else { return nil }
        var found = Reasons(score: 0)
        let meanings = run.meanings(of: term)
        let tags = facts.tags.compactMap { tag in meanings.first { $0.tag == tag.name }.map { (tag, $0.way) } }
        // The surest way there, or the most direct one of two as sure.
        for (tag, way) in tags.sorted(by: { ($0.0.confidence, $1.1.count) > ($1.0.confidence, $0.1.count) }).prefix(2) {
            found.texts.append("\(way.joined(separator: " ← ")) \(Self.percent(tag.confidence))")
            found.score = max(found.score, tag.confidence)
        }
        if let text = text(term.words, isWhole: true, isBeginning: term.isBeginning) {
            found.texts += text.texts
            found.score = max(found.score, text.score)
        }
        if let color = term.color, let share = facts.colors.first(where: { $0.name == color }) {
            found.texts.append("color \(color.rawValue) \(Self.percent(share.share))")
            found.score = max(found.score, share.share)
        }
        if found.texts.isEmpty, term.dates != nil {
            found = Reasons(score: 1, texts: [taken])
        }
        if try run.places(of: term).contains(slot) {
            found = Reasons(score: 1, texts: found.texts + ["in \(term.name)"])
        }
        return found
    }

    private func find(_ filter: GalleryQuery.Filter) throws(StoreError) -> Reasons? {
        guard try run.photos(.filter(filter)).contains(slot) else { return nil }
        switch filter {
        case .tag(let name):
            let term = Thesaurus.term(name)
            let tag = facts.tags.first { $0.name == name } ?? facts.tags.first { Thesaurus.term($0.name) == term }
            guard let tag else { return Reasons() }
            return Reasons(score: tag.confidence, texts: ["\(tag.name) \(Self.percent(tag.confidence))"])
        case .category(let category):
            let tags = facts.tags.filter { $0.category == category }.prefix(2)
            return Reasons(
                score: tags.first?.confidence ?? 1, texts: tags.map { "\($0.name) \(Self.percent($0.confidence))" })
        case .color(let color):
            let share = facts.colors.first { $0.name == color }?.share ?? 0
            return Reasons(score: share, texts: ["color \(color.rawValue) \(Self.percent(share))"])
        case .near(let area):
            guard let place = facts.place else { return Reasons() }
            let distance = area.distance(latitude: place.latitude, longitude: place.longitude)
            return Reasons(texts: ["\(ReasonWords.distance(distance)) away"])
        case .place(let name): return Reasons(texts: ["in \(name)"])
        case .date: return Reasons(texts: [taken])
        case .text: return Reasons(texts: [PhotoFacts.textColumn])
        case .code: return Reasons(texts: ["code"])
        case .name: return Reasons(texts: ["file name"])
        case .folder: return Reasons(texts: ["folder"])
        case .camera, .lens, .rating, .faces, .kind, .mark, .similar, .like, .album:
            return Reasons(texts: [ReasonWords.words(filter, facts)])
        }
    }

    /// In which texts the words stand; any of them where no text has all of them.
    private func text(_ words: [String], isWhole: Bool, isBeginning: Bool = false) -> Reasons? {
        let columns = facts.words.filter { column in
            words.enumerated().allSatisfy { index, word in
                let isOpen = isBeginning && index == words.count - 1
                return Self.holds(column.pieces, TextPieces.of([word]), isOpen: isOpen)
            }
        }
        if columns.isEmpty && isWhole { return nil }
        // A page has hundreds of words, and is about few of them.
        let isPrint = !columns.isEmpty && columns.allSatisfy { $0.column == PhotoFacts.textColumn }
        return Reasons(score: isPrint ? 0.5 : 1, texts: columns.map(\.column))
    }

    /// Do these pieces follow each other, the last one perhaps only with its beginning?
    private static func holds(_ pieces: [Substring], _ wanted: [String], isOpen: Bool) -> Bool {
        guard let last = wanted.last, pieces.count >= wanted.count else { return false }
        return (0...pieces.count - wanted.count).contains { start in
            let end = pieces[start + wanted.count - 1]
            return (isOpen ? end.hasPrefix(last) : end == last)
                && zip(pieces[start...], wanted.dropLast()).allSatisfy { $0 == $1 }
        }
    }

    private var taken: String {
        "taken \(GalleryDate(of: facts.photo.taken, facts.photo.takenDetail)?.description ?? "")"
    }

    static func percent(_ share: Double) -> String {
        share.isFinite ? "\(Int((min(max(share, 0), 1) * 100).rounded())) %" : "0 %"
    }
}
