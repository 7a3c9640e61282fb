import EspyStore

/// What all photos mean to one pair of models, each number in eight bits: a hundred thousand photos and 512 numbers take
/// 52 MB.
///
/// Vectors of photos all point roughly the same way, and some of their numbers are much larger than the others. So the
/// mean of some of them is taken off first, and each number has its own step.
struct MeaningTable {
    let model: String
    let length: Int
    /// one row of `length` for each photo, numbers from -127 to 127.
    package private(set) var values: [Int8] = []
    /// See ``PhotoMeaning/background``.
    private(set) var backgrounds: [Float] = []
    private var rows = SlotRows()
    /// Whose each row is; -1 for one that has gone.
    var slots: [Int] { rows.slots }
    /// Taken off, and by what a number is multiplied to be as it was.
    private var means: [Float] = []
    private var steps: [Float] = []
    /// One divided by the steps.
    private var scales: [Float] = []

    /// Photos that mean and steps are taken from.
    private static let sample = 2_000

    private init(model: String, length: Int) { (self.model, self.length) = (model, length) }

    /// Those of one pair of models. Those of another length than most have, or damaged, are left out.
    static func read(_ model: String, from database: Database, _ index: SearchIndex) throws(StoreError) -> MeaningTable
    {
        let lengths = try database.integers(
            "SELECT length(vector) FROM meanings WHERE model = ? GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
            [.text(model)])
        let bytes = lengths.first ?? 0
        guard (6...8_196).contains(bytes), bytes % 2 == 0 else { return MeaningTable(model: model, length: 0) }
        var table = MeaningTable(model: model, length: (bytes - 4) / 2)
        var first: [(slot: Int, vector: [Float], background: Float)] = []
        _ = try database.query(
            "SELECT photo, vector, background FROM meanings WHERE model = ? AND length(vector) = ?",
            [.text(model), .integer(bytes)]
        ) { (row) throws(StoreError) in
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

    /// Sets mean and steps by the first photos, and puts those in.
    private mutating func begin(with first: inout [(slot: Int, vector: [Float], background: Float)]) {
        guard steps.isEmpty else { return }
        means = (0..<length).map { place in
            first.reduce(0) { $0 + $1.vector[place] } / Float(max(first.count, 1))
        }
        // Photos that are still to come may lie farther out than the few that are there.
        let least = 4 / Float(max(length, 1)).squareRoot()
        steps = means.indices.map { place in
            first.reduce(least) { max($0, 1.25 * abs($1.vector[place] - means[place])) } / 127
        }
        scales = steps.map { 1 / $0 }
        for photo in first { set(photo.vector, photo.background, of: photo.slot) }
        first = []
    }

    /// Reads that of a photo again.
    mutating func update(_ photo: Int, in slot: Int, from database: Database) throws(StoreError) {
        let kept = try database.query(
            "SELECT vector, background FROM meanings WHERE photo = ? AND model = ?", [.integer(photo), .text(model)]
        ) { (row) throws(StoreError) in (PhotoMeaning.vector(try row.bytes(0)), Float(try row.real(1))) }
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
                // Without a processor's own instruction, `rounded()` is a call for each number.
                values[start + place] = Int8(truncatingIfNeeded: Int32(value + (value < 0 ? -0.5 : 0.5)))
            }
        }
        backgrounds.append(background)
        rows.append(slot)
    }

    /// By how much the cosine of each photo with a text exceeds the photo's background.
    ///
    /// - Parameter text: of length 1, with as many numbers as the photos have.
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

    /// Eight products at a time, added in pairs, for which processors have one instruction.
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
