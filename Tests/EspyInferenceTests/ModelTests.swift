import EspyInference
import EspySamples
import EspySystem
import Foundation
import Testing

// Skipped where the runtime is absent: Scripts/setup fetches it.
@Suite(.enabled(if: Bench.hasRuntime))
struct ModelTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Pictures of one value each.
    private func pictures(_ values: [Float], side: Int = 8) -> Tensor {
        Tensor(
            shape: [values.count, 3, side, side],
            values: values.flatMap { [Float](repeating: $0, count: 3 * side * side) })
    }

    @Test func answersAreComputed() async throws {
        var tiny = TinyModel(answer: [2])
        tiny.matrix = [1, 2, 10, 20, 100, 200]
        tiny.offset = [0.5, -1]
        let model = try await bench.model(tiny)
        let planes = [Float](repeating: 1, count: 64) + [Float](repeating: 2, count: 64)
        let input = Tensor(shape: [1, 3, 8, 8], values: planes + [Float](repeating: 3, count: 64))
        #expect(try model.run(input) == [Tensor(shape: [1, 2], values: [321.5, 641])])
    }

    // In batches of 8, the last of which is padded.
    @Test(arguments: [0, 1, 7, 8, 31, 32, 33, 75])
    func batchesOfAnySizeKeepTheirOrder(count: Int) async throws {
        let model = try await bench.model(TinyModel(answer: [1]))
        let values = (0..<count).map(Float.init)
        let answer = try model.run(pictures(values))
        #expect(answer == [Tensor(shape: [count, 1], values: values)])
    }

    // A model made for batches of 4 gets a padded last batch.
    @Test(arguments: [1, 4, 6])
    func fixedBatchesAreFilledUp(count: Int) async throws {
        let model = try await bench.model(TinyModel(batch: 4, answer: [1]))
        let values = (0..<count).map { Float($0) + 1 }
        #expect(try model.run(pictures(values))[0].values == values)
    }

    @Test(arguments: [ModelUse.batches, .singles(callers: 1), .singles(callers: 3)])
    func manyCallersAtOnceGetTheirOwnAnswers(_ use: ModelUse) async throws {
        let model = try await bench.model(TinyModel(answer: [3]), use: use)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<20 {
                        let value = Float(task * 100 + round)
                        let count = 1 + (task + round) % 9
                        let answer = try model.run(pictures([Float](repeating: value, count: count)))
                        if answer[0].values != [Float](repeating: value, count: 3 * count) { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test(arguments: [[1, 3, 8, 9], [1, 1, 8, 8], [3, 8, 8], [], [-1, 3, 8, 8]])
    func inputOfAnotherShapeIsRefused(shape: [Int]) async throws {
        let model = try await bench.model(TinyModel())
        let input = Tensor(shape: shape, values: [Float](repeating: 0, count: max(0, shape.reduce(1, *))))
        #expect { try model.run(input) } throws: { error in
            guard case .wrongShape("tiny", "? x 3 x 8 x 8", _)? = error as? InferenceError else { return false }
            return true
        }
    }

    @Test func inputWithTooFewNumbersIsRefused() async throws {
        let model = try await bench.model(TinyModel())
        #expect(throws: InferenceError.self) { try model.run(Tensor(shape: [1, 3, 8, 8], values: [1])) }
    }

    // The square root of a negative number is NaN; a large power is infinite.
    @Test(arguments: [("Sqrt", -1), ("Exp", 1000), ("Log", -5)] as [(String, Float)])
    func numbersThatAreNotFiniteAreAnError(operation: String, value: Float) async throws {
        var tiny = TinyModel()
        tiny.finish = operation
        let model = try await bench.model(tiny)
        #expect(throws: InferenceError.notFinite(id: "tiny")) { try model.run(pictures([value])) }
        #expect(throws: Never.self) { try model.run(pictures([1])) }
    }

    // Good pictures beside a bad one do not hide it.
    @Test func oneBadPictureSpoilsTheBatch() async throws {
        var tiny = TinyModel()
        tiny.finish = "Sqrt"
        let model = try await bench.model(tiny)
        #expect(throws: InferenceError.notFinite(id: "tiny")) { try model.run(pictures([1, 4, -1, 9])) }
        #expect(try model.run(pictures([4]))[0].values == [2, 2, 2, 2])
    }

    @Test func loadingAgainGivesTheSameModel() async throws {
        let model = try await bench.model(TinyModel())
        let loader = try bench.loader()
        let (first, second) = (try await loader.load("tiny"), try await loader.load("tiny"))
        #expect(first === second)
        #expect(first !== model)
    }

    @Test func secondStartComesFromTheCache() async throws {
        _ = try await bench.model(TinyModel())
        _ = try await bench.loader(cache: true).load("tiny")
        // A model that is compiled again is also written again.
        let old = Date(timeIntervalSince1970: 1e9)
        let blobs = try cached()
        #expect(!blobs.isEmpty)
        for blob in blobs { try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: blob) }
        let again = try await bench.loader(cache: true).load("tiny")
        #expect(try again.run(pictures([7]))[0].values == [7, 7, 7, 7])
        #expect(try cached() == blobs)
        for blob in blobs {
            let date = try FileManager.default.attributesOfItem(atPath: blob)[.modificationDate] as? Date
            #expect(date == old)
        }
    }

    /// Paths of the cached compiled models.
    private func cached() throws -> [String] {
        let folder = "\(bench.folder)/cache"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".blob") }.sorted()
            .map { "\(folder)/\($0)" }
    }

    @Test func damagedCacheIsMadeAnew() async throws {
        _ = try await bench.model(TinyModel())
        _ = try await bench.loader(cache: true).load("tiny")
        let blobs = try cached()
        #expect(!blobs.isEmpty)
        for blob in blobs { try Data([1, 2, 3]).write(to: URL(fileURLWithPath: blob)) }
        let model = try await bench.loader(cache: true).load("tiny")
        #expect(try model.run(pictures([7]))[0].values == [7, 7, 7, 7])
    }

    @Test func cacheThatCannotBeMadeIsDoneWithout() async throws {
        try bench.write("cache", [1])
        _ = try await bench.model(TinyModel())
        let model = try await bench.loader(cache: true).load("tiny")
        #expect(try model.run(pictures([7]))[0].values == [7, 7, 7, 7])
    }

    @Test func cacheThatFailsIsDoneWithout() async throws {
        _ = try await bench.model(TinyModel())
        _ = try await bench.loader(cache: true).load("tiny")
        for blob in try cached() {
            try FileManager.default.removeItem(atPath: blob)
            // The runtime can neither read nor replace a folder that is not empty.
            try FileManager.default.createDirectory(atPath: "\(blob)/full", withIntermediateDirectories: true)
        }
        let model = try await bench.loader(cache: true).load("tiny")
        #expect(try model.run(pictures([7]))[0].values == [7, 7, 7, 7])
    }

    // The runtime maps the files of its cache into memory: what another process writes there changes a model in use.
    @Test func cacheIsUntouchedWhileAnotherProcessUsesIt() async throws {
        _ = try await bench.model(TinyModel())
        let cache = "\(bench.folder)/cache"
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        let lock = try FileLock.hold("\(cache)/lock")
        let loader = try bench.loader(cache: true)
        let load = Task { try await loader.load("tiny") }
        // Far longer than one load takes.
        for _ in 0..<20 { _ = try await bench.loader().load("tiny") }
        #expect(try cached().isEmpty)
        _ = consume lock
        #expect(try await load.value.run(pictures([7]))[0].values == [7, 7, 7, 7])
        #expect(try !cached().isEmpty)
    }

    @Test func fewerBitsComeClose() async throws {
        _ = try await bench.model(TinyModel())
        let model = try await bench.loader(precision: .automatic).load("tiny")
        let value = try model.run(pictures([100.3]))[0].values[0]
        #expect(abs(value - 100.3) < 1)
    }
}
