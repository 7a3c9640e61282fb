import EspyInference
import EspySamples
import Foundation
import Testing

/// A folder of models for one test, removed after the test.
final class Bench: Sendable {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "espy-models-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Scripts/setup fetches the runtime. Without it, tests that need it are skipped.
    static let hasRuntime = InferenceRuntime().path != nil

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    func add(_ entries: ModelEntry...) throws {
        try write(ModelManifest.fileName, ModelManifest(models: entries).json())
    }

    func loader(
        cache: Bool = false, use: ModelUse = .batches, precision: ModelPrecision = .f32
    ) throws -> ModelLoader {
        ModelLoader(
            library: try ModelLibrary(folders: [folder]), cacheFolder: cache ? "\(folder)/cache" : nil, use: use,
            precision: precision)
    }

    /// Writes a tiny embedder and its entry, and loads it.
    func model(
        _ tiny: TinyModel, use: ModelUse = .batches, _ change: (inout ModelEntry) -> Void = { _ in }
    ) async throws -> Model {
        try write("tiny.onnx", tiny.onnx)
        var entry = ModelEntry.tiny(tiny)
        change(&entry)
        try add(entry)
        return try await loader(use: use).load("tiny")
    }
}

extension ModelEntry {
    static func tiny(_ model: TinyModel = TinyModel()) -> ModelEntry {
        ModelEntry(
            id: "tiny", task: .embedder, file: "tiny.onnx", license: "Apache-2.0", description: "For tests.",
            input: ModelInput(width: model.side, height: model.side, colors: .rgb, resize: .stretch),
            output: ModelOutput(kind: .embedding, columns: model.answer.reduce(1, *)))
    }

    /// The published YOLOX-Nano for pictures of 416 x 416.
    static let nano = ModelEntry(
        id: "nano", task: .detector, file: "yolox_nano.onnx", bytes: 3_660_092,
        license: "Apache-2.0", description: "For tests.",
        input: ModelInput(width: 416, height: 416, colors: .bgr, resize: .letterboxTopLeft114),
        output: ModelOutput(kind: .yoloxRaw, rows: 3549, columns: 85, strides: [8, 16, 32]))
}

/// Data that is not part of the repository.
enum Shared {
    static let folder: String = {
        let variables = ProcessInfo.processInfo.environment
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return "\(variables["ESPY_SHARED"] ?? root.appendingPathComponent("../shared").path)/data/models"
    }()

    static let hasNano = FileManager.default.fileExists(atPath: "\(folder)/yolox_nano.onnx")
}
