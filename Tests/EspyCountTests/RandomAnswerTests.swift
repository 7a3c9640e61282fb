import Espy
import EspyInference
import EspyPixels
import EspyTestSupport
import Testing

/// Whatever a model returns, a result is finite and consistent. `make fuzz` tests more.
struct RandomAnswerTests {
    @Test(arguments: 0..<40) func boxesAreFinite(seed: Int) throws {
        var answers = RandomAnswers(seed: seed)
        var found = 0
        for _ in 0..<20 {
            let (entry, image) = (answers.entry(), answers.image())
            let placement = Placement(PixelRect(width: image.width, height: image.height), in: entry.input)
            let seen = try HeadDecoder(entry: entry).candidates(
                in: answers.answer(of: entry), placements: [placement], minimumScore: 0.2)
            for candidate in seen[0] {
                let rect = candidate.rect
                #expect([rect.x, rect.y, rect.maxX, rect.maxY, rect.area].allSatisfy { $0.isFinite })
                #expect(rect.width > 0)
                #expect(rect.height > 0)
                #expect((0.2...1).contains(candidate.objectness))
                #expect((0...1).contains(candidate.classScore))
            }
            found += seen[0].count
        }
        // Not because nothing was left.
        #expect(found > 0)
    }

    @Test(arguments: 0..<30, CountOptions.Pipeline.allCases)
    func resultsAgreeWithThemselves(seed: Int, pipeline: CountOptions.Pipeline) async throws {
        var answers = RandomAnswers(seed: 100 + seed)
        let (entry, image) = (answers.entry(), answers.image())
        let (answer, vectors) = (answers.answer(of: entry).values, answers.vectors(7, columns: 4))
        let models = CountModels(
            detector: try TensorDetector(Self.runner(entry) { _ in answer }),
            embedder: try TensorEmbedder(
                Self.runner(FakeEntry.embedderEntry(columns: 4)) { vectors[$0 % vectors.count] }))
        var options = answers.options()
        options.pipeline = pipeline
        let count = try await Counter(models: models, options: options).count(image)
        for detection in count.detections {
            let numbers = [detection.x, detection.y, detection.width, detection.height, detection.rect.area]
            #expect(numbers.allSatisfy { $0.isFinite })
            #expect(detection.width > 0)
            #expect(detection.height > 0)
            #expect((0...1).contains(detection.confidence))
            #expect((0...1).contains(detection.doubt))
        }
        #expect(count.count == count.main.count)
        #expect((count.range.low...count.range.high).contains(count.count))
        #expect(count.csv().split(separator: "\r\n").count == count.detections.count + 1)
        #expect(try ResultRow(count).result(.count) != nil)
    }

    /// Returns for each picture in a batch what `row` returns for its index.
    private static func runner(_ entry: ModelEntry, row: @escaping @Sendable (Int) -> [Float]) -> Model {
        Model(entry: entry) { input throws(InferenceError) in
            let batch = input.shape[0]
            return [Tensor(shape: entry.output.shape(batch: batch), values: (0..<batch).flatMap(row))]
        }
    }
}
