import Espy

/// Texts with known vectors, so that the search is measured without a model.
enum InventedTexts {
    static let meaning = TextEmbedder(version: "m") { vector(of: $0) }

    private static let centers = Words.tags.indices.map { index in
        var random = Random(seed: UInt64(1_000 + index))
        return random.vector(InventedPhotos.meaningLength)
    }

    /// The direction of a tag.
    static func center(of tag: Int) -> [Float] { centers[tag] }

    /// The sum of the tags that a text names; a text without any points in another direction.
    private static func vector(of text: String) -> [Float] {
        let named = Words.tags.indices.filter { text.contains(Words.tags[$0]) }
        var random = Random(seed: text.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let parts = named.isEmpty ? [random.vector(InventedPhotos.meaningLength)] : named.map(center)
        let sum = parts[0].indices.map { place in parts.reduce(0) { $0 + $1[place] } }
        let size = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return sum.map { $0 / size }
    }
}
