import Espy
import EspyInference
import EspyTestSupport
import Foundation

/// YOLOX-Nano, which is not part of this repository, and a folder of photos.
enum Nano {
    /// Whether weights, photos and the runtime are there.
    static var isThere: Bool {
        let files = ["models/yolox_nano.onnx", "count/sample1.JPG"].map { PhotoSets.folder.appendingPathComponent($0) }
        return files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
            && InferenceRuntime().path != nil
    }

    static let entry = ModelEntry(
        id: "yolox-nano", task: .detector, file: "yolox_nano.onnx", license: "Apache-2.0", description: "YOLOX-Nano",
        input: ModelInput(width: 416, height: 416, colors: .bgr, resize: .letterboxTopLeft114),
        output: ModelOutput(kind: .yoloxRaw, rows: 3549, columns: 85, strides: [8, 16, 32]))

    /// Loads it from a temporary library, as the program does.
    static func models() async throws -> CountModels {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("espy-nano-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let manifest = try JSONEncoder().encode(ModelManifest(models: [entry]))
        try manifest.write(to: folder.appendingPathComponent(ModelManifest.fileName))
        let weights = PhotoSets.folder.appendingPathComponent("models")
        try FileManager.default.copyItem(
            at: weights.appendingPathComponent(entry.file), to: folder.appendingPathComponent(entry.file))
        let loader = ModelLoader(library: try ModelLibrary(folders: [folder.path]), precision: .f32)
        return try await CountModels.load(detector: entry.id, embedder: nil, with: loader)
    }
}
