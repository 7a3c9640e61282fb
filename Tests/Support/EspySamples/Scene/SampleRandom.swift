/// A small random number generator whose numbers are the same on every platform and in every release.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
public struct SampleRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// The finalizer alone: a well mixed hash of `value`.
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `0..<1` with 53 random bits. The standard library's `Double.random` may change between releases.
    public mutating func unit() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }

    public mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    public mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + min(Int(unit() * Double(range.count)), range.count - 1)
    }

    /// Returns true in the given fraction of calls.
    public mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// Returns one of the choices. - Precondition: there is one.
    public mutating func pick<T>(_ choices: [T]) -> T {
        choices[integer(in: 0...choices.count - 1)]
    }

    /// Close to a normal distribution with mean 0 and deviation 1, within ±3.5: the sum of four uniform numbers.
    public mutating func bell() -> Double {
        ((unit() + unit() + unit() + unit()) - 2) * 1.732_050_807_568_877
    }
}
