/// Random numbers that are the same in every run.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }

    /// Smaller numbers are more frequent.
    mutating func rare(_ limit: Int) -> Int { min(below(limit), below(limit), below(limit)) }

    /// A vector of length 1, in a random direction.
    mutating func vector(_ length: Int) -> [Float] {
        let values = (0..<length).map { _ in
            (0..<4).reduce(Float(0)) { sum, _ in sum + Float(below(2_001) - 1_000) / 1_000 }
        }
        let size = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / max(size, 1e-6) }
    }
}
