import EspyCodecs
import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct CommittedSampleTests {
    private func file(_ name: String, _ type: String) -> URL {
        samplesFolder.appendingPathComponent("\(name).\(type)")
    }

    /// After a change of the renderer, write them again with `RenderSamples committed Tests/Samples/rack`.
    @Test(arguments: CommittedSample.all.map(\.name))
    func renderingAgainGivesTheCommittedPicture(name: String) throws {
        let sample = try #require(CommittedSample.all.first { $0.name == name })
        let committed = try ImageDecoder().decode([UInt8](Data(contentsOf: file(name, "jpg"))))
        let again = try sample.scene.photographed()
        #expect(committed.width == again.width)
        #expect(committed.height == again.height)
        // Other processors round slightly differently; a changed scene differs by whole steps.
        #expect(committed.distance(to: again) < 0.25)
    }

    @Test(arguments: CommittedSample.all.map(\.name))
    func truthIsTheCommittedTruth(name: String) throws {
        let sample = try #require(CommittedSample.all.first { $0.name == name })
        let committed = try SampleTruth(json: String(contentsOf: file(name, "json"), encoding: .utf8))
        let again = try SampleTruth(of: sample.scene)
        #expect(committed.cells == again.cells)
        #expect(committed.vials.map(\.code.value) == again.vials.map(\.code.value))
        let places = zip(committed.vials, again.vials).flatMap { zip($0.0.code.corners, $0.1.code.corners) }
        #expect(places.allSatisfy { hypot($0.0.x - $0.1.x, $0.0.y - $0.1.y) < 0.05 })
        #expect(committed.rackCode?.value == again.rackCode?.value)
    }

    @Test func filesAreFewAndSmall() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: samplesFolder.path)
        let pictures = files.filter { $0.hasSuffix(".jpg") }
        #expect(Set(pictures) == Set(CommittedSample.all.map { $0.name + ".jpg" }))
        for name in pictures {
            let size = try Data(contentsOf: samplesFolder.appendingPathComponent(name)).count
            #expect(size < 250_000)
        }
    }

    @Test func samplesCoverWhatTheirNamesSay() throws {
        let truths = try Dictionary(
            uniqueKeysWithValues: CommittedSample.all.map { ($0.name, try SampleTruth(of: $0.scene)) })
        #expect(truths["box-9x9"]?.vials.count == 81)
        let hard = try #require(truths["box-9x9-hard"])
        #expect(hard.cells.contains { $0.status == .uncoded })
        #expect(hard.cells.contains { $0.status == .empty })
        #expect(hard.vials.contains { $0.disturbed })
        #expect(hard.cells.filter { $0.row == 3 || $0.row == 8 || $0.col == 8 }.allSatisfy { $0.status == .empty })
        #expect(truths["rack-8x12-flatbed"]?.vials.allSatisfy(\.code.inverted) == true)
        let tilted = try #require(truths["box-10x10-tilted"]).vials.map(\.code.module)
        #expect(tilted.max()! > 1.4 * tilted.min()!)
        let mixed = try #require(truths["box-5x5-mixed"]).vials.map(\.code)
        #expect(Set(mixed.map(\.size)).count == 9)
        #expect(Set(mixed.map(\.value)).count == mixed.count - 1)
    }

    @Test func largeBoxHasTwelveMegapixels() throws {
        let truth = try SampleTruth(of: .large)
        #expect(truth.width * truth.height > 12_000_000)
        #expect(truth.vials.count == 81)
    }
}
