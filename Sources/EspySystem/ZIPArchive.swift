/// The files of a ZIP archive, as spreadsheets and sets of ImageJ regions are: plain or deflated, without encryption, in
/// one part.
package struct ZIPArchive: Sendable {
    /// Bytes of one file in it, at most.
    package static let largestPart = 64 << 20
    private static let mostParts = 10_000

    private struct Entry: Sendable {
        let isDeflated: Bool
        let packed: Int
        let size: Int
        let header: Int
    }

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]
    /// In the order of the archive.
    package private(set) var names: [String] = []

    /// - Returns: nil for what is no such archive.
    package init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let end = Self.end(of: bytes), let count = number(at: end + 10, 2), let start = number(at: end + 16, 4),
            count <= Self.mostParts
        else { return nil }
        var place = start
        for _ in 0..<count {
            guard let (name, entry, next) = entry(at: place) else { return nil }
            if entries.updateValue(entry, forKey: name) == nil { names.append(name) }
            place = next
        }
    }

    /// What is in a file of the archive.
    /// - Returns: nil for one that is not there, broken or too large.
    package func part(_ name: String) -> [UInt8]? {
        guard let entry = entries[name], entry.size <= Self.largestPart, number(at: entry.header, 4) == 0x0403_4B50,
            let nameLength = number(at: entry.header + 26, 2), let extra = number(at: entry.header + 28, 2)
        else { return nil }
        let start = entry.header + 30 + nameLength + extra
        guard start + entry.packed <= bytes.count else { return nil }
        let packed = Array(bytes[start..<start + entry.packed])
        guard entry.isDeflated else { return packed.count == entry.size ? packed : nil }
        if entry.size == 0 { return [] }
        let part = Inflate.expandBare(packed, most: entry.size)
        return part?.count == entry.size ? part : nil
    }

    /// One of the list at the end of the archive.
    private func entry(at place: Int) -> (String, Entry, next: Int)? {
        guard number(at: place, 4) == 0x0201_4B50, let flags = number(at: place + 8, 2),
            let method = number(at: place + 10, 2), let packed = number(at: place + 20, 4),
            let size = number(at: place + 24, 4), let nameLength = number(at: place + 28, 2),
            let extra = number(at: place + 30, 2), let comment = number(at: place + 32, 2),
            let header = number(at: place + 42, 4)
        else { return nil }
        let nameEnd = place + 46 + nameLength
        // Encrypted, or packed in a way that only some programs know.
        guard flags & 1 == 0, method == 0 || method == 8, nameEnd <= bytes.count else { return nil }
        let name = String(decoding: bytes[(place + 46)..<nameEnd], as: UTF8.self)
        let entry = Entry(isDeflated: method == 8, packed: packed, size: size, header: header)
        return (name, entry, nameEnd + extra + comment)
    }

    /// Where the record is that ends an archive: behind it there may be a comment.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 22 else { return nil }
        let first = max(0, bytes.count - 22 - 0xFFFF)
        return (first...(bytes.count - 22)).reversed().first { bytes[$0...].starts(with: [0x50, 0x4B, 5, 6]) }
    }

    /// Little endian; nil behind the end.
    private func number(at place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
}
