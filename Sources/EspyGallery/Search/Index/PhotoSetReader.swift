import EspyStore

/// Sets of photos by one thing that they have in common, from the index where it has them, else from the database.
struct PhotoSetReader {
    let index: SearchIndex
    let database: Database

    /// How much of a photo a color must cover for the photo to be found by it.
    static let leastShare = 0.1

    func tag(_ name: String) throws(StoreError) -> PhotoBits {
        try index.set(.tag(name)) { () throws(StoreError) in
            var photos: [Int] = []
            if let id = index.tags[name]?.id {
                photos = try database.integers("SELECT photo FROM photo_tags WHERE tag = ?", [.integer(id)])
            }
            var bits = index.bits(ofPhotos: photos)
            bits.subtract(index.bits(ofPhotos: index.corrections.removed[name] ?? []))
            bits.formUnion(index.bits(ofPhotos: index.corrections.added[name] ?? []))
            return bits
        }
    }

    func color(_ color: ColorName) throws(StoreError) -> PhotoBits {
        try photos(
            .color(color), "SELECT photo FROM photo_colors WHERE color = ? AND share >= ?",
            [.text(color.rawValue), .real(Self.leastShare)])
    }

    /// - Parameter match: in the language of the full-text index.
    func text(_ match: String) throws(StoreError) -> PhotoBits {
        try photos(.text(match), "SELECT rowid FROM photo_words WHERE photo_words MATCH ?", [.text(match)])
    }

    /// Any query whose first column is the number of a photo.
    func photos(_ key: SetKey, _ sql: String, _ parameters: [Parameter] = []) throws(StoreError) -> PhotoBits {
        try index.set(key) { () throws(StoreError) in
            index.bits(ofPhotos: try database.integers(sql, parameters))
        }
    }

    /// Those taken from `start` on and before `end`.
    func taken(from start: Int?, before end: Int?) -> PhotoBits {
        // The order is from new to old.
        let first = end.map { end in firstPosition { index.taken[$0] < end } } ?? 0
        let last = start.map { start in firstPosition { index.taken[$0] < start } } ?? index.order.count
        return PhotoBits(slots: index.ids.count, first < last ? index.order[first..<last] : [])
    }

    private func firstPosition(where isThere: (Int) -> Bool) -> Int {
        var (low, high) = (0, index.order.count)
        while low < high {
            let middle = (low + high) / 2
            if isThere(index.order[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The words as the full-text index is asked for them: one after the other, in one of the columns.
    static func match(_ words: [String], in columns: String? = nil, isBeginning: Bool = false) -> String {
        let phrase =
            "\"" + TextPieces.of(words).joined(separator: " ").filter { $0 != "\"" } + "\"" + (isBeginning ? " *" : "")
        return columns.map { "{\($0)} : \(phrase)" } ?? phrase
    }
}
