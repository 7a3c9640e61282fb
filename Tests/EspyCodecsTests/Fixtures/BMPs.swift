/// Windows bitmaps, written byte by byte.
struct BMPs {
    var width: Int
    var height: Int
    var bits = 24
    var isTopDown = false
    var compression = 0
    /// Blue, green, red and a filler byte for each entry.
    var palette: [UInt8] = []
    /// Channel masks, which follow the header.
    var masks: [Int] = []

    /// The file; `pixels` has the rows in file order, without padding.
    func file(rows: [[UInt8]]) -> [UInt8] {
        let body = rows.flatMap { $0 + [UInt8](repeating: 0, count: (4 - $0.count % 4) % 4) }
        let extra = masks.flatMap { little($0, 4) } + palette
        let offset = 54 + extra.count
        var bytes = Array("BM".utf8) + little(offset + body.count, 4) + little(0, 4) + little(offset, 4)
        bytes += little(40, 4) + little(width, 4) + little(isTopDown ? -height : height, 4) + little(1, 2)
        bytes += little(bits, 2) + little(compression, 4) + little(body.count, 4) + little(2835, 4) + little(2835, 4)
        bytes += little(palette.count / 4, 4) + little(0, 4)
        return bytes + extra + body
    }

    private func little(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}
