/// What a picture holds.
public struct SymbolReadings: Sendable, Equatable {
    public let readings: [Reading]
    /// Places that look like a symbol but could not be read.
    public let suspects: [Suspect]

    static let none = SymbolReadings(readings: [], suspects: [])
}

/// A place that looks like a symbol but could not be read.
public struct Suspect: Sendable, Equatable {
    /// As in ``Reading/corners``.
    public let corners: [SIMD2<Double>]
    /// How well the finder and the timing pattern agree with the picture there, 0 to 1.
    public let likeness: Double

    /// The mean of the corners.
    public var center: SIMD2<Double> { (corners[0] + corners[1] + corners[2] + corners[3]) / 4 }
}
