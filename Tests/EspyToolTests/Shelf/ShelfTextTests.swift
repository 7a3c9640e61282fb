import EspyTool
import Foundation
import Testing

/// `espy shelf`: the words on the spines.
struct ShelfTextTests {
    private let scratch: Scratch
    private let path = Repository.path("Tests/Samples/shelf/library-row.jpg")

    init() throws { scratch = try Scratch() }

    private func spines(_ arguments: [String], variables: [String: String] = [:]) async throws -> [[String: Any]] {
        let ending = try await espy(["shelf", path, "--json"] + arguments, variables: variables)
        #expect(ending.exit == 0, "\(ending.err)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        #expect((object["timings"] as? [String: Double])?["reading"] != nil)
        return try #require(object["spines"] as? [[String: Any]])
    }

    @Test func spinesAreReadUnlessItIsTurnedOff() async throws {
        let read = try await spines([])
        #expect(read.contains { ($0["text"] as? String)?.isEmpty == false })
        #expect(read.allSatisfy { $0["textConfidence"] is Double })
        #expect(try await spines(["--no-text"]).allSatisfy { $0["text"] == nil })
        #expect(try await spines([], variables: ["ESPY_SHELF_TEXT": "off"]).allSatisfy { $0["text"] == nil })
    }

    @Test func missingLanguageIsOneNote() async throws {
        let ending = try await espy(
            ["shelf", path, "--language", "xyz"], variables: ["TESSDATA_PREFIX": scratch.path])
        #expect(ending.exit == 0)
        #expect(ending.out.split(separator: "\r\n").count > 5)
        #expect(ending.err.split(separator: "\n").count == 1)
        #expect(ending.err.contains("data for “xyz” is missing; apt-get install tesseract-ocr-xyz"))
        let quiet = try await espy(
            ["shelf", path, "-q"], variables: ["TESSDATA_PREFIX": scratch.path])
        #expect(quiet.err.isEmpty)
        #expect(try await espy("shelf", path, "--language", "../eng").exit == 64)
        let doctor = try await espy(["doctor"], variables: ["TESSDATA_PREFIX": scratch.path])
        #expect(doctor.exit == 1)
        #expect(doctor.out.contains("MISS  text"))
    }

    @Test func listThatCannotBeUsedEndsTheRun() async throws {
        for (text, said) in [
            ("", "no books in the list"), ("a,b\n1,2\n", "no column is called title"), ("title\n\"", "line 2"),
        ] {
            let list = try scratch.write("list.csv", text)
            let ending = try await espy("shelf", path, "--catalog", list)
            #expect(ending.exit == 2)
            #expect(ending.out.isEmpty)
            #expect(ending.err.hasPrefix("espy: \(list): "), "\(ending.err)")
            #expect(ending.err.contains(said), "\(ending.err)")
        }
        let missing = try await espy("shelf", path, "--catalog", scratch.file("none.csv"))
        #expect(missing.exit == 2)
        #expect(missing.err.split(separator: "\n").count == 1)
    }
}
