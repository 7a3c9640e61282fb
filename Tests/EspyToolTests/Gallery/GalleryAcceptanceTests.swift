import Espy
import EspyApp
import EspySystem
import EspyTool
import Foundation
import Testing

/// The acceptance criteria of the photo gallery, one by one. Those that only a page can show are tested again, by
/// number, in
/// Tests/Web/test_gallery_acceptance.py.
struct GalleryAcceptanceTests {
    private let scratch: Scratch
    private var data: [String: String] { ["XDG_DATA_HOME": scratch.file("data")] }

    init() throws { scratch = try Scratch() }

    private func run(_ arguments: String...) async throws -> Ending {
        try await espy(["gallery"] + arguments + ["--tagger", "none", "--detector", "none"], variables: data)
    }

    /// Writes a unique photo for a number.
    @discardableResult
    private func photo(_ name: String, _ seed: Int, blue: Bool = false) throws -> String {
        var image = RGBImage(width: 96, height: 72, red: 120, green: 90, blue: 60)
        for y in 0..<72 {
            for x in 0..<96 {
                let at = 3 * (y * 96 + x)
                let wave = UInt8((x * (seed % 7 + 1) + y * (seed / 7 + 1)) % 60)
                image.pixels[at] = blue ? 30 : 150 + wave
                image.pixels[at + 1] = blue ? 60 + wave / 4 : 110 + wave
                image.pixels[at + 2] = blue ? 180 + wave : 60
            }
        }
        // The number itself, as black and white squares.
        for bit in 0..<12 {
            for y in 0..<8 {
                for x in 8 * bit..<8 * bit + 8 {
                    let value: UInt8 = seed >> bit & 1 == 1 ? 240 : 10
                    for channel in 0..<3 { image.pixels[3 * (y * 96 + x) + channel] = value }
                }
            }
        }
        return try scratch.write(name, try ImageEncoder.jpeg(image))
    }

    private func names(_ query: String...) async throws -> Set<String> {
        let found = try await espy(["gallery", "search"] + query, variables: data)
        return Set(found.out.split(separator: "\n").map { ($0 as NSString).lastPathComponent })
    }

    @Test func criterion01AddedFoldersShowAllTheirPhotos() async throws {
        for seed in 0..<4 { try photo("photos/\(seed).jpg", seed) }
        #expect(try await run("add", scratch.file("photos")).exit == 0)
        #expect(try await names() == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"])
    }

    @Test func criterion02OnlyAddedFoldersAreSeenAndTagged() async throws {
        try photo("photos/inside.jpg", 1)
        let outside = try photo("private/outside.jpg", 2)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("photos/link"), withDestinationPath: scratch.file("private"))
        _ = try await run("add", scratch.file("photos"))
        #expect(try await names() == ["inside.jpg"])
        #expect(try await run("add-tag", "mine", outside).exit == 2)
    }

    @Test func criterion03LostPermissionIsExplained() async throws {
        try photo("photos/1.jpg", 1)
        _ = try await run("add", scratch.file("photos"))
        try FileManager.default.moveItem(atPath: scratch.file("photos"), toPath: scratch.file("elsewhere"))
        let update = try await run("update")
        #expect(update.err.contains("unavailable; its photos stay in the index"))
        #expect(try await names() == ["1.jpg"])
    }

    @Test(.enabled(if: ShippedModels.areThere && PhotoTruth.isThere))
    func criterion04TagsNameObjectsScenesAndColors() throws {
        let found = try PhotoTruth.tags(of: ["mountain", "bus", "pizza"], most: 8)
        let categories = Set(found.flatMap { $0.tags.map(\.category) })
        #expect(categories.isSuperset(of: [.nature, .vehicles, .food]))
        #expect(found.allSatisfy { !$0.colors.isEmpty })
    }

    /// The models at hand do not know breeds, and none is claimed.
    @Test(.enabled(if: ShippedModels.areThere && PhotoTruth.isThere))
    func criterion05DogsAreAnimalsToo() throws {
        let found = try PhotoTruth.tags(of: ["dog"], most: 24)
        let dogs = found.filter { $0.has("dog") }
        #expect(dogs.allSatisfy { $0.has("animal") })
        #expect(dogs.count * 2 >= found.count, "\(dogs.count) of \(found.count)")
    }

    @Test(.enabled(if: ShippedModels.areThere && PhotoTruth.isThere))
    func criterion06SunsetsAreOutdoorLandscapes() throws {
        let found = try PhotoTruth.tags(of: ["sunset"], most: 24)
        let sunsets = found.filter { $0.has("sunset") }
        #expect(sunsets.allSatisfy { $0.has("landscape") && $0.has("outdoor") && !$0.colors.isEmpty })
        #expect(sunsets.count * 2 >= found.count, "\(sunsets.count) of \(found.count)")
    }

    @Test func criterion07FiveHundredPhotosShowHowFarItIs() async throws {
        for seed in 0..<500 { try photo("photos/\(seed).jpg", seed) }
        let added = try await run("add", scratch.file("photos"), "--progress", "plain")
        #expect(added.exit == 0)
        #expect(added.err.contains("500 photos in the gallery, 500 new"))
        #expect(added.err.contains(" of 500"))
        #expect(try await run("status").out.contains("untagged  0\n"))
    }

    @Test func criterion08RelatedWordsAreFound() async throws {
        let file = try photo("photos/1.jpg", 1)
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("add-tag", "seashore", file)
        #expect(try await names("beach") == ["1.jpg"])
        let reasons = try await espy("gallery", "search", "-v", "beach", variables: data)
        #expect(reasons.out.contains("seashore"))
    }

    @Test func criterion09SeveralFiltersMustAllFit() async throws {
        let (both, dog) = (try photo("photos/both.jpg", 1), try photo("photos/dog.jpg", 2))
        let outdoor = try photo("photos/outdoor.jpg", 3)
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("add-tag", "dog", both, dog)
        _ = try await run("add-tag", "outdoor", both, outdoor)
        #expect(try await names("tag:dog", "tag:outdoor") == ["both.jpg"])
    }

    @Test func criterion10ColorsAreFound() async throws {
        try photo("photos/brown.jpg", 1)
        try photo("photos/sea.jpg", 2, blue: true)
        _ = try await run("add", scratch.file("photos"))
        #expect(try await names("color:blue") == ["sea.jpg"])
    }

    @Test func criterion12HeatPausesAndCoolingGoesOn() {
        let hot = MachineState.hot(degrees: 85, critical: 100)
        let reason = MachinePacing.judge(hot, PacingOptions())
        #expect(reason == .heat(degrees: 85, limit: 80))
        #expect(MachinePacing.judge(.hot(degrees: 70, critical: 100), PacingOptions(), before: reason) == nil)
    }

    @Test func criterion14AlbumsMakeThemselves() async throws {
        let file = try photo("photos/1.jpg", 1)
        _ = try await run("add", scratch.file("photos"))
        _ = try await run("add-tag", "animal", file)
        #expect(try await run("albums").out.split(separator: "\n").contains { $0.hasPrefix("Animals") })
    }
}

extension MachineState {
    fileprivate static func hot(degrees: Double, critical: Double) -> MachineState {
        var state = MachineState()
        state.heat = [Heat(degrees: degrees, critical: critical)]
        return state
    }
}
