import CZlib

/// Makes a ZIP archive of some files, one after the other (APPNOTE 6.3.3, without its extensions).
///
/// The same files make the same bytes: all are of the first day that the format knows.
package struct ZIPWriter {
    private struct Entry {
        let name: [UInt8]
        let sum: UInt32
        let packed: Int
        let size: Int
        let isDeflated: Bool
        let place: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    package init() {}

    /// - Parameters:
    ///   - name: with `/` between folders; another one for each file.
    ///   - content: less than 4 GB, as the archive as a whole.
    package mutating func add(_ name: String, _ content: [UInt8]) {
        let deflated = content.isEmpty ? nil : Deflate.compress(content, format: .bare)
        let isDeflated = deflated.map { $0.count < content.count } ?? false
        let packed = isDeflated ? deflated ?? content : content
        let entry = Entry(
            name: Array(name.utf8), sum: CRC32.of(content),
            packed: packed.count, size: content.count, isDeflated: isDeflated, place: bytes.count)
        append(0x0403_4B50, 4)
        append(common: entry)
        bytes += entry.name + packed
        entries.append(entry)
    }

    /// The whole archive.
    package consuming func finish() -> [UInt8] {
        let start = bytes.count
        for entry in entries {
            append(0x0201_4B50, 4)
            append(Self.version, 2)
            append(common: entry)
            // No comment; the first disk; no attributes.
            append(0, 10)
            append(entry.place, 4)
            bytes += entry.name
        }
        let size = bytes.count - start
        append(0x0605_4B50, 4)
        append(0, 4)
        append(entries.count, 2)
        append(entries.count, 2)
        append(size, 4)
        append(start, 4)
        append(0, 2)
        return bytes
    }

    /// 2.0: folders and deflated files.
    private static let version = 20
    /// Names are UTF-8.
    private static let flags = 1 << 11
    /// 1980-01-01.
    private static let firstDay = 1 << 5 | 1

    /// What stands before each file and once more in the list at the end.
    private mutating func append(common entry: Entry) {
        append(Self.version, 2)
        append(Self.flags, 2)
        append(entry.isDeflated ? 8 : 0, 2)
        append(0, 2)
        append(Self.firstDay, 2)
        append(Int(entry.sum), 4)
        append(entry.packed, 4)
        append(entry.size, 4)
        append(entry.name.count, 2)
        append(0, 2)
    }

    /// Little endian.
    private mutating func append(_ number: Int, _ count: Int) {
        for place in 0..<count { bytes.append(place < 8 ? UInt8(truncatingIfNeeded: number >> (8 * place)) : 0) }
    }
}
