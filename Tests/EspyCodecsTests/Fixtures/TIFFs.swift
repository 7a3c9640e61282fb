/// TIFF files and directories, written byte by byte.
struct TIFFs {
    enum Value {
        case bytes([UInt8])
        case text(String)
        case shorts([Int])
        case longs([Int])
        case rationals([(Int, Int)])
        /// Another directory that the field points to.
        case directory([(Int, Value)])
        /// Bytes elsewhere that the field points to with a single number.
        case blob([UInt8])
    }

    var isLittle = false
    /// Whether values and offsets have 64 bits.
    var isBig = false

    /// A file with one directory, its fields in the given order.
    func file(_ fields: [(Int, Value)]) -> [UInt8] { file(pages: [fields]) }

    /// A file with several directories, one after the other.
    func file(pages: [[(Int, Value)]]) -> [UInt8] {
        let start = isBig ? number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8) : number(42, 2) + number(8, 4)
        return pages.enumerated().reduce(Array((isLittle ? "II" : "MM").utf8) + start) { bytes, page in
            bytes + directory(page.element, at: bytes.count, isLast: page.offset == pages.count - 1)
        }
    }

    /// An uncompressed picture in one strip; `pixel` returns red, green and blue.
    func picture(
        width: Int, height: Int, extra: [(Int, Value)] = [], pixel: (Int, Int) -> [UInt8]
    ) -> [UInt8] {
        let rows = (0..<height).flatMap { y in (0..<width).flatMap { pixel($0, y) } }
        return file(Self.fields(width: width, height: height, rows: rows) + extra)
    }

    /// The fields of a picture with three eight-bit samples in one strip; given fields with the same tags replace them.
    static func fields(
        width: Int, height: Int, rows: [UInt8], others: [(Int, Value)] = []
    ) -> [(Int, Value)] {
        let usual: [(Int, Value)] = [
            (256, .longs([width])), (257, .longs([height])), (258, .shorts([8, 8, 8])), (259, .shorts([1])),
            (262, .shorts([2])), (273, .blob(rows)), (277, .shorts([3])), (278, .longs([height])),
            (279, .longs([rows.count])),
        ]
        let replaced = Set(others.map(\.0))
        return (usual.filter { !replaced.contains($0.0) } + others).sorted { $0.0 < $1.0 }
    }

    /// Gray samples of 16 bits, one row after the other.
    func gray(
        width: Int, height: Int, _ samples: [Int], others: [(Int, Value)] = []
    ) -> [(Int, Value)] {
        let rows = samples.flatMap { number($0, 2) }
        let own: [(Int, Value)] = [(258, .shorts([16])), (262, .shorts([1])), (277, .shorts([1]))]
        let replaced = Set(others.map(\.0))
        return Self.fields(
            width: width, height: height, rows: rows, others: own.filter { !replaced.contains($0.0) } + others)
    }

    private func directory(_ fields: [(Int, Value)], at place: Int, isLast: Bool = true) -> [UInt8] {
        let wide = isBig ? 8 : 4
        var (head, tail) = (number(fields.count, isBig ? 8 : 2), [UInt8]())
        let rest = place + (isBig ? 8 : 2) + (4 + 2 * wide) * fields.count + wide
        for (tag, value) in fields {
            let there = rest + tail.count
            let (type, count, bytes) = stored(value, at: there)
            head += number(tag, 2) + number(type, 2) + number(count, wide)
            switch value {
            case .directory, .blob:
                head += number(there, 4) + [UInt8](repeating: 0, count: wide - 4)
                tail += bytes
            default:
                if bytes.count <= wide {
                    head += bytes + [UInt8](repeating: 0, count: wide - bytes.count)
                } else {
                    head += number(there, wide)
                    tail += bytes
                }
            }
            if !tail.count.isMultiple(of: 2) { tail.append(0) }
        }
        return head + number(isLast ? 0 : rest + tail.count, wide) + tail
    }

    private func stored(_ value: Value, at place: Int) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .bytes(let bytes): (1, bytes.count, bytes)
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .shorts(let values): (3, values.count, values.flatMap { number($0, 2) })
        case .longs(let values): (4, values.count, values.flatMap { number($0, 4) })
        case .rationals(let values): (5, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
        case .directory(let fields): (4, 1, directory(fields, at: place))
        case .blob(let bytes): (4, 1, bytes)
        }
    }

    func number(_ value: Int, _ size: Int) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittle ? little : little.reversed()
    }
}
