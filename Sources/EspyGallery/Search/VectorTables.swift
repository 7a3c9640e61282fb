import EspyStore

/// The embeddings of all photos by one model, quantized to eight bits: a hundred thousand take 25 MB.
struct VectorTable {
    let model: String
    let length: Int
    /// One row of `length` for each photo, numbers from -127 to 127.
    private(set) var values: [Int8] = []
    /// The factors that restore the numbers.
    private(set) var scales: [Float] = []
    private var rows = SlotRows()
    /// The slot of each row; -1 for a removed photo.
    var slots: [Int] { rows.slots }

    /// The embeddings by the model that most photos have. Those of another length, or damaged ones, are left out.
    static func read(from database: Database, _ index: SearchIndex) throws -> VectorTable? {
        let models = try database.rows(
            "SELECT model, length(vector) FROM embeddings GROUP BY model, length(vector) ORDER BY count(*) DESC LIMIT 1"
        ) { row in (try row.text(0), try row.integer(1)) }
        guard let (model, bytes) = models.first, bytes >= 4, bytes % 4 == 0, bytes <= 16_384 else { return nil }
        var table = VectorTable(model: model, length: bytes / 4)
        _ = try database.rows(
            "SELECT photo, vector FROM embeddings WHERE model = ? AND length(vector) = ?",
            [.text(model), .integer(bytes)]
        ) { row in
            guard let slot = index.slots[try row.integer(0)] else { return }
            table.set(try row.bytes(1), of: slot)
        }
        return table
    }

    /// Reads a photo's vector again.
    mutating func update(_ photo: Int, in slot: Int, from database: Database) throws {
        let kept = try database.rows(
            "SELECT vector FROM embeddings WHERE photo = ? AND model = ?", [.integer(photo), .text(model)]
        ) { try $0.bytes(0) }
        remove(slot)
        if let vector = kept.first { set(vector, of: slot) }
    }

    mutating func remove(_ slot: Int) { rows.remove(slot) }

    /// - Parameter bytes: the stored form.
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

    /// The cosine of each vector with this one, all of length 1.
    func cosines(with vector: [Float]) -> [Float] {
        guard vector.count == length else { return [] }
        let largest = vector.reduce(0) { $1.isFinite ? max($0, abs($1)) : .infinity }
        guard largest > 0, largest.isFinite else { return [] }
        // Six bits and a sign, so that four products fit into sixteen bits.
        let wanted = vector.map { Int16(min(max(($0 / largest * 63).rounded(), -63), 63)) }
        return values.withUnsafeBytes { values in
            wanted.withUnsafeBytes { wanted in
                slots.indices.map { row in
                    Float(dot(values, at: row * length, wanted)) * scales[row] * largest / 63
                }
            }
        }
    }

    /// Processes sixteen numbers at a time, four times before widening the sums.
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

/// The embeddings of all photos by one pair of models, quantized to eight bits: a hundred thousand photos with 512
/// numbers take 52 MB.
///
/// Photo vectors all point in roughly the same direction, and some of their numbers are much larger than others. So the
/// mean of a sample is subtracted first, and each dimension has its own step.
struct EmbeddingTable {
    let model: String
    let length: Int
    /// One row of `length` for each photo, numbers from -127 to 127.
    private(set) var values: [Int8] = []
    /// See ``PhotoMeaning/background``.
    private(set) var backgrounds: [Float] = []
    private var rows = SlotRows()
    /// The slot of each row; -1 for a removed photo.
    var slots: [Int] { rows.slots }
    /// The subtracted means, and the factors that restore the numbers.
    private var means: [Float] = []
    private var steps: [Float] = []
    /// One divided by the steps.
    private var scales: [Float] = []

    /// Number of photos that determine the means and steps.
    private static let sample = 2_000

    private init(model: String, length: Int) { (self.model, self.length) = (model, length) }

    /// The embeddings by one pair of models. Those with an unusual length, or damaged ones, are left out.
    static func read(_ model: String, from database: Database, _ index: SearchIndex) throws -> EmbeddingTable {
        let lengths = try database.integers(
            "SELECT length(vector) FROM meanings WHERE model = ? GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
            [.text(model)])
        let bytes = lengths.first ?? 0
        guard (6...8_196).contains(bytes), bytes % 2 == 0 else { return EmbeddingTable(model: model, length: 0) }
        var table = EmbeddingTable(model: model, length: (bytes - 4) / 2)
        var first: [(slot: Int, vector: [Float], background: Float)] = []
        _ = try database.rows(
            "SELECT photo, vector, background FROM meanings WHERE model = ? AND length(vector) = ?",
            [.text(model), .integer(bytes)]
        ) { row in
            guard let slot = index.slots[try row.integer(0)] else { return }
            let (vector, background) = (PhotoMeaning.vector(try row.bytes(1)), Float(try row.real(2)))
            guard !table.steps.isEmpty || first.count == Self.sample else {
                if vector.count == table.length { first.append((slot, vector, background)) }
                return
            }
            table.begin(with: &first)
            table.set(vector, background, of: slot)
        }
        table.begin(with: &first)
        return table
    }

