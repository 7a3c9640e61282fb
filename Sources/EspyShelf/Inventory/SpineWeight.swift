import Foundation

/// How likely spines say what they say, given what they are. All numbers are natural logarithms of probabilities, or of
/// ratios of them; they were chosen on drawn shelves whose seeds nothing is reported on.
package enum SpineWeight {
    /// A book of the list is not where it should be, and the next one of it neither: books are borrowed by series.
    package static let missing = -3.0
    package static let missingMore = -1.2
    /// A spine that is none of the list.
    package static let extra = -3.5
    /// At the end of a board the list goes on somewhere further down, or anywhere.
    package static let jump = -8.0
    static let jumpBack = -14.0

    /// A spine on which nothing was read, as any book: where nearly all others were read, it is less likely one.
    ///
    /// - Parameter share: of the spines on which nothing was read.
    static func blank(share: Double) -> Double { max(2 * log(share), -4) }
    /// Nothing is less likely than so: whole spines are read wrong.
    static let least = -16.0
    /// A word that was read counts for less than it tells: people print words of one title on another.
    static let word = 0.9
    /// The same number tells enough.
    static let sameNumber = 25.0
    static let otherNumber = -15.0

    /// What it costs that a word of the title was not read.
    static func unread(_ confidence: Double) -> Double { log(1 - 0.85 * confidence) }

    /// What it costs that a word was read that is not the book's: less where words were read badly.
    static func alien(_ confidence: Double) -> Double { log(1 - 0.93 * confidence) }

    /// What a word tells that was read nearly right.
    static func told(_ weight: Double, likeness: Double) -> Double { word * weight * (1 - 1.6 * (1 - likeness)) }
}
