import Espy
import EspyApp

/// `espy gallery search`.
struct GallerySearching {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func run(_ gallery: Gallery) async throws -> Exit {
        let query = command.context.invocation.operands.joined(separator: " ")
        let start = command.context.invocation.value(Flags.offset).flatMap { Int($0) } ?? 0
        let asked = command.context.invocation.value(Flags.searchLimit).flatMap { Int($0) } ?? 100
        let limit = asked == 0 ? Int.max : asked
        var (hits, total) = ([GalleryHit](), 0)
        repeat {
            let page = try await gallery.search(
                query, offset: start + hits.count, limit: min(limit - hits.count, Gallery.longestPage),
                now: command.here)
            total = page.total
            hits += page.hits
            if page.hits.isEmpty { break }
            try Task.checkCancellation()
        } while hits.count < limit && start + hits.count < total
        let next = start + hits.count < total ? start + hits.count : nil
        if command.isJSON {
            _ = try await command.context.answer(try JSONText.line(SearchJSON(hits, total: total, next: next)))
        } else {
            _ = try await command.context.answer(hits.map(line).joined())
            if total == 0 { await command.context.note("no photo fits") }
            if let next { await command.context.note("\(hits.count) of \(total); --offset \(next) shows more") }
        }
        return total == 0 ? .incomplete : .complete
    }

    /// The path alone, so that other programs can go on with it; the reasons after it where they were asked for.
    private func line(_ hit: GalleryHit) -> String {
        let path = printable(hit.photo.path)
        guard command.context.invocation.isOn(Flags.reasons), !hit.why.isEmpty else { return path + "\n" }
        return "\(path)\t\(printable(hit.why.joined(separator: "; ")))\n"
    }
}

/// `{"photos": [{"id", "path", "score", "why": [], "taken", "tags": []}], "total", "next"}`
private struct SearchJSON: Encodable {
    private let photos: [Photo]
    private let total: Int
    /// Where the next page begins; null at the end.
    private let next: Int?

    private struct Photo: Encodable {
        let id: Int
        let path: String
        let score: Double
        let why: [String]
        let taken: String
        let tags: [String]
    }

    private enum Key: String, CodingKey { case photos, total, next }

    init(_ hits: [GalleryHit], total: Int, next: Int?) {
        photos = hits.map {
            Photo(
                id: $0.photo.id, path: $0.photo.path, score: ($0.score * 1000).rounded() / 1000, why: $0.why,
                taken: Timestamp.wallClock($0.photo.taken, $0.photo.takenDetail), tags: $0.photo.tags)
        }
        (self.total, self.next) = (total, next)
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(photos, forKey: .photos)
        try box.encode(total, forKey: .total)
        try box.encode(next, forKey: .next)
    }
}
