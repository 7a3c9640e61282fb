import DataMatrix
import Espy
import EspyPixels
import EspySamples

/// Returns prepared readings instead of searching the picture.
struct FakeSource: Sendable {
    var readings: [Reading]
    var suspects: [Point] = []
    /// The readings that a second look finds near a place.
    var nearby: [Reading] = []

    var source: CodeSource {
        CodeSource { _ in
            Sightings(readings: readings, suspects: suspects)
        } reread: { _, center, radius, _ in
            nearby.first { Point($0.center).distance(to: Point(center)) < radius }
        }
    }
}

extension RackReader {
    init(options: RackOptions, source: FakeSource) { self.init(options: options, source: source.source) }
}

extension Point {
    init(_ vector: SIMD2<Double>) { self.init(x: vector.x, y: vector.y) }
}

extension Reading {
    /// A square symbol, not rotated.
    static func at(
        _ x: Double, _ y: Double, _ value: String, side: Double = 36, errors: Int = 0, confirmed: Bool = true,
        inverted: Bool = false
    ) -> Reading {
        let half = side / 2
        return Reading(
            message: Message(bytes: Array(value.utf8)), size: SymbolSize(rows: 12, columns: 12)!,
            corners: [
                SIMD2(x - half, y - half), SIMD2(x + half, y - half), SIMD2(x + half, y + half),
                SIMD2(x - half, y + half),
            ], errorsCorrected: errors, erasures: 0, isInverted: inverted, isMirrored: false, isConfirmed: confirmed)
    }

    /// Codes in the given cells of a straight grid of 100 pixels.
    static func grid(_ places: [(Int, Int)]) -> [Reading] {
        places.map { row, col in
            .at(Double(col) * 100 + 150, Double(row) * 100 + 150, "V\(row)-\(col)")
        }
    }
}

/// A rendered box, its truth, and readings of all its codes.
struct SampleBox {
    let scene: SampleScene
    let truth: SampleTruth
    let image: RGBImage

    init(seed: UInt64, _ difficulty: SampleScene.Difficulty = .ordinary) throws {
        scene = .random(seed: seed, difficulty: difficulty)
        truth = try SampleTruth(of: scene)
        image = try scene.rendered()
    }

    var readings: [Reading] {
        truth.vials.map { vial in
            let sides = vial.code.size.split(separator: "x").compactMap { Int($0) }
            return Reading(
                message: Message(bytes: Array(vial.code.value.utf8)),
                size: SymbolSize(rows: sides[0], columns: sides[1])!,
                corners: vial.code.corners.map { SIMD2($0.x, $0.y) }, errorsCorrected: 0, erasures: 0,
                isInverted: vial.code.inverted, isMirrored: vial.code.mirrored, isConfirmed: true)
        }
    }

    var grid: RackGrid { .size(rows: truth.rows, columns: truth.columns) }

    func rack(_ grid: RackGrid? = nil, source: FakeSource? = nil) async throws -> Rack {
        try await RackReader(
            options: RackOptions(grid: grid ?? self.grid), source: source ?? FakeSource(readings: readings)
        ).read(image)
    }

    /// Returns the number of vials that are in their true cell.
    func placed(_ rack: Rack) -> Int {
        truth.vials.count { vial in
            rack.vials.contains { $0.value == vial.code.value && $0.row == vial.row && $0.col == vial.col }
        }
    }
}
