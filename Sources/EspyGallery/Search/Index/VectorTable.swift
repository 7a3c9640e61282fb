import EspyStore

/// The embeddings of all photos of one model, each number in eight bits: a hundred thousand take 25 MB.
struct VectorTable {
    let model: String
    let length: Int
    /// one row of `length` for each photo, numbers from -127 to 127.
    package private(set) var values: [Int8] = []
    /// By what a number is multiplied to be as it was.
    private(set) var scales: [Float] = []
    private var rows = SlotRows()
    /// Whose each row is; -1 for one that has gone.
    var slots: [Int] { rows.slots }

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
            table.set(try row.bytes(1), of: slot)
        }
        return table
    }

    /// Reads the vector of a photo again.
    mutating func update(_ photo: Int, in slot: Int, from database: Database) throws(StoreError) {
        let kept = try database.query(
            "SELECT vector FROM embeddings WHERE photo = ? AND model = ?", [.integer(photo), .text(model)]
        ) { (row) throws(StoreError) in try row.bytes(0) }
        remove(slot)
        if let vector = kept.first { set(vector, of: slot) }
    }

    mutating func remove(_ slot: Int) { rows.remove(slot) }

    /// - Parameter bytes: as they are kept.
    private mutating func set(_ bytes: [UInt8], of slot: Int) {
        guard bytes.count == 4 * length else { return }
        var largest: Float = 0
        bytes.withUnsafeBytes { raw in
            for index in 0..<length {
                let value = Vectors.float(raw, index)
                largest = value.isFinite ? max(largest, abs(value)) : .infinity
            }
        }
        guard largest > 0, largest.isFinite else { return }
        let factor = 127 / largest
        guard factor.isFinite else { return }
        bytes.withUnsafeBytes { raw in
            for index in 0..<length {
                let value = (Vectors.float(raw, index) * factor).rounded()
                values.append(Int8(min(max(value, -127), 127)))
            }
        }
        scales.append(largest / 127)
        rows.append(slot)
    }

    /// The cosine of each vector with this one, both being of length 1.
    func cosines(with vector: [Float]) -> [Float] {
        guard vector.count == length else { return [] }
        let largest = vector.reduce(0) { $1.isFinite ? max($0, abs($1)) : .infinity }
        guard largest > 0, largest.isFinite else { return [] }
        // Six bits and a sign: four products fit into sixteen bits then.
        let wanted = vector.map { Int16(min(max(($0 / largest * 63).rounded(), -63), 63)) }
        return values.withUnsafeBytes { values in
            wanted.withUnsafeBytes { wanted in
                slots.indices.map { row in
                    Float(dot(values, at: row * length, wanted)) * scales[row] * largest / 63
                }
            }
        }
    }

    /// Sixteen numbers at a time, four times before the sums are widened.
    private func dot(_ values: UnsafeRawBufferPointer, at start: Int, _ wanted: UnsafeRawBufferPointer) -> Int32 {
        var sums = SIMD16<Int32>.zero
        var index = 0
        while index + 64 <= length {
            var products = SIMD16<Int16>.zero
            for part in 0..<4 {
                let place = index + 16 * part
                let bytes = values.loadUnaligned(fromByteOffset: start + place, as: SIMD16<Int8>.self)
                let factors = wanted.loadUnaligned(fromByteOffset: 2 * place, as: SIMD16<Int16>.self)
                products &+= SIMD16<Int16>(truncatingIfNeeded: bytes) &* factors
            }
            sums &+= SIMD16<Int32>(truncatingIfNeeded: products)
            index += 64
        }
        var sum = sums.wrappedSum()
        while index < length {
            let factor = wanted.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self)
            sum &+= Int32(Int8(bitPattern: values[start + index])) &* Int32(factor)
            index += 1
        }
        return sum
    }
}
