import EspyInference
import EspyPixels

/// Reads rows of boxes and scores as the networks answer them.
enum RowReader {
    /// - Parameters:
    ///   - rows: `[1, cells, 5]`: left, top, right and bottom in pixels of the scaled photo, and the score.
    ///   - least: rows below this score are left out.
    /// - Returns: in pixels of the photo, those with their middle in it.
    static func finds(
        in rows: Tensor, of maps: FeatureMaps, least: Float, id: String
    ) throws(CountError) -> [SeekerFind] {
        guard rows.shape.count == 3, rows.shape[2] == 5 else {
            throw .model(.wrongShape(id: id, expected: "1 x cells x 5", found: Tensor.text(of: rows.shape)))
        }
        let (width, height) = (Float(maps.width), Float(maps.height))
        var finds: [SeekerFind] = []
        rows.values.withUnsafeBufferPointer { values in
            for start in stride(from: 0, to: values.count, by: 5) where values[start + 4] > least {
                let (left, top, right, bottom) = (
                    values[start], values[start + 1], values[start + 2], values[start + 3]
                )
                let (x, y) = ((left + right) / 2, (top + bottom) / 2)
                guard x > 0, y > 0, x < width, y < height, right > left, bottom > top else { continue }
                let box = Rect(
                    x: Double(left) / maps.scaleX, y: Double(top) / maps.scaleY,
                    width: Double(right - left) / maps.scaleX, height: Double(bottom - top) / maps.scaleY)
                finds.append(SeekerFind(box: box, score: Double(values[start + 4])))
            }
        }
        return finds
    }
}
