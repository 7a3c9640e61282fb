import Espy
import EspyTool
import Foundation
import Testing

/// `espy shelf` if the networks that read text are missing or damaged.
struct NetworkTextTests {
    private let scratch: Scratch
    private let path = Repository.path("Tests/Samples/shelf/library-row.jpg")
    private static let hasRuntime = InferenceRuntime(folders: [Repository.path(".build/openvino")]).path != nil
    private static let hasNetworks =
        hasRuntime && FileManager.default.fileExists(atPath: Repository.path("models/ppocrv6-small-rec.onnx"))

    init() throws { scratch = try Scratch() }

    private func texts(_ ending: Ending) throws -> [String] {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        return try #require(object["spines"] as? [[String: Any]]).compactMap { $0["text"] as? String }
    }

    @Test func withoutThemTesseractReads() async throws {
        let variables = ["ESPY_MODELS": scratch.path]
        let ending = try await espy(["shelf", path, "--json"], variables: variables)
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        #expect(try texts(ending).contains { !$0.isEmpty })
        let doctor = try await espy(["doctor"], variables: variables)
        #expect(doctor.exit == 1)
        #expect(doctor.out.contains("MISS  text-detector"))
        #expect(doctor.out.contains("run Scripts/setup-text; everything else works without it"))
    }

    /// The networks read what they can, and one line says what is missing for the rest.
    @Test(.enabled(if: hasNetworks)) func languageThatOnlyTesseractKnowsIsMissedOnce() async throws {
        let variables = [
            "ESPY_MODELS": Repository.path("models"), "ESPY_OPENVINO": Repository.path(".build/openvino"),
            "TESSDATA_PREFIX": scratch.path,
        ]
        let ending = try await espy(["shelf", path, "--json", "--language", "eng+rus"], variables: variables)
        #expect(ending.exit == 0)
        #expect(ending.err.split(separator: "\n").count == 1)
        #expect(ending.err.contains("data for “rus” is missing; apt-get install tesseract-ocr-rus"))
        #expect(try texts(ending).contains { !$0.isEmpty })
    }

    @Test(.enabled(if: hasRuntime)) func damagedOnesAreToldOfAndTesseractReads() async throws {
        let manifest = try ModelManifest(folder: Repository.path("models"))
        let entries = manifest.models.filter { $0.id.hasPrefix("ppocrv6") }
        #expect(entries.count == 2)
        try scratch.write("manifest.json", String(decoding: ModelManifest(models: entries).json(), as: UTF8.self))
        for entry in entries { try scratch.write(entry.file, "damaged") }
        let variables = ["ESPY_MODELS": scratch.path, "ESPY_OPENVINO": Repository.path(".build/openvino")]
        let ending = try await espy(["shelf", path, "--json"], variables: variables)
        #expect(ending.exit == 0)
        #expect(ending.err.split(separator: "\n").count == 1)
        #expect(ending.err.contains("text is read by Tesseract alone: "))
        #expect(ending.err.contains("ppocrv6-small-det"))
        #expect(try texts(ending).contains { !$0.isEmpty })
    }
}
