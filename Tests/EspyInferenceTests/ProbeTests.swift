import EspyInference
import EspySamples
import Foundation
import Testing

// Skipped where the runtime is absent: Scripts/setup fetches it.
@Suite(.enabled(if: Bench.hasRuntime))
struct ProbeTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func probe(_ bytes: [UInt8], task: ModelEntry.Task? = nil) throws(InferenceError) -> ModelEntry {
        try? bench.write("x.onnx", bytes)
        return try ModelProbe(id: "x", path: "\(bench.folder)/x.onnx", task: task, runtime: InferenceRuntime())
            .entry(file: "x.onnx")
    }

    /// A detector of 64 x 64 pixels with the same output for each picture.
    private static func detector(classes: Int, batch: Int?, box: (Int, Int, Int) -> [Float]) -> TinyModel {
        let rows = [8, 16, 32].flatMap { stride in
            (0..<64 / stride).flatMap { y in
                (0..<64 / stride).flatMap { x in box(x, y, stride) + [Float](repeating: 0.5, count: 1 + classes) }
            }
        }
        var tiny = TinyModel(side: 64, batch: batch, answer: [84, 5 + classes])
        tiny.matrix = [Float](repeating: 0, count: 3 * rows.count)
        tiny.offset = rows
        return tiny
    }

    @Test(arguments: [nil, 1, 2], [1, 3])
    func headsAreToldApart(batch: Int?, classes: Int) throws {
        let raw = Self.detector(classes: classes, batch: batch) { _, _, _ in [0.4, 0.6, 0.1, -0.2] }
        let entry = try probe(raw.onnx)
        #expect(entry.task == .detector)
        #expect(entry.output.kind == .yoloxRaw)
        #expect(entry.output.rows == 84)
        #expect(entry.output.columns == 5 + classes)
        #expect(entry.output.strides == [8, 16, 32])
        #expect(entry.input.colors == .bgr)
        let decoded = Self.detector(classes: classes, batch: batch) { x, y, stride in
            [Float(x * stride) + 3, Float(y * stride) + 4, Float(stride), Float(2 * stride)]
        }
        #expect(try probe(decoded.onnx).output.kind == .yoloxDecoded)
    }

    @Test func embedderIsKnownByItsShape() throws {
        let entry = try probe(TinyModel(side: 24, answer: [17]).onnx)
        #expect(entry.task == .embedder)
        #expect(entry.output == ModelOutput(kind: .embedding, columns: 17))
        #expect(entry.input.width == 24)
        #expect(entry.input.height == 24)
        #expect(entry.input.colors == .rgb)
    }

    /// 1,000 numbers for one picture mean the ImageNet classes, unless the user says otherwise.
    @Test func classifierIsKnownByItsNumbers() throws {
        var tiny = TinyModel(side: 28, answer: [1000])
        let entry = try probe(tiny.onnx)
        #expect(entry.task == .classifier)
        #expect(entry.output == ModelOutput(kind: .logits, columns: 1000))
        #expect(entry.labels == "imagenet.labels.json")
        #expect(entry.input.shorterSide == 32)
        #expect(entry.input.resize == .centerCropShortest)
        #expect(entry.input.colors == .rgb)
        tiny.finish = "Softmax"
        #expect(try probe(tiny.onnx).output.kind == .probabilities)
        #expect(try probe(tiny.onnx, task: .embedder).output.kind == .embedding)
        #expect(try probe(TinyModel(side: 8, answer: [365]).onnx, task: .classifier).output.kind == .logits)
    }

    @Test(arguments: [[7, 6], [84, 5], [2, 3, 4]])
    func answersOfNeitherKindAreRefused(answer: [Int]) throws {
        let model = TinyModel(side: 64, answer: answer)
        #expect { try probe(model.onnx) } throws: { error in
            guard case .wrongShape("x", _, let found)? = error as? InferenceError else { return false }
            return found.contains(answer.map(String.init).joined(separator: " x "))
        }
    }

    // Scores outside 0...1 belong to another family of detectors, whose boxes would make no sense.
    @Test func scoresOutsideTheirRangeAreRefused() throws {
        let model = Self.detector(classes: 1, batch: 1) { _, _, _ in [0, 0, 0, 0] }
        var odd = model
        odd.offset = model.offset?.map { $0 * 9 }
        #expect(throws: InferenceError.wrongShape(id: "x", expected: "scores from 0 to 1", found: "others")) {
            try probe(odd.onnx)
        }
    }

    @Test func numbersThatAreNotFiniteAreRefused() throws {
        var tiny = TinyModel(answer: [4])
        tiny.offset = [-9999, 0, 0, 0]
        tiny.finish = "Sqrt"
        #expect(throws: InferenceError.notFinite(id: "x")) { try probe(tiny.onnx) }
    }

    @Test func garbageIsRefused() { #expect(throws: InferenceError.self) { try probe([1, 2, 3]) } }

    @Test func testPatternIsInRange() {
        let input = ModelInput(
            width: 40, height: 24, colors: .rgb, resize: .stretch, scale: 1 / 255, mean: [0.5, 0.5, 0.5],
            std: [0.5, 0.5, 0.5])
        let pattern = input.testPattern
        #expect(pattern.shape == [1, 3, 24, 40])
        #expect(pattern.values.count == 3 * 24 * 40)
        #expect(pattern.values.allSatisfy { (-1...1).contains($0) })
        #expect(Set(pattern.values).count > 100)
    }
}

