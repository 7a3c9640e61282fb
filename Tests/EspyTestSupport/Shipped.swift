package import Espy
import EspyInference
package import Foundation

/// The shipped models, as the program loads them.
package enum Shipped {
    package static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../models")
        .standardized

    /// Whether both models and their runtime are there.
    package static var areThere: Bool {
        ["espy-detector.onnx", "espy-embedder.onnx"].allSatisfy {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
        } && InferenceRuntime().path != nil
    }

    /// Loading takes as long as counting several photos, so all tests share the models. They run with 32 bits, so that
    /// results
    /// are the same on processors with and without smaller formats.
    private static let loading = Task<CountModels, any Error> {
        let loader = ModelLoader(library: try ModelLibrary(folders: [folder.path]), precision: .f32)
        return try await CountModels.load(with: loader)
    }

    /// When a count of the shipped detector is trusted.
    package static var soundness: CountConfidence.Weights {
        get throws {
            let file = folder.appendingPathComponent("espy-count-soundness.json")
            return try CountConfidence.Weights(json: JSONValue(parsing: [UInt8](Data(contentsOf: file))))
        }
    }

    package static var models: CountModels { get async throws { try await loading.value } }
}
