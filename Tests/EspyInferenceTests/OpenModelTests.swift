import EspyInference
import EspySamples
import Foundation
import Testing

/// Models of open sizes, which are compiled from their files without being read first.
@Suite(.enabled(if: Bench.hasRuntime))
struct OpenModelTests {
    private let bench: Bench
    private static let pixels = Tensor(shape: [1, 3, 8, 8], values: Array(repeating: 7, count: 192))

    init() throws { bench = try Bench() }

    /// Writes a model that adds a number, and its entry, and loads it.
    private func model(adding offset: Float) throws -> OpenModel {
        var tiny = TinyModel()
        tiny.ports = ("pixels", "vectors")
        tiny.offset = Array(repeating: offset, count: 4)
        try bench.write("new.onnx", tiny.onnx)
        // Not written in place: this process remembers the checksum of a file that did not change.
        let (new, place) = ("\(bench.folder)/new.onnx", "\(bench.folder)/tiny.onnx")
        #expect(rename(new, place) == 0)
        let old = Date(timeIntervalSince1970: 1e9)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: place)
        try bench.add(
            ModelEntry(
                id: "tiny", task: .faceDescriber, file: "tiny.onnx", license: "Apache-2.0", description: "For tests.",
                input: .tensors, output: ModelOutput(kind: .faceVectors, columns: 4)))
        return try bench.loader(cache: true).loadOpen("tiny", task: .faceDescriber)
    }

    /// Paths of the cached compiled models.
    private func cached() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(bench.folder)/cache").filter { $0.hasSuffix(".blob") }
            .sorted()
    }

    @Test func secondStartComesFromTheCache() throws {
        #expect(try model(adding: 1).run([Self.pixels])?[0].values == [8, 8, 8, 8])
        let blobs = try cached()
        #expect(blobs.count == 1)
        #expect(try model(adding: 1).run([Self.pixels])?[0].values == [8, 8, 8, 8])
        #expect(try cached() == blobs)
    }

    // The runtime knows a file in its cache by its path, its size and the second of its last change.
    @Test func anotherFileOfTheSameSizeAndTimeIsNotTakenForTheFirst() throws {
        #expect(try model(adding: 1).run([Self.pixels])?[0].values == [8, 8, 8, 8])
        #expect(try model(adding: 2).run([Self.pixels])?[0].values == [9, 9, 9, 9])
    }

    @Test func restingModelAnswersAsBefore() throws {
        let model = try model(adding: 1)
        model.rest()
        #expect(try model.run([Self.pixels])?[0].values == [8, 8, 8, 8])
    }

    @Test func modelsRestOneAtATime() throws {
        let models = [try model(adding: 1), try model(adding: 2)]
        // Those of other tests.
        while ModelMemory.restOne(unusedFor: .zero) {}
        for model in models { _ = try model.run([Self.pixels]) }
        #expect(!ModelMemory.restOne(unusedFor: .seconds(600)))
        #expect(ModelMemory.restOne(unusedFor: .zero))
        #expect(ModelMemory.restOne(unusedFor: .zero))
        #expect(!ModelMemory.restOne(unusedFor: .zero))
        #expect(try models.map { try $0.run([Self.pixels])?[0].values[0] } == [8, 9])
    }
}
