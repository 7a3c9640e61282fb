/// A symbol that was found and read in a picture.
public struct Reading: Sendable, Equatable {
    /// The content of the symbol.
    public let message: Message
    public let size: SymbolSize
    /// The symbol's own corners in pixels, at the outer edges of the modules: top left, top right, bottom right, bottom
    /// left of the symbol as drawn in the standard (solid finder left and below). In a mirrored symbol they run the
    /// other way round in the picture.
    public let corners: [SIMD2<Double>]
    /// The number of codewords that error correction changed.
    public let errorsCorrected: Int
    /// The number of codewords that were treated as unreadable.
    public let erasures: Int
    /// Whether modules are light on a dark background.
    public let isInverted: Bool
    public let isMirrored: Bool
    /// Whether a second, independent look (another threshold or another fit) gave the same codewords.
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

    /// The same symbol elsewhere in the picture.
    package func moved(_ move: (SIMD2<Double>) -> SIMD2<Double>) -> Reading {
        Reading(
            message: message, size: size, corners: corners.map { move($0) }, errorsCorrected: errorsCorrected,
            erasures: erasures, isInverted: isInverted, isMirrored: isMirrored, isConfirmed: isConfirmed)
    }
}

/// The symbols in a picture.
public struct SymbolReadings: Sendable, Equatable {
    public let readings: [Reading]
    /// Places that look like a symbol but could not be read.
    public let suspects: [UnreadSymbol]

    static let none = SymbolReadings(readings: [], suspects: [])
}

/// A place that looks like a symbol but could not be read.
public struct UnreadSymbol: Sendable, Equatable {
    /// See ``Reading/corners``.
    public let corners: [SIMD2<Double>]
    /// How well the finder and the timing pattern match the picture, 0 to 1.
    public let likeness: Double

    /// The mean of the corners.
    public var center: SIMD2<Double> { (corners[0] + corners[1] + corners[2] + corners[3]) / 4 }
}
