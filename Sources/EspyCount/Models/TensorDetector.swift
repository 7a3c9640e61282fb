import CMath
import EspyBase
package import EspyInference
package import EspyPixels

/// Finds things in pictures: a detector of the YOLOX family.
package struct TensorDetector: Sendable {
    /// The signature of ``candidates(in:tiles:sampling:minimumScore:)``.
    package typealias Seeing =
        @Sendable (_ image: RGBImage, _ tiles: [Tile], Sampling, _ minimumScore: Double) throws(CountError) ->
        [TileCandidate]

    /// Identifier as in the model manifest.
    package let id: String
    /// Width and height of the model's square input, in pixels; the shorter side if it is not square.
    package let inputSide: Int
    private let seeing: Seeing

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - batch: number of tiles per run; each takes memory. The task may be canceled between batches.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: Model, batch: Int = 1) throws(InferenceError) {
        let entry = runner.entry
        guard entry.task == .detector else {
            throw .wrongTask(id: entry.id, expected: .detector, found: entry.task)
        }
        let network = DetectorNetwork(runner: runner, decoder: try HeadDecoder(entry: entry), batch: max(batch, 1))
        self.init(
            id: entry.id, inputSide: min(entry.input.width, entry.input.height),
            seeing: network.candidates(in:tiles:sampling:minimumScore:))
    }

    package init(id: String, inputSide: Int, seeing: @escaping Seeing) {
        (self.id, self.inputSide, self.seeing) = (id, inputSide, seeing)
    }

    /// Returns all candidates in some parts of a picture, before any suppression: things in overlapping tiles appear
    /// twice.
    ///
    /// - Parameters:
    ///   - tiles: inside the picture. Empty ones have no candidates.
    ///   - minimumScore: least objectness, 0…1.
    /// - Returns: in pixels of `image`; tile by tile, each in the order of the model's output.
    /// - Throws: ``CountError/model(_:)``, ``CountError/cancelled``
    package func candidates(
        in image: RGBImage, tiles: [Tile], sampling: Sampling, minimumScore: Double
    ) throws(CountError) -> [TileCandidate] {
        try seeing(image, tiles, sampling, minimumScore)
    }

    /// Returns all candidates in the whole picture, shown to the model at once as the reference script does.
    package func candidates(in image: RGBImage, minimumScore: Double) throws(CountError) -> [Candidate] {
        let whole = Tile(part: PixelRect(width: image.width, height: image.height))
        return try candidates(in: image, tiles: [whole], sampling: .plain, minimumScore: minimumScore)
            .map { $0.candidate }
    }
}

/// A loaded detector.
private struct DetectorNetwork: Sendable {
    let runner: Model
    let decoder: HeadDecoder
    let batch: Int

