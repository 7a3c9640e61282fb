extension TextCells {
    /// ``lean`` over the squares around each: a single letter may stand either way.
    var smoothedLean: [Float] {
        Self.blurred(
            Self.blurred(lean, count: width, lines: height, step: 1, next: width),
            count: height, lines: width, step: width, next: 1)
    }

    /// Sums of five squares in a row or column.
    private static func blurred(
        _ values: [Float], count: Int, lines: Int, step: Int, next: Int
    )
        -> [Float]
    {
        var result = values
        for line in 0..<lines {
            let start = line * next
            var sum = Float(0)
            for position in 0..<min(2, count) { sum += values[start + position * step] }
            for position in 0..<count {
                if position + 2 < count { sum += values[start + (position + 2) * step] }
                if position >= 3 { sum -= values[start + (position - 3) * step] }
                result[start + position * step] = sum
            }
        }
        return result
    }
}
