public import EspyImage
public import EspyText

/// Reads the words on spines.
///
/// ```swift
/// let reader = SpineTextReader(try TextRecognizer(TextLanguages("eng")))
/// let shelf = try await ShelfReader(text: reader).read(image)
/// for spine in shelf.spines { print(spine.reading?.text ?? "") }
/// ```
public struct SpineTextReader: SpineReader {
    private let recognizer: TextRecognizer
    private let catalogue: Catalogue?
    private let lanes: Int

    /// - Parameters:
    ///   - catalogue: the books that the spines may be of.
    ///   - lanes: how many spines are read at the same time.
    public init(_ recognizer: TextRecognizer, catalogue: Catalogue? = nil, lanes: Int = 2) {
        self.recognizer = recognizer
        self.catalogue = catalogue
        self.lanes = max(1, lanes)
    }

    public func readings(
        of spines: [Quad], in image: GrayImage
    ) async throws(CancellationError) -> [Shelf.Reading?] {
        var readings = [Shelf.Reading?](repeating: nil, count: spines.count)
        await withTaskGroup(of: (Int, Shelf.Reading?).self) { group in
            var waiting = spines.indices.makeIterator()
            func start() {
                guard let index = waiting.next() else { return }
                group.addTask { (index, self.reading(of: spines[index], in: image)) }
            }
            for _ in 0..<lanes { start() }
            for await (index, reading) in group {
                readings[index] = reading
                if !Task.isCancelled { start() }
            }
        }
        if Task.isCancelled { throw CancellationError() }
        return readings
    }

    private func reading(of spine: Quad, in image: GrayImage) -> Shelf.Reading? {
        let turns = [SpineTurn.down, .up].compactMap { words(of: spine, in: image, turn: $0) }
        guard let best = turns.max(by: { $0.score < $1.score }) else { return nil }
        return Shelf.Reading(
            text: best.text, confidence: (best.confidence * 1000).rounded() / 1000, book: catalogue?.match(best.text))
    }

    private func words(of spine: Quad, in image: GrayImage, turn: SpineTurn) -> SpineWords? {
        guard let page = SpineStrip.page(of: spine, in: image, turn: turn),
            let words = try? recognizer.words(on: page, layout: .sparse)
        else { return nil }
        return SpineWords(words)
    }
}
