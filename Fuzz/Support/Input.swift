/// The bytes of one input, read one after the other, followed by zeros.
struct Input {
    private var bytes: ArraySlice<UInt8>

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    /// Returns a number from 0 up to, but not including, `limit`, which is at least 1.
    mutating func below(_ limit: Int) -> Int { (Int(next()) << 8 | Int(next())) % limit }

    mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(next()) } }

    /// Returns the remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    /// Returns any number, whether ordinary, extreme or impossible.
    mutating func float() -> Float {
        let choice = next()
        switch choice {
        case 0..<200: return Float(choice) / 100
        case 200..<220: return Float(Int16(truncatingIfNeeded: below(1 << 16)))
        case 220..<240: return Float(bitPattern: UInt32(truncatingIfNeeded: word()))
        default: return Self.extremes[Int(choice) % Self.extremes.count]
        }
    }

    private static let extremes: [Float] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
        .leastNormalMagnitude, -1, 1e30, -1e30, 88, 89, 1e-30, 1e19,
    ]
}
