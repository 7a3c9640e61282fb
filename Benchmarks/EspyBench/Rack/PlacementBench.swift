import Espy
import EspySamples
import Foundation

/// Reads partly filled rendered boxes, and reports how many tubes end up in wrong wells.
struct PlacementBench {
    private let seeds: ClosedRange<UInt64>
    private let isAutomatic: Bool
    private let folder: URL?
    private let showsErrors: Bool
    private let isSpoiled: Bool
    private let sizes = [(4, 6), (6, 8), (8, 12), (9, 9), (10, 10)]

    init(_ arguments: inout Arguments) throws {
        seeds = try arguments.seeds(or: 1...5)
        isAutomatic = arguments.has("--auto")
        folder = try arguments.value(of: "--keep").map { URL(fileURLWithPath: $0, isDirectory: true) }
        if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        showsErrors = arguments.has("--errors")
        isSpoiled = arguments.has("--spoiled")
    }

    /// The totals over several boxes.
    private struct Score {
        var boxes = 0
        var told = 0
        var tubes = 0
        var read = 0
        var wrong = 0
        var loose = 0

        static func += (left: inout Score, right: Score) {
            left.boxes += right.boxes
            left.told += right.told
            left.tubes += right.tubes
            left.read += right.read
            left.wrong += right.wrong
            left.loose += right.loose
        }

        var text: String {
            func share(_ part: Int, _ all: Int) -> String {
                all == 0 ? "-" : String(format: "%.0f%%", 100 * Double(part) / Double(all))
            }
            return [
                String(boxes), share(told, boxes), String(tubes), share(read, tubes), String(wrong), share(loose, read),
            ].joined(separator: " | ")
        }
    }

    func run() async throws {
        if isSpoiled { return try await runSpoiled() }
        var bySurroundings: [SampleScene.Surroundings: Score] = [:]
        var byFilling: [SampleScene.Filling: [SampleScene.Surroundings: Score]] = [:]
        for seed in seeds {
            for surroundings in SampleScene.Surroundings.allCases {
                for (index, filling) in SampleScene.Filling.allCases.enumerated() {
                    let own = seed &* 1_000 &+ UInt64(index)
                    let size = sizes[Int((seed + UInt64(index)) % UInt64(sizes.count))]
                    let scene = SampleScene.placement(
                        seed: own, rows: size.0, columns: size.1, filling: filling, surroundings: surroundings)
                    let score = try await score(scene, "\(surroundings)-\(filling)-\(own)")
                    bySurroundings[surroundings, default: Score()] += score
                    byFilling[filling, default: [:]][surroundings, default: Score()] += score
                }
            }
        }
        print("| | boxes | told | tubes | read | in wrong wells | not as they stand to each other |")
        print("|---|---|---|---|---|---|---|")
        var wrong = 0
        for surroundings in SampleScene.Surroundings.allCases {
            guard let score = bySurroundings[surroundings] else { continue }
            wrong += score.wrong
            print("| \(surroundings) | \(score.text) |")
        }
        print("\n| share told | " + SampleScene.Surroundings.allCases.map(\.rawValue).joined(separator: " | ") + " |")
        print("|---|---|---|---|---|")
        for filling in SampleScene.Filling.allCases {
            let cells = SampleScene.Surroundings.allCases.map { surroundings -> String in
                guard let score = byFilling[filling]?[surroundings] else { return "-" }
                return "\(score.told) of \(score.boxes)" + (score.wrong > 0 ? ", \(score.wrong) WRONG" : "")
            }
            print("| \(filling) | " + cells.joined(separator: " | ") + " |")
        }
        guard wrong == 0 else { fail("EspyBench: \(wrong) tubes in wrong wells\n", code: 1) }
    }

