/// Finds all pairs of hashes that differ in few bits, in any orientation, without comparing all pairs.
///
/// The 64 bits are split into five bands. Two hashes that differ in at most nine bits differ in at most one bit in some
/// band (two in each would be ten), so each hash is compared only with those that have the same band or one that
/// differs in one bit. For a hundred thousand unrelated photos, some hundred comparisons remain per photo and
/// orientation.
package struct HashPairs {
    /// Maximum number of bits in which the hashes of a pair differ.
    static let mostBits = 9
    private static let bands = 5

    private let hashes: [UInt64]

    /// A pair of indexes into the list.
    package struct Pair {
        package let first: Int
        package let second: Int
        let bits: Int
        /// Whether one of them is rotated by a quarter turn, so that its width is the other's height.
        package let isTurned: Bool
    }

    package init(_ hashes: [UInt64]) { self.hashes = hashes }

    /// - Parameters:
    ///   - wants: called before a pair is compared; the first index is always the smaller one.
    ///   - visit: called for each pair; several times if it matches in several orientations.
    package func visit(wants: (Int, Int) -> Bool, pair visit: (Pair) -> Void) {
        for band in 0..<Self.bands {
            if Task.isCancelled { return }
            let table = BandTable(hashes, band: band)
            for first in hashes.indices {
                for (orientation, hash) in PerceptualHash.orientations(of: hashes[first]).enumerated() {
                    table.visitNear(hash) { second, other in
                        guard second > first, (hash ^ other).nonzeroBitCount <= Self.mostBits, wants(first, second)
                        else { return }
                        let bits = (hash ^ other).nonzeroBitCount
                        visit(Pair(first: first, second: second, bits: bits, isTurned: orientation >= 4))
                    }
                }
            }
        }
    }

    /// All hashes, indexed by one band.
    private struct BandTable {
        private let shift: UInt64
        private let width: Int
        private var starts: [Int32]
        private var entries: [(hash: UInt64, place: Int32)]

        init(_ hashes: [UInt64], band: Int) {
            shift = UInt64(13 * band)
            width = min(13, 64 - 13 * band)
            starts = [Int32](repeating: 0, count: (1 << width) + 1)
            entries = [(UInt64, Int32)](repeating: (0, 0), count: hashes.count)
            for hash in hashes { starts[key(hash) + 1] += 1 }
            for key in 1..<starts.count { starts[key] += starts[key - 1] }
            var next = starts
            for (place, hash) in hashes.enumerated() {
                entries[Int(next[key(hash)])] = (hash, Int32(place))
                next[key(hash)] += 1
            }
        }

        private func key(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> shift) & ((1 << width) - 1) }

        func visitNear(_ hash: UInt64, _ visit: (Int, UInt64) -> Void) {
            let own = key(hash)
            look(own, visit)
            for bit in 0..<width { look(own ^ (1 << bit), visit) }
        }

        private func look(_ key: Int, _ visit: (Int, UInt64) -> Void) {
            for entry in Int(starts[key])..<Int(starts[key + 1]) {
                visit(Int(entries[entry].place), entries[entry].hash)
            }
        }
    }
}
