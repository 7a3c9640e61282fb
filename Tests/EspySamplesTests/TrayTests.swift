import EspyCodecs
import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct TrayTests {
    /// A few things in known places.
    private func scene(_ form: TrayKind.Form, tilt: Double = 0) -> TrayScene {
        var scene = TrayScene(
            seed: 5, width: 300, height: 200, area: SIMD2(3, 2),
            camera: SampleCamera(distance: 30, tilt: tilt, fill: 0.9),
            optics: SampleOptics(blur: 0, vignette: 0, noise: 0),
            kinds: [TrayKind(form, radius: 0.3, color: SampleColor(0.9, 0.1, 0.1), second: SampleColor(0.1, 0.1, 0.9))])
        scene.things = [
            TrayThing(kind: 0, place: SIMD2(0.5, 0.5)), TrayThing(kind: 0, place: SIMD2(1.5, 0.5)),
            TrayThing(kind: 0, place: SIMD2(2.5, 1.5), turn: 1),
        ]
        return scene
    }

    @Test(arguments: TrayKind.Form.allCases)
    func truthIsWhereThePictureChanges(form: TrayKind.Form) {
        let full = scene(form)
        var bare = full
        bare.things = []
        // Without a lamp there is no shadow beside the thing.
        let (image, truth) = full.rendered()
        let ground = bare.rendered().image
        #expect(truth.things.count == 3)
        #expect(truth.count == 3)
        for thing in truth.things {
            let center = Int(thing.center.y) * 300 + Int(thing.center.x)
            #expect(image.pixels[3 * center..<3 * center + 3] != ground.pixels[3 * center..<3 * center + 3])
            #expect(thing.visible == 1)
            #expect(!thing.cut)
        }
    }

    @Test func boxesHaveTheSizeOfTheThings() throws {
        // 0.9 of 200 pixels are 2 pitches: a thing is 0.6 pitches or 54 pixels wide.
        let coin = scene(.coin).rendered().truth.things[0].box
        #expect(abs(coin.width - 54) < 2)
        #expect(abs(coin.height - 54) < 2)
        #expect(abs(coin.center.x - (150 - 90)) < 2)
        #expect(abs(coin.center.y - (100 - 45)) < 2)
        let capsule = scene(.capsule).rendered().truth.things[0].box
        #expect(abs(capsule.width - 54) < 3)
        #expect(abs(capsule.height - 54 * 0.42) < 3)
    }

    @Test func nearThingsAreLargerAndHideFarOnes() {
        var tilted = scene(.vial, tilt: 0.9)
        tilted.camera.distance = 5
        tilted.things = [
            TrayThing(kind: 0, place: SIMD2(1.5, 0.7)), TrayThing(kind: 0, place: SIMD2(1.5, 1.4)),
        ]
        let things = tilted.rendered().truth.things
        #expect(things[1].box.width > 1.05 * things[0].box.width)
        #expect(things[0].visible < 0.9)
        #expect(things[1].visible == 1)
    }

    @Test func thingsAtTheBorderAreCut() {
        var wide = scene(.ball)
        wide.things = [TrayThing(kind: 0, place: SIMD2(-0.15, 1)), TrayThing(kind: 0, place: SIMD2(9, 9))]
        let things = wide.rendered().truth.things
        #expect(things.count == 1)
        #expect(things[0].cut)
        #expect(things[0].box.x == 0)
    }

    @Test func sameSeedSamePicture() {
        #expect(TrayScene.random(seed: 12) == .random(seed: 12))
        #expect(TrayScene.random(seed: 12) != .random(seed: 13))
        let small = scene(.tart)
        #expect(small.rendered() == small.rendered())
    }

    @Test func randomTraysAreCountable() {
        var forms: Set<TrayKind.Form> = []
        for seed in 0..<60 {
            let scene = TrayScene.random(seed: UInt64(seed))
            forms.formUnion(scene.kinds.map(\.form))
            #expect(scene.things.count >= 2, "seed \(seed)")
            for (index, thing) in scene.things.enumerated() {
                for other in scene.things[..<index] {
                    let away = thing.place - other.place
                    let apart = (scene.kinds[thing.kind].radius + scene.kinds[other.kind].radius) * 0.85
                    #expect((away * away).sum().squareRoot() > apart, "seed \(seed)")
                }
            }
        }
        #expect(forms == Set(TrayKind.Form.allCases))
    }

    @Test func mainKindHasTheMostThings() {
        var mixed = scene(.coin)
        mixed.kinds.append(TrayKind(.button, radius: 0.3, color: .init(gray: 0.2), second: .init(gray: 0.5)))
        mixed.things[0].kind = 1
        mixed.things[1].kind = 1
        let truth = mixed.rendered().truth
        #expect(truth.mainKind == 1)
        #expect(truth.count == 2)
        #expect(truth.count(of: 0) == 1)
        #expect(truth.kinds == ["coin", "button"])
    }

    @Test func truthSurvivesJSON() throws {
        let truth = scene(.cookie).rendered().truth
        #expect(try TrayTruth(json: truth.json()) == truth)
        #expect(try truth.json().split(separator: "\n").count == truth.things.count + 11)
    }
}

@Suite struct CommittedTrayTests {
    private static let folder = samplesFolder.deletingLastPathComponent().appendingPathComponent("count")

    private func file(_ name: String, _ type: String) -> URL {
        Self.folder.appendingPathComponent("\(name).\(type)")
    }

    /// After a change of the renderer, write them again with `RenderSamples trays Tests/Samples/count`.
    @Test(arguments: CommittedTray.all.map(\.name))
    func drawingAgainGivesTheCommittedFiles(name: String) throws {
        let tray = try #require(CommittedTray.all.first { $0.name == name })
        let committed = try ImageDecoder().decode([UInt8](Data(contentsOf: file(name, "jpg"))))
        let (bytes, truth) = try tray.scene.jpeg()
        let again = try ImageDecoder().decode(bytes)
        #expect(committed.width == again.width)
        #expect(committed.height == again.height)
        // Other processors round slightly differently; a changed scene differs by whole steps.
        #expect(committed.distance(to: again) < 0.25)
        let written = try TrayTruth(json: String(contentsOf: file(name, "json"), encoding: .utf8))
        #expect(written.kinds == truth.kinds)
        #expect(written.things.count == truth.things.count)
        #expect(
            zip(written.things, truth.things).allSatisfy {
                $0.kind == $1.kind && hypot($0.center.x - $1.center.x, $0.center.y - $1.center.y) <= 1
            })
    }

    @Test func filesAreFewAndSmall() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let pictures = files.filter { $0.hasSuffix(".jpg") }
        #expect(Set(pictures) == Set(CommittedTray.all.map { $0.name + ".jpg" }))
        for name in pictures {
            #expect(try Data(contentsOf: Self.folder.appendingPathComponent(name)).count <= 90_000, "\(name)")
        }
    }

    @Test(arguments: [("tarts-5x7", 35), ("vials-6x10", 60), ("capsules", 104), ("one-orange", 1), ("empty", 0)])
    func traysHoldWhatTheirNamesSay(name: String, count: Int) throws {
        let truth = try TrayTruth(json: String(contentsOf: file(name, "json"), encoding: .utf8))
        #expect(truth.count == count)
    }

    @Test func coinsLieAmongButtons() throws {
        let truth = try TrayTruth(json: String(contentsOf: file("coins", "json"), encoding: .utf8))
        #expect(truth.kinds[truth.mainKind] == "coin")
        #expect(truth.count > truth.count(of: 1))
        #expect(truth.count(of: 1) > 4)
    }
}
