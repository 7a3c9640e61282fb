import DataMatrix
import Foundation

/// A symbol laid out on a label.
struct CodePrint {
    let ink: SampleColor
    let matrix: BitMatrix
    private let module: Double
    private let axis: SIMD2<Double>
    private let isMirrored: Bool
    private let dotRadius: Double?

    init(_ code: SampleCode) throws {
        ink = code.ink
        matrix = try code.symbol()
        module = code.side / Double(max(matrix.rows, matrix.columns))
        axis = SIMD2(cos(code.angle), sin(code.angle))
        isMirrored = code.isMirrored
        dotRadius = code.dot.map { $0 / 2 }
    }

    /// Whether there is ink at a point in pitches from the middle of the symbol.
    @inline(__always)
    func isPrinted(at place: SIMD2<Double>) -> Bool {
        var x = (place * axis).sum() / module
        let y = (place.y * axis.x - place.x * axis.y) / module + Double(matrix.rows) / 2
        x = (isMirrored ? -x : x) + Double(matrix.columns) / 2
        guard x >= 0, y >= 0, x < Double(matrix.columns), y < Double(matrix.rows) else { return false }
        guard matrix[Int(y), Int(x)] else { return false }
        guard let dotRadius else { return true }
        let (dx, dy) = (x - x.rounded(.down) - 0.5, y - y.rounded(.down) - 0.5)
        return dx * dx + dy * dy < dotRadius * dotRadius
    }

    /// The symbol's corners in pitches from its middle: top left, top right, bottom right, bottom left.
    var corners: [SIMD2<Double>] {
        let half = SIMD2(Double(matrix.columns), Double(matrix.rows)) * module / 2
        let side: Double = isMirrored ? -1 : 1
        return [SIMD2(-1, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)].map { corner in
            let local = corner * half * SIMD2(side, 1)
            return SIMD2(local.x * axis.x - local.y * axis.y, local.x * axis.y + local.y * axis.x)
        }
    }
}
