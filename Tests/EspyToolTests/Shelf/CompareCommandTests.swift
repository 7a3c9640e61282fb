import Espy
import EspyTool
import Foundation
import Testing

/// `espy shelf compare`, with the shipped model.
@Suite(.enabled(if: ShippedModels.areThere))
struct CompareCommandTests {
    private let scratch: Scratch
    private let folder = Repository.path("Tests/Samples/shelf")

    init() throws { scratch = try Scratch() }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func withoutTruthItIsAgreement() async throws {
        let ending = try await espy("shelf", "compare", "\(folder)/library-row.jpg", "\(folder)/empty.jpg")
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.out.contains("only classical"))
        #expect(ending.out.contains("both outline"))
        let object = try json(try await espy("shelf", "compare", "\(folder)/library-row.jpg", "--json").out)
        let agreement = try #require(object["agreement"] as? [String: Int])
        #expect(try #require(agreement["both"]) >= 8)
        #expect(object["comparison"] == nil)
    }

    @Test func withTruthItIsTheReport() async throws {
        let ending = try await espy("shelf", "compare", folder, "--truth", folder)
        #expect(ending.exit == 0)
        #expect(ending.out.contains("McNemar"))
        #expect(ending.out.contains("library-row.jpg"))
        let object = try json(try await espy("shelf", "compare", folder, "--truth", folder, "--json").out)
        let report = try #require(object["comparison"] as? [String: Any])
        #expect(report["frames"] as? Int == 5)
        #expect(report["truth"] as? Int == 77)
        for name in ["first", "second"] {
            let score = try #require(report[name] as? [String: Any])
            #expect(try #require(score["recall"] as? Double) >= 0.85)
            #expect(try #require(score["precision"] as? Double) >= 0.8)
        }
    }

    @Test func photosWithoutTruthAreLeftOut() async throws {
        let truth = try scratch.write(
            "t.json", #"[{"photo": "empty.jpg", "width": 640, "rows": [{"y": 99, "spines": []}]}]"#)
        let ending = try await espy(
            "shelf", "compare", "\(folder)/empty.jpg", "\(folder)/leaning.jpg", "--truth", truth, "--json")
        #expect(ending.exit == 0)
        #expect(ending.err.contains("leaning.jpg: left out, because it is not in --truth"))
        #expect((try json(ending.out)["photos"] as? [Any])?.count == 1)
        let none = try await espy("shelf", "compare", "\(folder)/leaning.jpg", "--truth", truth)
        #expect(none.exit == 1)
        #expect(none.out.isEmpty)
    }

    @Test(arguments: [
        ("{", "not valid JSON"), (#"{"rows": []}"#, "width is missing"),
        (#"{"width": "a", "rows": []}"#, "has the wrong type"),
        (#"{"width": 9, "rows": [{"y": 1, "spines": [[4, 2]]}]}"#, "a spine is two numbers"),
    ])
    func badTruthIsOneLine(text: String, told: String) async throws {
        let truth = try scratch.write("t.json", text)
        let ending = try await espy("shelf", "compare", "\(folder)/empty.jpg", "--truth", truth)
        #expect(ending.exit == 2, "\(ending.err)")
        #expect(ending.out.isEmpty, "\(ending.err)")
        #expect(ending.err.contains(told), "\(ending.err)")
        #expect(ending.err.count { $0 == "\n" } == 1)
    }

    /// Both detect, one answers, and the difference is recorded if that is allowed.
    @Test func shadowTellsTheDifference() async throws {
        let photo = "\(folder)/library-row.jpg"
        let variables = ["XDG_DATA_HOME": scratch.path, "ESPY_SHELF_TELEMETRY": "true"]
        let plain = try await espy(["shelf", photo, "--detector", "trained"], variables: variables)
        let ending = try await espy(["shelf", photo, "--detector", "shadow"], variables: variables)
        #expect(ending.exit == 0)
        #expect(ending.out == plain.out)
        #expect(ending.err.contains("spines found by both detectors"), "\(ending.err)")
        let shown = try await espy(["shelf", "telemetry", "show"], variables: variables)
        #expect(shown.out.contains("shadow      1 frames:"), "\(shown.out)")
    }

    @Test func theTrainedOneCanBeAskedFor() async throws {
        let ending = try await espy("shelf", "\(folder)/library-row.jpg", "--detector", "trained")
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.out.split(separator: "\r\n").count > 8, "\(ending.err)")
    }
}
