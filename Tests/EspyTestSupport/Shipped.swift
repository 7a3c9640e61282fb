package import Espy
import EspyInference
package import Foundation

/// The models that come with the program, as the program loads them.
package enum Shipped {
    package static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../models")
        .standardized

    /// Whether both models and the library that runs them are there.
    package static var areThere: Bool {
        ["espy-detector.onnx", "espy-embedder.onnx"].allSatisfy {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
        } && InferenceRuntime().path != nil
    }

    /// Loading takes as long as counting several photos, so all tests share it. Computed in 32 bits: results are the
    /// same on processors that can do with less and on those that cannot.
    private static let loading = Task<CountModels, any Error> {
        let loader = ModelLoader(library: try ModelLibrary(folders: [folder.path]), precision: .f32)
        return try await CountModels.load(with: loader)
    }

    /// When a count of the detector that comes with the program is believed.
    package static var soundness: Soundness.Weights {
        get throws {
            let file = folder.appendingPathComponent("espy-count-soundness.json")
            return try JSONDecoder().decode(Soundness.Weights.self, from: Data(contentsOf: file))
        }
    }

    package static var models: CountModels { get async throws { try await loading.value } }
}
