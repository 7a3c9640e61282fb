/// A set of photos, by their slots in the index: a bit for each.
struct PhotoBits: Equatable {
    private(set) var words: [UInt64]

    /// None of so many slots.
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

    /// Each member, from the first slot on.
    func visit(_ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    /// How many are in both.
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
