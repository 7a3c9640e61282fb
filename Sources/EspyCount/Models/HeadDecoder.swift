package import EspyInference
import EspyPixels
import Foundation

/// Turns the answer of a YOLOX-style detector into candidates.
///
/// Each row holds center, size, objectness and class scores. In a raw head, center and size are those of
/// Z. Ge et al., "YOLOX: Exceeding YOLO Series in 2021": `(offset + cell) * stride` and `exp(size) * stride`, the grids
/// of all strides one after the other, each row by row.
package struct HeadDecoder: Sendable {
    private let id: String
    private let output: ModelOutput
    private let cells: [Cell]

    private struct Cell { let x, y, stride: Float }

    /// No box reaches farther, in pixels of the input: what is beyond it, or not finite, is no box but an overflow.
    private static let farthest: Float = 1e6

    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)`` when the rows do not fit the strides on an input of
    ///   this size, or have no room for a box and its score.
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

    /// The candidates of each picture of a batch, in the order of the rows.
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
            (width, height) = (exp(width) * cell.stride, exp(height) * cell.stride)
        }
        // Corners first, in single precision, as the reference has them. They may overflow where center and size do
        // not; comparisons with what is no number are false.
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
        // The product of two scores, and all that is worked out from it, has to stay finite, too.
        return Candidate(
            rect: placement.picture(box), objectness: Double(min(row[4], 1)), classScore: Double(min(best, 1)))
    }
}
