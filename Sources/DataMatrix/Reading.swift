/// One symbol that was found and read in a picture.
public struct Reading: Sendable, Equatable {
    /// What the symbol says.
    public let message: Message
    public let size: SymbolSize
    /// The symbol's own corners in pixels, outer edges of the modules: top left, top right, bottom right, bottom left
    /// of the symbol as it is drawn in the standard (solid finder left and below). A mirrored symbol runs the other
    /// way round in the picture.
    public let corners: [SIMD2<Double>]
    /// Codewords that error correction changed.
    public let errorsCorrected: Int
    /// Codewords that were handed over as unreadable.
    public let erasures: Int
    /// Light modules on a dark ground.
    public let isInverted: Bool
    public let isMirrored: Bool
    /// A second, independent look (another threshold or another fit) gave the same codewords.
    public let isConfirmed: Bool

    package init(
        message: Message, size: SymbolSize, corners: [SIMD2<Double>], errorsCorrected: Int, erasures: Int,
        isInverted: Bool, isMirrored: Bool, isConfirmed: Bool
    ) {
        self.message = message
        self.size = size
        self.corners = corners
        self.errorsCorrected = errorsCorrected
        self.erasures = erasures
        self.isInverted = isInverted
        self.isMirrored = isMirrored
        self.isConfirmed = isConfirmed
    }

    /// The mean of the corners.
    public var center: SIMD2<Double> { (corners[0] + corners[1] + corners[2] + corners[3]) / 4 }
}

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
