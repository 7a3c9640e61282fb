public import EspyPixels
public import EspyText

/// Reads the words on spines.
///
/// ```swift
/// let reader = SpineTextReader(try TextRecognizer(TextLanguages("eng")))
/// let shelf = try await ShelfReader(text: reader).read(image)
/// for spine in shelf.spines { print(spine.reading?.text ?? "") }
/// ```
///
/// Each spine is looked at five times at most, and in pictures of bounded size, so that a shelf takes time by the number of
/// its books alone.
public struct SpineTextReader: SpineReader {
    private let recognizer: TextRecognizer
    private let catalogue: (any BookMatcher)?
    private let lanes: Int

    /// Spines that are read in both directions to find out which is usual in this picture.
    private static let probes = 3

    /// - Parameters:
    ///   - catalogue: the books that the spines may be of.
    ///   - lanes: how many spines are read at the same time.
    public init(_ recognizer: TextRecognizer, catalogue: (any BookMatcher)? = nil, lanes: Int = 2) {
        self.recognizer = recognizer
        self.catalogue = catalogue
        self.lanes = max(1, lanes)
    }

    public func readings(
        of spines: [Quad], in image: RGBImage
    ) async throws(CancellationError) -> [Shelf.Reading?] {
        let attempt = SpineAttempt(recognizer: recognizer, image: image.gray)
        let (probes, others) = Self.split(spines)
        let first = try await inLanes(probes) { attempt.read(spines[$0], usual: nil) }
        let usual = SpineAttempt.usualTurn(first.compactMap(\.self))
        let second = try await inLanes(others) { attempt.read(spines[$0], usual: usual) }
        var readings = [Shelf.Reading?](repeating: nil, count: spines.count)
        for (index, words) in zip(probes + others, first + second) {
            readings[index] = words.map(reading)
        }
        return readings
    }

    /// The largest ones that stand, and all others.
    private static func split(_ spines: [Quad]) -> (probes: [Int], others: [Int]) {
        let standing = spines.indices.filter { spines[$0].meanHeight > 2 * spines[$0].meanWidth }
        let largest = standing.sorted { (spines[$0].area, $1) > (spines[$1].area, $0) }.prefix(Self.probes)
        return (largest.sorted(), spines.indices.filter { !largest.contains($0) })
    }

    /// Does the work for each index, some at the same time; results come in the order of the indices.
    private func inLanes(
        _ indices: [Int], _ work: @escaping @Sendable (Int) -> SpineWords?
    ) async throws(CancellationError) -> [SpineWords?] {
        var results = [SpineWords?](repeating: nil, count: indices.count)
        await withTaskGroup(of: (Int, SpineWords?).self) { group in
            var waiting = indices.indices.makeIterator()
            func start() {
                guard !Task.isCancelled, let place = waiting.next() else { return }
                group.addTask { (place, work(indices[place])) }
            }
            for _ in 0..<lanes { start() }
            for await (place, words) in group {
                results[place] = words
                start()
            }
        }
        if Task.isCancelled { throw CancellationError() }
        return results
    }

    /// The confidence is the mean over all letters.
    private func reading(_ found: SpineWords) -> Shelf.Reading {
        let words = found.ordered
        let text = words.map(\.text).joined(separator: " ")
        let letters = words.reduce(0) { $0 + $1.text.count }
        let sure = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(max(letters, 1))
        return Shelf.Reading(text: text, confidence: (sure * 1000).rounded() / 1000, book: catalogue?.match(text))
    }
}