    func candidates(
        in image: RGBImage, tiles: [Tile], sampling: Sampling, minimumScore: Double
    ) throws(CountError) -> [TileCandidate] {
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

    /// The inner borders of the tile that a box touches, within two pixels of the input.
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

/// Decodes the output of a YOLOX-style detector into candidates.
///
/// Each row holds center, size, objectness and class scores. In a raw head, center and size are those of Z. Ge et al.,
/// "YOLOX: Exceeding YOLO Series in 2021": `(offset + cell) * stride` and `exp(size) * stride`, the grids of all
/// strides one after the other, each row by row.
package struct HeadDecoder: Sendable {
    private let id: String
    private let output: ModelOutput
    private let cells: [Cell]

    private struct Cell { let x, y, stride: Float }

    /// The limit of box coordinates, in pixels of the input: beyond it, or if not finite, a box is an overflow.
    private static let farthest: Float = 1e6

    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)`` if the rows do not fit the strides on an input of
    ///   this size, or are too short for a box and its score.
    package init(entry: ModelEntry) throws(InferenceError) {
        id = entry.id
        output = entry.output
        cells = output.kind == .yoloxRaw ? Self.cells(entry.input, strides: output.strides) : []
        let rows = output.kind == .yoloxRaw ? cells.count : output.rows ?? 0
        guard output.kind != .embedding, output.columns >= 5, rows > 0, rows == output.rows ?? rows else {
            throw .wrongShape(
                id: id, expected: Tensor.text(of: [-1, rows, max(output.columns, 5)]),
                found: Tensor.text(of: [-1, output.rows ?? 0, output.columns]))
        }
    }

    private static func cells(_ input: ModelInput, strides: [Int]) -> [Cell] {
        strides.filter { $0 > 0 }.flatMap { stride in
            (0..<(input.height / stride)).flatMap { y in
                (0..<(input.width / stride)).map { Cell(x: Float($0), y: Float(y), stride: Float(stride)) }
            }
        }
    }

    /// Decodes the candidates of each picture of a batch, in the order of the rows.
    ///
    /// - Parameters:
    ///   - answer: `[N, rows, 5 + classes]`.
    ///   - placements: how each of the `N` pictures lies in its input.
    ///   - minimumScore: least objectness, 0…1.
    /// - Returns: in pixels of the pictures. Boxes that overflow or have no area, and those with scores that are not
    ///   finite, are left out; scores above 1 count as 1.
    package func candidates(
        in answer: Tensor, placements: [Placement], minimumScore: Double
    ) throws(InferenceError) -> [[Candidate]] {
        let rows = output.kind == .yoloxRaw ? cells.count : output.rows ?? 0
        let expected = [placements.count, rows, output.columns]
        guard answer.shape == expected, answer.values.count == placements.count * rows * output.columns else {
            throw .wrongShape(
                id: id, expected: Tensor.text(of: expected), found: Tensor.text(of: answer.shape))
        }
        return answer.values.withUnsafeBufferPointer { values in
            placements.indices.map { picture in
                (0..<rows).compactMap { row in
                    let start = (picture * rows + row) * output.columns
                    guard Double(values[start + 4]) >= minimumScore else { return nil }
                    let numbers = UnsafeBufferPointer(rebasing: values[start..<(start + output.columns)])
                    return candidate(numbers, row: row, placements[picture])
                }
            }
        }
    }

    private func candidate(_ row: UnsafeBufferPointer<Float>, row index: Int, _ placement: Placement) -> Candidate? {
        var (x, y, width, height) = (row[0], row[1], row[2], row[3])
        if output.kind == .yoloxRaw {
            let cell = cells[index]
            (x, y) = ((x + cell.x) * cell.stride, (y + cell.y) * cell.stride)
            (width, height) = (expf(width) * cell.stride, expf(height) * cell.stride)
        }
        // Corners first, in single precision, as in the reference. They may overflow even if center and size do not;
        // comparisons with NaN are false.
        let (left, top) = (x - width / 2, y - height / 2)
        let (right, bottom) = (x + width / 2, y + height / 2)
        guard max(abs(left), abs(top), abs(right), abs(bottom)) <= Self.farthest, right > left, bottom > top else {
            return nil
        }
        let box = Rect(
            x: Double(left), y: Double(top), width: Double(right) - Double(left), height: Double(bottom) - Double(top))
        var best: Float = row.count > 5 ? 0 : 1
        for column in 5..<max(row.count, 5) { best = max(best, row[column]) }
        guard row[4].isFinite, best.isFinite else { return nil }
        // The product of the two scores, and everything computed from it, must also be finite.
        return Candidate(
            rect: placement.picture(box), objectness: Double(min(row[4], 1)), classScore: Double(min(best, 1)))
    }
}

/// A part of a picture that the detector sees in one run.
package struct Tile: Sendable, Equatable {
    /// Its position in the picture.
    package var part: PixelRect
    /// Pixels of the detector's input per pixel of the picture. If nil, or more than fits: as large as fits.
    package var scale: Double?

    package init(part: PixelRect, scale: Double? = nil) {
        self.part = part
        self.scale = scale
    }

    /// Returns equal tiles, row by row, that cover a picture of `width` × `height` pixels.
    ///
    /// - Parameters:
    ///   - side: of each tile, in pixels of the picture; tiles at the right and bottom edges are shifted inward.
    ///   - overlap: least overlap of neighbors, in pixels. Things up to this size are whole in at least one tile.
    ///   - scale: see ``scale``.
    package static func grid(width: Int, height: Int, side: Int, overlap: Int, scale: Double? = nil) -> [Tile] {
        let across = starts(length: width, side: side, overlap: overlap)
        let down = starts(length: height, side: side, overlap: overlap)
        return down.flatMap { top in
            across.map { left in
                let columns = left..<min(left + side, width)
                return Tile(part: PixelRect(columns: columns, rows: top..<min(top + side, height)), scale: scale)
            }
        }
    }

    /// Evenly spaced, so that all overlaps along one side are about the same.
    private static func starts(length: Int, side: Int, overlap: Int) -> [Int] {
        guard length > 0, side > 0 else { return [] }
        guard length > side else { return [0] }
        let step = max(side - overlap, 1)
        let steps = (length - side + step - 1) / step
        return (0...steps).map { (length - side) * $0 / steps }
    }
}

/// A candidate and the tile it was seen in.
package struct TileCandidate: Sendable, Equatable {
    /// In pixels of the whole picture.
    package var candidate: Candidate
    /// Index in the list of tiles.
    package var tile: Int
    /// Borders of the tile that the box touches, if the picture continues beyond them: there the thing may be cut, and
    /// another tile may show it whole.
    package var cut: Sides

    package init(candidate: Candidate, tile: Int, cut: Sides = []) {
        self.candidate = candidate
        self.tile = tile
        self.cut = cut
    }
}

/// Sides of a rectangle.
package struct Sides: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let left = Sides(rawValue: 1)
    package static let top = Sides(rawValue: 2)
    package static let right = Sides(rawValue: 4)
    package static let bottom = Sides(rawValue: 8)
}

extension Model {
    /// The first output for a batch; runs unless the task was canceled.
    func answer(_ input: Tensor) throws(CountError) -> Tensor {
        if Task.isCancelled { throw .cancelled }
        do throws(InferenceError) {
            guard let first = try run(input).first else {
                throw .wrongShape(id: entry.id, expected: "an output", found: "none")
            }
            return first
        } catch { throw .model(error) }
    }
}
