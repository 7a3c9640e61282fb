/// The pictures of a file that holds several JPEGs (CIPA DC-007): the pair of a 3D camera, the parts of a panorama.
///
/// Cameras put previews beside a photo in the same way, and phones maps of depth or brightness; those are no pages.
struct JPEGPages {
    /// Where each lies in the file. The first is the file's own picture, and ends where the file does.
    let ranges: [Range<Int>]

    /// More pictures than any camera puts into a file.
    private static let most = 4_096

    /// - Parameters:
    ///   - main: the segments of the first picture in `bytes`.
    init(_ main: JPEGSegments, in bytes: [UInt8]) {
        var ranges = [0..<bytes.count]
        if let index = main.index, let table = TIFFDirectory(index)?.bytes(0xB002) {
            let reader = ByteReader(table, littleEndian: index.first == 0x49)
            // Of each a kind, a length, and how far it lies behind the start of the index.
            for entry in 0..<min(reader.count / 16, Self.most) {
                guard let kind = reader.u32(at: 16 * entry), let length = reader.u32(at: 16 * entry + 4),
                    let distance = reader.u32(at: 16 * entry + 8), distance > 0, length > 0
                else { continue }
                let start = index.startIndex + distance
                let range = start..<start + length
                if Self.isPage(
                    kind & 0xFF_FFFF, main, bytes[min(start, bytes.count)..<min(range.upperBound, bytes.count)])
                {
                    ranges.append(range)
                }
            }
        }
        self.ranges = ranges
    }

    private static func isPage(_ kind: Int, _ main: JPEGSegments, _ bytes: ArraySlice<UInt8>) -> Bool {
        switch kind >> 16 {
        // A panorama, a pair, a shot from another side.
        case 2: return true
        // Of no told kind: like the first picture, or something else.
        case 0:
            let start = Array(bytes.prefix(256 << 10))
            guard start.starts(with: [0xFF, 0xD8]), let other = try? JPEGSegments(start) else { return false }
            let isAlike =
                (other.width, other.height, other.components) == (main.width, main.height, main.components)
            return isAlike && !marks.contains { start.prefix(64 << 10).contains(Array($0.utf8)) }
        default: return false
        }
    }

    /// What maps of brightness say of themselves.
    private static let marks = ["hdrgm", "hdrgainmap"]
}