    /// Reads photos of the same boxes that are cut or covered.
    private func runSpoiled() async throws {
        var scores: [SpoiledBoxes.Fault: SpoiledScore] = [:]
        for seed in seeds {
            for surroundings in SampleScene.Surroundings.allCases {
                for (index, filling) in SampleScene.Filling.allCases.enumerated() where (UInt64(index) + seed) % 4 == 0
                {
                    let own = seed &* 1_000 &+ UInt64(index)
                    let size = sizes[Int((seed + UInt64(index)) % UInt64(sizes.count))]
                    let scene = SampleScene.placement(
                        seed: own, rows: size.0, columns: size.1, filling: filling, surroundings: surroundings)
                    let image = try scene.photographed()
                    let whole = try await read(image, scene)
                    guard let boxes = SpoiledBoxes(image, whole), SpoiledScore(whole, scene).isRight else { continue }
                    for fault in SpoiledBoxes.Fault.allCases {
                        for (number, photo) in boxes.photos(fault, seed: own).enumerated() {
                            let score = SpoiledScore(try await read(photo, scene), scene)
                            scores[fault, default: SpoiledScore()] += score
                            guard score.isSilent, showsErrors else { continue }
                            let name = "\(surroundings)-\(filling)-\(own)-\(fault)-\(number)"
                            print(name, "\(scene.rows)x\(scene.columns)", score.text)
                            if let folder {
                                try Data(ImageEncoder.png(photo)).write(
                                    to: folder.appendingPathComponent(name + ".png"))
                            }
                        }
                    }
                }
            }
        }
        print(
            "| | photos | told | read | in wrong wells | without a warning | tubes called empty | without a warning |")
        print("|---|---|---|---|---|---|---|---|")
        for fault in SpoiledBoxes.Fault.allCases {
            print("| \(fault) | \(scores[fault, default: SpoiledScore()].text) |")
        }
    }

    private func read(_ image: RGBImage, _ scene: SampleScene) async throws -> Rack {
        let grid = isAutomatic ? RackGrid.automatic : .size(rows: scene.rows, columns: scene.columns)
        return try await RackReader(options: RackOptions(grid: grid)).read(image)
    }

    private func score(_ scene: SampleScene, _ name: String) async throws -> Score {
        let image = try scene.photographed()
        let rack = try await read(image, scene)
        let isTold = !rack.warnings.contains { $0.kind == .originUnknown || $0.kind == .noLattice }
        var shifts: [Rack.Place: Int] = [:]
        var score = Score(boxes: 1, told: isTold ? 1 : 0, tubes: scene.tubes.count, read: rack.vials.count)
        for vial in rack.vials {
            let digits = vial.value.dropFirst()
            guard let row = Int(digits.prefix(2)), let column = Int(digits.suffix(2)) else { continue }
            shifts[Rack.Place(row: vial.row - row, col: vial.col - column), default: 0] += 1
        }
        if isTold { score.wrong = rack.vials.count - shifts[Rack.Place(row: 0, col: 0), default: 0] }
        score.loose = rack.vials.count - (shifts.values.max() ?? 0)
        if let folder, !isTold || score.wrong > 0 || score.loose > 0 {
            try Data(ImageEncoder.png(image)).write(to: folder.appendingPathComponent(name + ".png"))
        }
        if showsErrors, !isTold || score.wrong > 0 || score.loose > 0 {
            print(
                name, "\(scene.rows)x\(scene.columns)", isTold ? "told" : "unknown", "wrong", score.wrong, "loose",
                score.loose,
                "of", rack.vials.count, "shifts", shifts.map { "\($0.key.row),\($0.key.col):\($0.value)" }.sorted())
        }
        return score
    }
}

/// How right the reading of a cut or covered box is.
private struct SpoiledScore {
    var photos = 0
    var told = 0
    var read = 0
    var wrong = 0
    var wrongPhotos = 0
    var lost = 0
    var lostPhotos = 0

    init() {}

    /// Tubes carry their row and column. A tube whose well is called empty is lost.
    init(_ rack: Rack, _ scene: SampleScene) {
        photos = 1
        told = rack.warnings.contains { $0.kind == .originUnknown || $0.kind == .noLattice } ? 0 : 1
        read = rack.vials.count
        guard told == 1 else { return }
        let tubes = Set(scene.tubes.map { Rack.Place(row: $0.row, col: $0.column) })
        wrong = rack.vials.count { $0.value.dropFirst() != String(format: "%02d%02d", $0.row, $0.col) }
        wrongPhotos = wrong > 0 ? 1 : 0
        guard wrong == 0 else { return }
        lost = rack.cells.count { $0.status == .empty && tubes.contains($0.place) }
        lostPhotos = lost > 0 && rack.isComplete ? 1 : 0
    }

    var isRight: Bool { told == 1 && wrong == 0 && lost == 0 }
    var isSilent: Bool { wrongPhotos + lostPhotos > 0 }

    static func += (left: inout SpoiledScore, right: SpoiledScore) {
        left.photos += right.photos
        left.told += right.told
        left.read += right.read
        left.wrong += right.wrong
        left.wrongPhotos += right.wrongPhotos
        left.lost += right.lost
        left.lostPhotos += right.lostPhotos
    }

    var text: String {
        [photos, told, read, wrong, wrongPhotos, lost, lostPhotos].map(String.init).joined(separator: " | ")
    }
}