    /// Sets the means and steps from the first photos, and adds those.
    private mutating func begin(with first: inout [(slot: Int, vector: [Float], background: Float)]) {
        guard steps.isEmpty else { return }
        means = (0..<length).map { place in
            first.reduce(0) { $0 + $1.vector[place] } / Float(max(first.count, 1))
        }
        // Later photos may be farther out than the few seen so far.
        let least = 4 / Float(max(length, 1)).squareRoot()
        steps = means.indices.map { place in
            first.reduce(least) { max($0, 1.25 * abs($1.vector[place] - means[place])) } / 127
        }
        scales = steps.map { 1 / $0 }
        for photo in first { set(photo.vector, photo.background, of: photo.slot) }
        first = []
    }

    /// Reads a photo's vector again.
    mutating func update(_ photo: Int, in slot: Int, from database: Database) throws {
        let kept = try database.rows(
            "SELECT vector, background FROM meanings WHERE photo = ? AND model = ?", [.integer(photo), .text(model)]
        ) { row in (PhotoMeaning.vector(try row.bytes(0)), Float(try row.real(1))) }
        remove(slot)
        if let (vector, background) = kept.first { set(vector, background, of: slot) }
    }

    mutating func remove(_ slot: Int) { rows.remove(slot) }

    private mutating func set(_ vector: [Float], _ background: Float, of slot: Int) {
        guard vector.count == length, length > 0, background.isFinite, vector.allSatisfy(\.isFinite) else { return }
        let start = values.count
        values.append(contentsOf: repeatElement(0, count: length))
        values.withUnsafeMutableBufferPointer { values in
            for place in 0..<length {
                let value = min(max((vector[place] - means[place]) * scales[place], -127), 127)
                // Without a dedicated instruction of the processor, `rounded()` is a function call for each number.
                values[start + place] = Int8(truncatingIfNeeded: Int32(value + (value < 0 ? -0.5 : 0.5)))
            }
        }
        backgrounds.append(background)
        rows.append(slot)
    }

    /// By how much the cosine of each photo with a text exceeds the photo's background.
    ///
    /// - Parameter text: of length 1, with the photos' number of dimensions.
    func margins(of text: [Float]) -> [Float] {
        guard text.count == length, !slots.isEmpty else { return [] }
        let base = Vectors.dot(means, text)
        let weights = zip(text, steps).map { $0 * $1 }
        let largest = weights.reduce(0) { max($0, abs($1)) }
        guard largest > 0, largest.isFinite else { return backgrounds.map { base - $0 } }
        // Twelve bits and a sign: the sums of 4,096 products fit into 32 bits.
        let wanted = weights.map { Int16(($0 / largest * 4_095).rounded()) }
        let factor = largest / 4_095
        return values.withUnsafeBytes { values in
            wanted.withUnsafeBytes { wanted in
                slots.indices.map { row in
                    base + Float(dot(values, at: row * length, wanted)) * factor - backgrounds[row]
                }
            }
        }
    }

    /// Processes eight products at a time, added in pairs, for which processors have one instruction.
    private func dot(_ values: UnsafeRawBufferPointer, at start: Int, _ wanted: UnsafeRawBufferPointer) -> Int32 {
        var sums = SIMD4<Int32>.zero
        var place = 0
        while place + 8 <= length {
            let bytes = values.loadUnaligned(fromByteOffset: start + place, as: SIMD8<Int8>.self)
            let factors = wanted.loadUnaligned(fromByteOffset: 2 * place, as: SIMD8<Int16>.self)
            let products =
                SIMD8<Int32>(truncatingIfNeeded: SIMD8<Int16>(truncatingIfNeeded: bytes))
                &* SIMD8<Int32>(truncatingIfNeeded: factors)
            sums &+= products.evenHalf &+ products.oddHalf
            place += 8
        }
        var sum = sums.wrappedSum()
        while place < length {
            let factor = wanted.loadUnaligned(fromByteOffset: 2 * place, as: Int16.self)
            sum &+= Int32(Int8(bitPattern: values[start + place])) &* Int32(factor)
            place += 1
        }
        return sum
    }
}

/// Maps rows of a table to photos. Rows are only added; the row of a removed photo stays and is marked.
private struct SlotRows {
    /// The slot of each row; -1 for a removed photo.
    private(set) var slots: [Int] = []
    /// The row of each slot.
    private var rows: [Int: Int] = [:]

    /// Assigns the next row to this slot.
    mutating func append(_ slot: Int) {
        rows[slot] = slots.count
        slots.append(slot)
    }

    mutating func remove(_ slot: Int) {
        if let row = rows.removeValue(forKey: slot) { slots[row] = -1 }
    }
}