// The published YOLOX-Nano. Skipped without the data beside the repository.
@Suite(.enabled(if: Shared.hasNano && Bench.hasRuntime))
struct NanoTests {
    private func loader(_ bench: Bench, precision: ModelPrecision = .f32) throws -> ModelLoader {
        let copy = "\(bench.folder)/yolox_nano.onnx"
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(atPath: "\(Shared.folder)/yolox_nano.onnx", toPath: copy)
            try bench.add(.nano)
        }
        return try bench.loader(precision: precision)
    }

    @Test func answersInItsShape() async throws {
        let bench = try Bench()
        let model = try await loader(bench).load("nano", task: .detector)
        let answer = try model.run(model.entry.input.testPattern)
        #expect(answer.map(\.shape) == [[1, 3549, 85]])
        // Objectness and classes are already scores.
        let isScored = stride(from: 0, to: answer[0].values.count, by: 85).allSatisfy { row in
            answer[0].values[row + 4..<row + 85].allSatisfy { (0...1).contains($0) }
        }
        #expect(isScored)
    }

    @Test func halfPrecisionComesClose() async throws {
        let bench = try Bench()
        let exact = try await loader(bench).load("nano")
        let fast = try await loader(bench, precision: .automatic).load("nano")
        let pattern = exact.entry.input.testPattern
        let (a, b) = (try exact.run(pattern)[0].values, try fast.run(pattern)[0].values)
        let mean = zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(a.count)
        #expect(mean < 0.02, "\(mean)")
    }

    @Test func probeKnowsIt() throws {
        let path = "\(Shared.folder)/yolox_nano.onnx"
        let entry = try ModelProbe(id: "nano", path: path, runtime: InferenceRuntime()).entry(file: "yolox_nano.onnx")
        #expect(entry.output == ModelEntry.nano.output)
        #expect(entry.input == ModelEntry.nano.input)
    }

    // Damaged in any of many places, a file gives an error or a model, but never a crash.
    @Test func damagedCopiesAreSurvived() async throws {
        let bench = try Bench()
        _ = try loader(bench)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(bench.folder)/yolox_nano.onnx")))
        var entry = ModelEntry.nano
        entry.bytes = nil
        try bench.add(entry)
        for place in [0, 3, 40, 200, 1000, 5000, bytes.count - 2000, bytes.count - 40] {
            var damaged = bytes
            for index in place..<min(place + 16, bytes.count) { damaged[index] = ~damaged[index] }
            try bench.write("yolox_nano.onnx", damaged)
            _ = try? await bench.loader().load("nano").tryOut()
        }
        try bench.write("yolox_nano.onnx", Array(bytes[..<(bytes.count / 2)]))
        await #expect(throws: InferenceError.self) { try await bench.loader().load("nano") }
    }
}
