import EspyStore

/// A set of photos as a bit set over their slots in the index.
struct PhotoBits: Equatable {
    private(set) var words: [UInt64]

    /// An empty set for `slots` slots.
    init(slots: Int) { words = [UInt64](repeating: 0, count: (slots + 63) / 64) }

    init(slots: Int, _ members: some Sequence<Int>) {
        self.init(slots: slots)
        for slot in members { insert(slot) }
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ slot: Int) -> Bool {
        slot >> 6 < words.count && words[slot >> 6] >> UInt64(slot & 63) & 1 == 1
    }

    mutating func insert(_ slot: Int) {
        grow(to: slot >> 6 + 1)
        words[slot >> 6] |= 1 << UInt64(slot & 63)
    }

    mutating func remove(_ slot: Int) {
        guard slot >> 6 < words.count else { return }
        words[slot >> 6] &= ~(1 << UInt64(slot & 63))
    }

    mutating func formUnion(_ other: PhotoBits) {
        grow(to: other.words.count)
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: PhotoBits) {
        for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
    }

    mutating func subtract(_ other: PhotoBits) {
        for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
    }

    /// Visits each member, in slot order.
    func visit(_ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    /// The number of photos in both.
    func countOfIntersection(_ other: PhotoBits) -> Int {
        var count = 0
        for index in 0..<min(words.count, other.words.count) {
            count += (words[index] & other.words[index]).nonzeroBitCount
        }
        return count
    }

    private mutating func grow(to count: Int) {
        if words.count < count { words += [UInt64](repeating: 0, count: count - words.count) }
    }
}

/// Sets of photos with a common property, from the index if possible, otherwise from the database.
struct PhotoSetReader {
    let index: SearchIndex
    let database: Database

    /// The share of a photo that a color must cover to be found.
    static let leastShare = 0.1

    func tag(_ name: String) throws -> PhotoBits {
        try index.set(.tag(name)) {
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

    func color(_ color: ColorName) throws -> PhotoBits {
        try photos(
            .color(color), "SELECT photo FROM photo_colors WHERE color = ? AND share >= ?",
            [.text(color.rawValue), .real(Self.leastShare)])
    }

    /// - Parameter match: a query of the full-text index.
    func text(_ match: String) throws -> PhotoBits {
        try photos(.text(match), "SELECT rowid FROM photo_words WHERE photo_words MATCH ?", [.text(match)])
    }

    /// Runs any query whose first column is the id of a photo.
    func photos(_ key: SetKey, _ sql: String, _ parameters: [Parameter] = []) throws -> PhotoBits {
        try index.set(key) {
            index.bits(ofPhotos: try database.integers(sql, parameters))
        }
    }

    /// Photos taken from `start` on and before `end`.
    func taken(from start: Int?, before end: Int?) -> PhotoBits {
        // The order is newest first.
        let first = end.map { end in firstPosition { index.taken[$0] < end } } ?? 0
        // Photos without a date are excluded.
        let earliest = start ?? SearchIndex.undated + 1
        let last = firstPosition { index.taken[$0] < earliest }
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

    /// The words as a full-text query: consecutive, in one of the columns.
    static func match(_ words: [String], in columns: String? = nil, isBeginning: Bool = false) -> String {
        let phrase =
            "\"" + TextPieces.of(words).joined(separator: " ").filter { $0 != "\"" } + "\"" + (isBeginning ? " *" : "")
        return columns.map { "{\($0)} : \(phrase)" } ?? phrase
    }
}
