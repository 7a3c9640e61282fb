/// TIFF directories with an orientation, written byte by byte.
enum EXIFBlocks {
    static func tiff(orientation: Int, littleEndian: Bool = true, entriesBefore: Int = 1) -> [UInt8] {
        var bytes = Array((littleEndian ? "II" : "MM").utf8)
        func put(_ value: Int, _ size: Int) {
            let little = (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
            bytes += littleEndian ? little : little.reversed()
        }
        put(42, 2)
        put(8, 4)
        put(entriesBefore + 1, 2)
        for tag in 0..<entriesBefore {
            // Some other field: the image width.
            put(0x0100 + tag, 2)
            put(4, 2)
            put(1, 4)
            put(99, 4)
        }
        put(0x0112, 2)
        put(3, 2)
        put(1, 4)
        put(orientation, 2)
        put(0, 2)
        put(0, 4)
        return bytes
    }
}
