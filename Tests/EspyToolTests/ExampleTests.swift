import Espy
import Testing

/// The Swift of README.md and docs/public-api.md. `DocsTests` compares the two line by line.
func values(in file: [UInt8]) async throws -> [String] {
    let photo = try ImageDecoder().decode(file)
    let rack = try await RackReader(options: RackOptions(grid: .size(rows: 9, columns: 9))).read(photo)
    return rack.vials.map { "\($0.name) \($0.value)" }
}

func number(of photo: CountPhoto, with models: CountModels) async throws -> Int {
    try await Counter(models: models).count(photo).count
}

struct ExampleTests {
    @Test func exampleReadsABox() async throws {
        let found = try await values(in: try sample("box-9x9"))
        #expect(found.count > 70)
        #expect(found.first?.hasPrefix("A1 E") == true)
    }

    @Test func exampleRefusesWhatIsNoPicture() async {
        await #expect(throws: ImageError.notAnImage) { try await values(in: Array("text, not a picture".utf8)) }
    }
}
