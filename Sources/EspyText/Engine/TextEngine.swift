public import EspyPixels

/// Whatever reads the text in a picture.
public protocol TextEngine: Sendable {
    /// Changes when other text might be read.
    var version: String { get }

    /// The lines of a picture. Blocks the thread: some tenths of a second for a page.
    ///
    /// - Parameter image: upright; text may run in any direction.
    /// - Returns: in the order of reading, as far as that can be told; without those that are more likely wrong than right.
    /// - Throws: ``TextError``; ``TextError/cancelled`` within a tenth of a second after the task that calls it was
    ///   cancelled.
    func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine]

    /// Whether it is worth to read a photo that need not have any text on it. Takes less than a tenth of reading it.
    ///
    /// - Throws: as ``lines(in:limits:)``
    func mayHaveText(in image: RGBImage) throws(TextError) -> Bool
}

extension TextEngine {
    public func lines(in image: RGBImage) throws(TextError) -> [TextLine] {
        try lines(in: image, limits: TextLimits())
    }

    /// Nobody knows, and so photos that are no pages are not read.
    public func mayHaveText(in image: RGBImage) throws(TextError) -> Bool { false }
}

/// How much work a picture may be.
public struct TextLimits: Sendable, Equatable {
    /// A larger picture is made smaller to find the lines, until its long side has so many pixels.
    public var longSide: Int
    /// A smaller one is enlarged, as far as its long side allows: letters of a few pixels cannot be told apart.
    public var shortSide: Int
    /// Lines that are read, the largest first.
    public var lines: Int
    /// Once so many lines, the longest ones, gave no word that is sure, the others are taken for the pattern that these
    /// are: codes, bricks, leaves.
    public var patience: Int

    public init(longSide: Int = 2240, shortSide: Int = 736, lines: Int = 400, patience: Int = .max) {
        (self.longSide, self.shortSide) = (max(longSide, 32), max(shortSide, 32))
        (self.lines, self.patience) = (max(lines, 0), max(patience, 1))
    }
}
