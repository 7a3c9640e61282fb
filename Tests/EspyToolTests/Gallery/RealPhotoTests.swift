import Espy
import EspyTestSupport
import Foundation
import Testing

/// Faults that a newcomer saw on real photos, which are not part of this repository. Nothing was chosen by them.
@Suite(
    .enabled(
        if: ShippedModels.areThere && PhotoSets.has("gallery/immich"),
        "no models, or no shared/data beside the repository"))
struct RealPhotoTests {
    private let scratch: Scratch
    private var data: [String: String] { ["XDG_DATA_HOME": scratch.file("data")] }

    init() throws { scratch = try Scratch() }

    private func photo(_ name: String) -> String { PhotoSets.folder.appendingPathComponent("gallery/\(name)").path }

    private struct Album: Decodable {
        struct Cover: Decodable { let path: String }
        let id: String
        let kind: String
        let cover: Cover?
    }

    /// The covers that are right, of each album. A castle behind a lawn is no sport, and a printed shirt no document.
    private static let covers: [String: Set<String>] = [
        "animals": ["elephants.jpg", "dog_orange.jpg", "cat_brown.jpg", "giraffe_green_brown.jpg"],
        "nature": [
            "albums_nature_polemonium_reptans.jpg", "albums_nature_orychophragmus_violaceus.jpg",
            "albums_nature_cyclamen_persicum.jpg", "albums_nature_notocactus_minimus.jpg", "Portrait_3.jpg",
        ],
        "people": ["clowns_colorful.jpg"], "food": ["limes.jpg"], "vehicles": ["motorcycle_left.png"],
        "buildings": ["building_mono.jpg", "formats_avif_10bit-HDR-P3-nclx.avif"], "documents": ["page.png"],
        "sport": [],
    ]

    @Test func coversShowTheirSubject() throws {
        let names = [
            "immich/formats_avif_10bit-HDR-P3-nclx.avif", "orientation/Portrait_3.jpg", "skimage/page.png",
            "clothing/shirt/69185160-8563-4705-a642-d3002714163b.jpg", "skimage/motorcycle_left.png",
            "photoprism/elephants.jpg", "photoprism/dog_orange.jpg", "photoprism/cat_brown.jpg",
            "photoprism/giraffe_green_brown.jpg", "photoprism/limes.jpg", "photoprism/clowns_colorful.jpg",
            "photoprism/building_mono.jpg", "immich/albums_nature_polemonium_reptans.jpg",
            "immich/albums_nature_orychophragmus_violaceus.jpg", "immich/albums_nature_cyclamen_persicum.jpg",
            "immich/albums_nature_notocactus_minimus.jpg",
        ]
        let folder = scratch.file("photos")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names {
            let copy = folder + "/" + (name as NSString).lastPathComponent
            try FileManager.default.copyItem(atPath: photo(name), toPath: copy)
        }
        let found = try shell(
            "$espy gallery add -q --detector none '\(folder)' && $espy gallery albums --json", variables: data)
        let albums = try JSONDecoder().decode([Album].self, from: Data(found.out.utf8))
        for album in albums where album.kind == "subject" {
            let cover = ((album.cover?.path ?? "") as NSString).lastPathComponent
            #expect(Self.covers[album.id]?.contains(cover) == true, "\(album.id): \(cover)")
        }
        let ids = Set(albums.map(\.id))
        #expect(ids.isSuperset(of: ["animals", "nature", "people", "food", "vehicles", "documents"]), "\(ids)")
    }

    private struct Answer: Decodable {
        let tags: [PhotoTag]
        let colors: [ColorShare]
    }

    @Test func flowersAreNoInsectsAndHaveTheirColor() throws {
        let flowers: [(name: String, colors: Set<ColorName>)] = [
            ("polemonium_reptans", [.blue]), ("orychophragmus_violaceus", [.purple]),
            ("cyclamen_persicum", [.pink, .magenta]), ("notocactus_minimus", [.yellow]),
        ]
        let paths = flowers.map { "'\(photo("immich/albums_nature_\($0.name).jpg"))'" }
        let found = try shell(
            "$espy gallery tag --json -q --detector none \(paths.joined(separator: " "))", variables: data)
        let lines = found.out.split(separator: "\n")
        #expect(lines.count == flowers.count)
        for (flower, line) in zip(flowers, lines) {
            let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
            let names = Set(answer.tags.map(\.name))
            #expect(names.contains("flower"), "\(flower.name): \(names)")
            #expect(names.isDisjoint(with: ["insect", "animal", "butterfly"]), "\(flower.name): \(names)")
            #expect(!flower.colors.isDisjoint(with: answer.colors.map(\.name)), "\(flower.name): \(answer.colors)")
        }
    }
}
