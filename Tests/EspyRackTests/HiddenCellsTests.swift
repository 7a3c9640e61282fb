import Espy
import EspyPixels
import EspySamples
import Testing

/// Photos that do not show all of a box: a well that may hold a tube is never called empty.
@Suite struct HiddenCellsTests {
    private func scene(
        _ filling: SampleScene.Filling, _ surroundings: SampleScene.Surroundings = .walls
    ) -> SampleScene {
        .placement(seed: 31, rows: 8, columns: 12, filling: filling, surroundings: surroundings)
    }

    private func read(_ image: RGBImage, _ view: RackView = .init(), grid: RackGrid? = nil) async throws -> Rack {
        try await RackReader(options: RackOptions(grid: grid ?? .size(rows: 8, columns: 12), view: view)).read(image)
    }

    private func places(_ scene: SampleScene) -> Set<Rack.Place> {
        Set(scene.tubes.map { Rack.Place(row: $0.row, col: $0.column) })
    }

    /// Lays disks of a color on a photo, about three wells wide.
    private func covered(_ image: RGBImage, _ rack: Rack, at wells: [Rack.Place], _ color: Color) -> RGBImage {
        var canvas = Canvas(image)
        let pitch = rack.outline.map { $0.meanWidth / 12 } ?? 0
        for cell in rack.cells where wells.contains(cell.place) {
            canvas.fillCircle(center: cell.center, radius: 1.6 * pitch, color)
        }
        return canvas.image
    }

    /// A cover in the color of the box itself is not noticed.
    @Test(arguments: [Color(hex: 0xD03030), .init(hex: 0x28282E)])
    func coveredTubesAreNotEmptyWells(color: Color) async throws {
        let scene = scene(.full)
        let image = try scene.photographed()
        let whole = try await read(image)
        let wells = [Rack.Place(row: 4, col: 6), Rack.Place(row: 0, col: 2)]
        let rack = try await read(covered(image, whole, at: wells, color))
        #expect(!rack.isComplete)
        #expect(rack.warnings.contains { $0.kind == .covered })
        for well in wells { #expect(rack.cells.first { $0.place == well }?.status == .unread) }
        #expect(rack.cells.count { $0.status == .empty } <= 2)
    }

    @Test func whatIsNotCoveredStaysEmpty() async throws {
        let scene = scene(.leftHalf)
        let image = try scene.photographed()
        let whole = try await read(image)
        #expect(whole.count(.empty) == 48)
        #expect(whole.isComplete)
        let well = Rack.Place(row: 4, col: 8)
        let rack = try await read(covered(image, whole, at: [well], Color(hex: 0xD03030)))
        #expect(!rack.isComplete || rack.cells.first { $0.place == well }?.status == .uncoded)
        let far = rack.cells.filter { $0.col >= 6 && (abs($0.row - well.row) > 3 || abs($0.col - well.col) > 2) }
        #expect(far.count >= 8)
        #expect(far.allSatisfy { $0.status == .empty })
    }

    @Test func mirroredPhotosAreNoticed() async throws {
        let scene = scene(.full)
        let mirrored = try scene.photographed().mirrored
        let rack = try await read(mirrored)
        #expect(rack.warnings.map(\.kind) == [.mirrored])
        #expect(!rack.isComplete)
        let turned = try await read(mirrored, RackView(a1: .topRight, isFromBelow: true))
        #expect(turned.warnings.isEmpty)
        #expect(turned.vials.count == scene.tubes.count)
        #expect(turned.vials.allSatisfy { $0.value == value(row: $0.row, col: $0.col) })
    }

    private func value(row: Int, col: Int) -> String {
        "T" + [row, col].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
    }

    /// Without a size, a box that the photo cuts has no wells: what is left of it looks like a smaller box.
    @Test(arguments: [SampleScene.Filling.full, .leftHalf, .everyOtherRow], [SampleScene.Surroundings.walls, .wells])
    func cutBoxesAreNotTakenForSmallerOnes(
        filling: SampleScene.Filling, surroundings: SampleScene.Surroundings
    ) async throws {
        let image = try scene(filling, surroundings).photographed()
        let box = try #require(try await read(image).outline?.bounds)
        let (right, bottom) = (Double(image.width), Double(image.height))
        for share in [0.05, 0.12] {
            let (x, y) = (share * box.width, share * box.height)
            for part in [
                Rect(x: box.x + x, y: 0, width: right - box.x - x, height: bottom),
                Rect(x: 0, y: 0, width: box.maxX - x, height: bottom),
                Rect(x: 0, y: box.y + y, width: right, height: bottom - box.y - y),
                Rect(x: 0, y: 0, width: right, height: box.maxY - y),
            ] {
                let rack = try await read(image.cropped(to: part), grid: .automatic)
                #expect(!rack.hasWells || rack.vials.allSatisfy { $0.value == value(row: $0.row, col: $0.col) })
            }
        }
    }

    @Test func wellsOutsideThePhotoAreNotEmpty() async throws {
        let scene = scene(.full, .wells)
        let image = try scene.photographed()
        let box = try #require(try await read(image).outline?.bounds)
        let part = Rect(x: 0, y: 0, width: box.maxX - 0.2 * box.width, height: Double(image.height))
        let rack = try await read(image.cropped(to: part))
        #expect(!rack.isComplete)
        guard rack.hasWells else { return }
        let tubes = places(scene)
        #expect(!rack.cells.contains { $0.status == .empty && tubes.contains($0.place) })
        #expect(rack.warnings.contains { $0.kind == .outsidePhoto })
    }
}

extension RGBImage {
    fileprivate var mirrored: RGBImage {
        var result = self
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    result.pixels[3 * (y * width + x) + channel] = pixels[3 * (y * width + width - 1 - x) + channel]
                }
            }
        }
        return result
    }
}
