import EspyBase
import EspyPixels
import Foundation

/// What speaks for things having a certain size in a photo: what is found there at first sight.
package struct SizeEvidence: Sendable {
    /// Side of a thing in pixels of the photo.
    package let side: Double
    /// In the order of ``names``.
    package let values: [Double]
    /// What the finds say of the size: the logarithm of how much larger they are than it.
    package let correction: Double

    package static let names = ["sum", "top", "likeness", "spread", "off", "far", "seen"]
    /// Finds from this score on are clear.
    private static let clear = 0.5
    private static let few = 5

    /// - Parameters:
    ///   - finds: of one pass, the best first.
    ///   - likeness: of the first few finds to the examples.
    ///   - expected: side of a thing as far as it is known before.
    init(_ finds: [SeekerFind], likeness: [Double], side: Double, expected: Double) {
        self.side = side
        let clear = finds.prefix { $0.score > Self.clear }
        let surest = finds.prefix(Self.few)
        let sizes = (clear.isEmpty ? surest.prefix(1) : clear).map { log(SeekerScale.side(of: $0.box) / side) }
        let measured = Statistics(sizes)
        correction = measured?.median ?? 0
        let sum = clear.reduce(0) { $0 + $1.score }
        values = [
            log(1 + sum), surest.isEmpty ? 0 : surest.reduce(0) { $0 + $1.score } / Double(surest.count),
            likeness.isEmpty ? 0 : likeness.reduce(0, +) / Double(likeness.count), measured?.deviation ?? 0,
            abs(measured?.median ?? 0), abs(log(side / expected)), finds.first?.score ?? 0,
        ]
    }

    /// How many finds are looked at closely.
    static var looked: Int { few }
}
