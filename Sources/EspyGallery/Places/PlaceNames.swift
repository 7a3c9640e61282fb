import EspyStore
import Synchronization

/// What places are called: cities of the world and the countries they are in, from a file of `Scripts/make-map`.
///
/// The file is read when it is first needed. Where it is missing, places have no names.
public final class PlaceNames: Sendable {
    private let path: String
    private let kept = Mutex(Kept())

    private struct Kept {
        var file: [UInt8]?
        var atlas: Atlas?
        /// What was found out of words.
        var known: [String: Bool] = [:]
    }

    /// - Parameter path: of `places.tsv`.
    public init(path: String) { self.path = path }

    var atlas: Atlas {
        kept.withLock { kept in
            if let atlas = kept.atlas { return atlas }
            let atlas = Atlas(read(&kept))
            kept.atlas = atlas
            return atlas
        }
    }

    /// Is any place called so, or, where it is several words, begins so? A look at the file, which takes a hundredth of what
    /// the atlas takes to be made; most words are no places.
    func has(_ word: String) -> Bool {
        kept.withLock { kept in
            if let known = kept.known[word] { return known }
            let has = Self.has(Names.plain(word), in: read(&kept))
            if kept.known.count >= Self.mostKnown { kept.known = [:] }
            kept.known[word] = has
            return has
        }
    }

    private func read(_ kept: inout Kept) -> [UInt8] {
        if let file = kept.file { return file }
        let file = (try? FileContents(path: path, limit: Self.limit).bytes) ?? []
        kept.file = file
        return file
    }

    /// Is any of the names in the file this one?
    private static func has(_ name: String, in file: [UInt8]) -> Bool {
        let wanted = Array(name.utf8)
        guard let first = wanted.first else { return false }
        let isLong = wanted.contains(UInt8(ascii: " "))
        return file.withUnsafeBufferPointer { file in
            var start = 0
            for end in file.indices where file[end] == 0x09 || file[end] == 0x0A || file[end] == 0x7C {
                defer { start = end + 1 }
                let begin = file[start..<end].starts(with: [0x54, 0x68, 0x65, 0x20]) ? start + 4 : start
                guard begin < end, file[begin] | 0x20 == first | 0x20 || file[begin] >= 0x80 else { continue }
                if begins(file[begin..<end], with: wanted, isWhole: !isLong) { return true }
            }
            return false
        }
    }

    /// - Parameter isWhole: whether nothing may follow; else a space.
    private static func begins(_ field: Slice<UnsafeBufferPointer<UInt8>>, with wanted: [UInt8], isWhole: Bool) -> Bool
    {
        if field.allSatisfy({ $0 < 0x80 }) {
            guard field.count >= wanted.count, zip(field, wanted).allSatisfy({ small($0) == $1 }) else { return false }
            return field.count == wanted.count || (!isWhole && field[field.startIndex + wanted.count] == 0x20)
        }
        let plain = Array(Names.plain(String(decoding: field, as: UTF8.self)).utf8)
        guard plain.starts(with: wanted) else { return false }
        return plain.count == wanted.count || (!isWhole && plain[wanted.count] == 0x20)
    }

    private static func small(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    private static let limit = 16 << 20
    private static let mostKnown = 1_000
}
