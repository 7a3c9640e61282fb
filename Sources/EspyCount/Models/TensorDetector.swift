package import EspyInference
package import EspyPixels

/// A detector of the YOLOX family.
package struct TensorDetector: ObjectDetector {
    private let runner: Model
    private let decoder: HeadDecoder
    private let batch: Int

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - batch: how many tiles are shown at once, each of which takes memory. Between batches the task may be
    ///     cancelled.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: Model, batch: Int = 1) throws(InferenceError) {
        guard runner.entry.task == .detector else {
            throw .wrongTask(id: runner.entry.id, expected: .detector, found: runner.entry.task)
        }
        self.runner = runner
        self.batch = max(batch, 1)
        decoder = try HeadDecoder(entry: runner.entry)
    }

    package var id: String { runner.entry.id }
    package var inputSide: Int { min(runner.entry.input.width, runner.entry.input.height) }

    package func candidates(
        in image: RGBImage, tiles: [Tile], sampling: Sampling, minimumScore: Double
    ) async throws(CountError) -> [TileCandidate] {
        let packer = InputPacker(input: runner.entry.input, sampling: sampling)
        let usable = tiles.indices.filter { !tiles[$0].part.isEmpty }
        var found: [TileCandidate] = []
        for start in stride(from: 0, to: usable.count, by: batch) {
            let group = usable[start..<min(start + batch, usable.count)]
            let placements = group.map { Placement(tiles[$0].part, in: packer.input, scale: tiles[$0].scale) }
            let answer = try runner.answer(packer.tensor(of: placements, in: image))
            let seen = try decoded(answer, placements, minimumScore)
            for (offset, index) in group.enumerated() {
                found += seen[offset].map {
                    let cut = Self.cut($0.rect, placements[offset], in: image)
                    return TileCandidate(candidate: $0, tile: index, cut: cut)
                }
            }
        }
        return found
    }

    private func decoded(
        _ answer: Tensor, _ placements: [Placement], _ minimumScore: Double
    ) throws(CountError) -> [[Candidate]] {
        do throws(InferenceError) {
            return try decoder.candidates(in: answer, placements: placements, minimumScore: minimumScore)
        } catch { throw .model(error) }
    }

    /// The inner borders of the shown part that a box touches, within two pixels of the input.
    private static func cut(_ box: Rect, _ placement: Placement, in image: RGBImage) -> Sides {
        let shown = placement.source
        let (across, down) = (2 / placement.scaleX, 2 / placement.scaleY)
        var sides: Sides = []
        if shown.columns.lowerBound > 0, box.x < shown.rect.x + across { sides.insert(.left) }
        if shown.rows.lowerBound > 0, box.y < shown.rect.y + down { sides.insert(.top) }
        if shown.columns.upperBound < image.width, box.maxX > shown.rect.maxX - across { sides.insert(.right) }
        if shown.rows.upperBound < image.height, box.maxY > shown.rect.maxY - down { sides.insert(.bottom) }
        return sides
    }
}
