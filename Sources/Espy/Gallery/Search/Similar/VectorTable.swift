import EspyStore

/// The embeddings of all photos of one model, each number in eight bits: a hundred thousand take 25 MB.
struct VectorTable {
    let model: String
    let length: Int
    /// `slots.count * length` numbers from -127 to 127.
    private(set) var values: [Int8] = []
    /// By what a number is multiplied to be as it was.
    private(set) var scales: [Float] = []
    /// Whose vector each is.
    private(set) var slots: [Int] = []

    /// Those of the model that most photos have. Those of another length, or damaged, are left out.
    static func read(from database: Database, _ index: SearchIndex) throws(StoreError) -> VectorTable? {
        let models = try database.query(
            "SELECT model, length(vector) FROM embeddings GROUP BY model, length(vector) ORDER BY count(*) DESC LIMIT 1"
        ) { (row) throws(StoreError) in (try row.text(0), try row.integer(1)) }
        guard let (model, bytes) = models.first, bytes >= 4, bytes % 4 == 0, bytes <= 16_384 else { return nil }
        var table = VectorTable(model: model, length: bytes / 4)
        _ = try database.query(
            "SELECT photo, vector FROM embeddings WHERE model = ? AND length(vector) = ?",
            [.text(model), .integer(bytes)]
        ) { (row) throws(StoreError) in
            guard let slot = index.slots[try row.integer(0)] else { return }
            table.append(Vectors.floats(try row.bytes(1)), of: slot)
        }
        return table
    }

    private mutating func append(_ vector: [Float], of slot: Int) {
        let largest = vector.reduce(0) { max($0, abs($1)) }
        guard vector.count == length, largest > 0, largest.isFinite else { return }
        let factor = 127 / largest
        for value in vector { values.append(Int8((value * factor).rounded())) }
        scales.append(largest / 127)
        slots.append(slot)
    }

    /// The cosine of each vector with this one, both being of length 1.
    func cosines(with vector: [Float]) -> [Float] {
        guard vector.count == length else { return [] }
        let largest = max(vector.reduce(0) { max($0, abs($1)) }, .leastNormalMagnitude)
        let wanted = vector.map { Int16(($0 * 127 / largest).rounded()) }
        return values.withUnsafeBufferPointer { values in
            wanted.withUnsafeBufferPointer { wanted in
                slots.indices.map { row in
                    Float(Self.dot(values, at: row * length, wanted)) * scales[row] * largest / 127
                }
            }
        }
    }

    private static func dot(
        _ values: UnsafeBufferPointer<Int8>, at start: Int, _ wanted: UnsafeBufferPointer<Int16>
    ) -> Int32 {
        var sum: Int32 = 0
        for index in 0..<wanted.count {
            sum &+= Int32(values[start + index]) &* Int32(wanted[index])
        }
        return sum
    }
}

/// Embeddings as they are kept.
enum Vectors {
    /// - Parameter bytes: little-endian Float32.
    static func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map {
                Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
            }
        }
    }

    static func bytes(_ floats: [Float]) -> [UInt8] {
        floats.flatMap { value in
            let bits = value.bitPattern
            return (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
        }
    }
}
