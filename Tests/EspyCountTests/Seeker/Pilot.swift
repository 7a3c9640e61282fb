import Espy
import EspyInference
import EspyTestSupport
import Foundation

/// The graphs of the pilot, which are not part of this repository, in a temporary library.
enum Pilot {
    static let parts = ["maps", "example", "find", "propose"]

    private static func file(_ part: String) -> URL {
        PhotoSets.folder.appendingPathComponent("models/seeker_pilot_\(part).onnx")
    }

    /// Whether graphs, photos and the runtime are there.
    static var isThere: Bool {
        let files = parts.map(file) + [PhotoSets.folder.appendingPathComponent("count/coins_water.jpg")]
        return files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
            && InferenceRuntime().path != nil
    }

    static func entry(_ part: String) throws -> ModelEntry {
        let kinds: [String: ModelOutput.Kind] = [
            "maps": .seekerMaps, "example": .seekerExample, "find": .seekerFind, "propose": .seekerPropose,
        ]
        let kind = kinds[part] ?? .seekerMaps
        return ModelEntry(
            id: "pilot-\(part)", task: kind.task, file: "pilot-\(part).onnx", license: "Apache-2.0",
            description: part, space: "pilot", input: .tensors, output: ModelOutput(kind: kind, columns: 96))
    }

    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("espy-pilot-\(UUID().uuidString)")

    private static let loading = Task<CountModels?, any Error> {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Networks that rest are compiled from their files again.
        atexit { try? FileManager.default.removeItem(at: Pilot.folder) }
        let manifest = try JSONEncoder().encode(ModelManifest(models: try parts.map(entry)))
        try manifest.write(to: folder.appendingPathComponent(ModelManifest.fileName))
        for part in parts {
            let place = folder.appendingPathComponent("pilot-\(part).onnx")
            try FileManager.default.copyItem(at: file(part), to: place)
        }
        let loader = ModelLoader(library: try ModelLibrary(folders: [folder.path]), precision: .f32)
        return try CountModels.seeking("pilot", with: loader)
    }

    static var models: CountModels {
        get async throws {
            guard let models = try await loading.value else { throw CountError.cancelled }
            return models
        }
    }
}
