import Espy
import EspyInference
import EspyPixels
import EspyTestSupport
import Testing

struct EmbedderTests {
    /// A model that returns the mean of each channel of each crop.
    private func means() -> Model {
        Model(entry: FakeEntry.embedderEntry(columns: 3)) { input throws(InferenceError) in
            let size = input.values.count / (input.shape[0] * 3)
            let values = (0..<(input.shape[0] * 3)).map { plane in
                input.values[(plane * size)..<((plane + 1) * size)].reduce(0, +) / Float(size)
            }
            return [Tensor(shape: [input.shape[0], 3], values: values)]
        }
    }

    private var image: RGBImage {
        var image = RGBImage(width: 40, height: 20, red: 200, green: 0, blue: 0)
        for row in 0..<20 {
            for column in 20..<40 {
                image.pixels[(row * 40 + column) * 3] = 0
                image.pixels[(row * 40 + column) * 3 + 1] = 100
            }
        }
        return image
    }

    @Test func vectorsHaveLengthOneInTheOrderOfTheBoxes() async throws {
        let boxes = (0..<37).map { Rect(x: $0 % 2 == 0 ? 2 : 22, y: 1, width: 12, height: 9) }
        let vectors = try TensorEmbedder(means()).embeddings(of: boxes, in: image)
        #expect(vectors.count == 37)
        for (index, vector) in vectors.enumerated() { #expect(vector == (index % 2 == 0 ? [1, 0, 0] : [0, 1, 0])) }
    }

    @Test func boxesWithoutPixelsGetZeros() async throws {
        let boxes = [
            Rect(x: 500, y: 1, width: 12, height: 9), Rect(x: 2, y: 2, width: 8, height: 8),
            Rect(x: 2, y: 2, width: 0, height: 8),
        ]
        let vectors = try TensorEmbedder(means()).embeddings(of: boxes, in: image)
        #expect(vectors == [[0, 0, 0], [1, 0, 0], [0, 0, 0]])
    }

    @Test func answersOfAnotherLengthAreRefused() async {
        let runner = Model(entry: FakeEntry.embedderEntry(columns: 3)) { _ throws(InferenceError) in
            [Tensor(shape: [1, 2], values: [1, 2])]
        }
        #expect(throws: CountError.self) {
            try TensorEmbedder(runner).embeddings(of: [Rect(x: 2, y: 2, width: 8, height: 8)], in: image)
        }
    }

    @Test func cancellingEndsTheWorkBetweenBatches() async {
        let image = image
        let boxes = Array(repeating: Rect(x: 2, y: 2, width: 8, height: 8), count: 64)
        let embedder = try? TensorEmbedder(means(), batch: 8)
        let task = Task { () async throws(CountError) -> Int in
            while !Task.isCancelled { await Task.yield() }
            return try embedder?.embeddings(of: boxes, in: image).count ?? 0
        }
        task.cancel()
        await #expect(throws: CountError.cancelled) { try await task.value }
    }
}
