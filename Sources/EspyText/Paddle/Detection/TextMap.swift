import EspyPixels

/// For each pixel how likely a line of text covers it.
package struct TextMap: Sendable {
    package let width: Int
    package let height: Int
    /// Row by row from the top. What is no number counts as no text.
    package let values: [Float]

    package init(width: Int, height: Int, values: [Float]) {
        precondition(width >= 0 && height >= 0 && values.count == width * height)
        (self.width, self.height, self.values) = (width, height, values)
    }

    /// The mean inside of a rectangle; 0 where it covers no pixel.
    func mean(in rect: TiltedRect) -> Float {
        let corners = rect.corners
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        let rows = max(Int(top.rounded(.up)), 0)...min(max(Int(bottom.rounded(.down)), 0), max(height - 1, 0))
        guard height > 0, width > 0, top <= bottom, Int(top.rounded(.up)) <= rows.upperBound else { return 0 }
        var (sum, count): (Float, Int) = (0, 0)
        for y in rows {
            guard let span = rect.span(atRow: Double(y)) else { continue }
            let first = max(Int(span.lowerBound.rounded(.up)), 0)
            let last = min(Int(span.upperBound.rounded(.down)), width - 1)
            guard first <= last else { continue }
            for x in first...last {
                let value = values[y * width + x]
                sum += value > 0 && value <= 1 ? value : 0
            }
            count += last - first + 1
        }
        return count > 0 ? sum / Float(count) : 0
    }
}
